import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { postParameters as postNames } from '../../features/discovery/post-filters';
import { unreadPosts } from '../../features/discovery/read-api';
import { DiscoveryProvider } from '../../features/discovery/use-discovery';
import { useSession } from '../../features/identity/session';
import { mentionStats } from '../../features/mentions/api';
import { mentionParameters as mentionNames } from '../../features/mentions/mention-filters';
import { MentionSearchProvider } from '../../features/mentions/use-mention-search';
import { useOwnTimeZone } from '../../features/notifications/time-zone';
import type { Settings } from '../../lib/settings';
import { overviewName } from '../../lists/list-filters';
import { DashboardFrame } from '../frame/dashboard-frame';
import { Frame } from '../frame/frame';
import { tabAddress, tabOf, tabs, type Tab } from '../frame/tabs';
import { isUnreachedCheckout } from '../guards';
import { PageTitle } from '../page-title';
import { paths } from '../paths';
import { useVisits } from '../visits';
import { MentionsTab } from './dashboard/mentions-tab';
import { scanSlot } from './dashboard/scan-slot';
import { SearchTab } from './dashboard/search-tab';
import { jump, sectionAddress } from './dashboard/settings-sections';
import { SettingsTab } from './dashboard/settings-tab';
import { usePaymentReturn } from './dashboard/use-payment-return';
import { usePaymentRedirect } from './dashboard/payment-redirect';

/** The three tabs, by address. */
export function Dashboard({ settings }: { settings: Settings }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const tab = tabOf(search);
  usePaymentReturn(settings);
  const unread = useUnread();
  const isFirstTabSpelledOut = tab === 'search' && search.has('tab');
  // The guard also lets in a visitor who is about to be redirected; show them nothing.
  if (isUnreachedCheckout(search.toString())) return null;
  return (
    <Frame settings={settings} openTab={(next) => next !== tab && void navigate(tabAddress(next, search))}>
      <PageTitle unread={unread.search + unread.mentions}>{tabs.find((candidate) => candidate.tab === tab)?.label ?? ''}</PageTitle>
      {/* The default is not in the address, nor is a value that no tab has. */}
      {isFirstTabSpelledOut && <Navigate to={tabAddress('search', search)} replace />}
      <BackgroundJobs>
        <DashboardFrame tab={tab} isReading={isReading(tab, search)} unread={unread} scan={scanSlot(tab, search)}>
          {views[tab]}
        </DashboardFrame>
      </BackgroundJobs>
    </Frame>
  );
}

/** The long work that is followed whichever tab is open. */
function BackgroundJobs({ children }: { children: ReactNode }) {
  const session = useSession();
  const toPayment = usePaymentRedirect();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (session.state !== 'signed-in') return children;
  const { id } = session.user;
  return (
    <DiscoveryProvider
      key={id}
      userId={id}
      onUnpaid={() => toPayment(id)}
      onShow={() => void navigate(paths.dashboard)}
      onImprove={() => void navigate(sectionAddress('keywords', search), { state: jump })}
    >
      <TimeZoneSync userId={id} />
      <VisitSync userId={id} />
      <MentionSearchProvider userId={id} onUnpaid={() => toPayment(id)}>
        {children}
      </MentionSearchProvider>
    </DiscoveryProvider>
  );
}

function TimeZoneSync({ userId }: { userId: string }) {
  useOwnTimeZone(userId);
  return null;
}

function VisitSync({ userId }: { userId: string }) {
  useVisits(userId);
  return null;
}

/** Something of the tab is open to be read. */
function isReading(tab: Tab, search: URLSearchParams): boolean {
  const open = tab === 'search' ? search.get(postNames.selected) : tab === 'mentions' ? search.get(mentionNames.selected) : null;
  return open !== null && open !== overviewName;
}

/** How many posts and mentions nobody has opened. */
function useUnread() {
  const session = useSession();
  const userId = session.state === 'signed-in' ? session.user.id : undefined;
  const enabled = userId !== undefined;
  const { data: posts } = useQuery({ ...unreadPosts(userId ?? ''), enabled });
  const { data: mentions } = useQuery({ ...mentionStats(userId ?? ''), enabled });
  return { search: posts?.unread ?? 0, mentions: mentions?.unread ?? 0 };
}

const views = {
  search: <SearchTab />,
  mentions: <MentionsTab />,
  settings: <SettingsTab />,
} satisfies Record<Tab, ReactNode>;
