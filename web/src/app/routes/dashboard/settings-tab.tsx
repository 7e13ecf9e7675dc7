import { useQuery } from '@tanstack/react-query';
import { Keyboard, Lock, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type SignedInUser, useSession } from '../../../features/identity/session';
import { FilterCard } from '../../../features/listening/filter-card';
import { BrandTermsCard } from '../../../features/mentions/brand-terms-card';
import { NotificationsCard } from '../../../features/notifications/notifications-card';
import { ownCompany } from '../../../features/onboarding/api';
import { CompanyCard } from '../../../features/onboarding/company-card';
import { ScannerCard } from '../../../features/scanner/scanner-card';
import { CommunitiesCard } from '../../../features/searches/communities-card';
import { SearchesCard } from '../../../features/searches/searches-card';
import { chooseTheme, useThemeChoice } from '../../../lib/theme';
import { Button } from '../../../ui/button';
import { Card, CardGroupHead, CardGroupTitle } from '../../../ui/card';
import { EmptyState } from '../../../ui/empty-state';
import { PaneBar, PaneBody } from '../../../ui/pane';
import { Segmented } from '../../../ui/segmented';
import { useFrame } from '../../frame/frame-context';
import { SingleKeysSwitch } from '../../frame/single-keys-switch';
import { themes } from '../../frame/user-menu';
import { paths } from '../../paths';
import { OwnKeywords, OwnSuggestions } from './keyword-cards';
import { AccountCard, OwnSources, OwnSubscription } from './settings-cards';
import { SettingsSideList, SettingsTopMenu } from './settings-menu';
import { type CardName, type SectionName, type SettingsSection, settingsSections } from './settings-sections';
import { useSectionScroll } from './use-section-scroll';

/** Settings: all cards on one page, in sections that a list leads to. */
export function SettingsTab() {
  const session = useSession();
  const { scroller, ...menu } = useSectionScroll();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PaneBar title="Settings" className="px-4 md:px-8">
        {session.state === 'signed-in' && <WhoseSettings userId={session.user.id} />}
      </PaneBar>
      {session.state === 'signed-in' && <SettingsTopMenu {...menu} />}
      <PaneBody ref={scroller}>
        <div className="flex min-h-full items-start gap-5 p-4 md:p-8">
          {session.state === 'signed-out' && <SignedOut />}
          {session.state === 'signed-in' && (
            <>
              <SettingsSideList {...menu} />
              <Cards key={session.user.id} user={session.user} />
            </>
          )}
        </div>
      </PaneBody>
    </div>
  );
}

function Cards({ user }: { user: SignedInUser }) {
  const { id: userId, email } = user;
  const navigate = useNavigate();
  const cards: Record<CardName, ReactNode> = {
    subscription: <OwnSubscription user={user} />,
    scanner: <ScannerCard userId={userId} />,
    sources: <OwnSources userId={userId} />,
    keywords: <OwnKeywords userId={userId} />,
    searches: <SearchesCard userId={userId} />,
    suggestions: <OwnSuggestions userId={userId} />,
    filtering: <FilterCard userId={userId} />,
    communities: <CommunitiesCard userId={userId} />,
    notifications: <NotificationsCard userId={userId} email={email} />,
    'brand-terms': <BrandTermsCard userId={userId} />,
    company: <CompanyCard userId={userId} onStart={() => void navigate(paths.onboarding)} />,
    account: <AccountCard user={user} />,
    theme: <ThemeCard />,
    shortcuts: <ShortcutsCard />,
  };
  return (
    <div className="grid min-w-0 max-w-190 flex-1 grid-cols-1 gap-10">
      {settingsSections.map((section) => (
        <SectionCards key={section.name} section={section} cards={cards} />
      ))}
    </div>
  );
}

function SectionCards({ section, cards }: { section: SettingsSection; cards: Record<CardName, ReactNode> }) {
  const { name, label, cards: names } = section;
  const about = aboutSections[name];
  return (
    <CardGroupTitle value={label}>
      <div data-section={name} className="scroll-mt-4 md:scroll-mt-8">
        {about !== undefined && <CardGroupHead title={label} about={about} />}
        <div className="grid grid-cols-1 gap-5">
          {names.map((card) => (
            <div key={card} id={card} tabIndex={-1} className={anchor}>
              {cards[card]}
            </div>
          ))}
        </div>
      </div>
    </CardGroupTitle>
  );
}

/** Of the others, the card of the same name says it. */
const aboutSections: Partial<Record<SectionName, string>> = {
  keywords: 'What Earshot searches for, and what it leaves out.',
  brand: 'The names Earshot listens for.',
};

// Some cards have nothing to show at times.
const anchor = 'scroll-mt-5 rounded-card outline-none empty:hidden focus-visible:[box-shadow:var(--focus-ring)]';

/** 'Paperlark · paperlark.example', where there is room for it. */
function WhoseSettings({ userId }: { userId: string }) {
  const { data: company } = useQuery(ownCompany(userId));
  if (company === undefined || company === null) return null;
  const { hostname } = new URL(company.website_url);
  return (
    <p className="truncate text-xs text-foreground-soft max-md:hidden">
      {company.company_name} · {hostname.replace(/^www\./u, '')}
    </p>
  );
}

function ThemeCard() {
  const theme = useThemeChoice();
  return (
    <Card
      icon={SunMoon}
      title="Theme"
      about="Saved in this browser"
      status={<Segmented label="Theme" isIconOnly options={themes} value={theme} onValueChange={chooseTheme} />}
    />
  );
}

function ShortcutsCard() {
  const { showShortcuts } = useFrame();
  return (
    <Card
      icon={Keyboard}
      title="Keyboard shortcuts"
      about="Saved in this browser"
      status={<Button onClick={showShortcuts}>Show all</Button>}
    >
      <SingleKeysSwitch />
    </Card>
  );
}

/** The session ended while the settings were open. */
function SignedOut() {
  const navigate = useNavigate();
  return (
    <div className="grid flex-1 content-center self-stretch">
      <EmptyState
        icon={Lock}
        title="Please sign in to access settings"
        action={
          <Button variant="primary" onClick={() => void navigate(paths.signIn)}>
            Sign In
          </Button>
        }
      >
        Your session has ended. Nothing you saved is lost.
      </EmptyState>
    </div>
  );
}
