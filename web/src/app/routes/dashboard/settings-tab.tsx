import { useQuery } from '@tanstack/react-query';
import { Keyboard, Lock, SunMoon } from 'lucide-react';
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
import { Card } from '../../../ui/card';
import { EmptyState } from '../../../ui/empty-state';
import { PaneBar, PaneBody } from '../../../ui/pane';
import { Segmented } from '../../../ui/segmented';
import { useFrame } from '../../frame/frame-context';
import { SingleKeysSwitch } from '../../frame/single-keys-switch';
import { themes } from '../../frame/user-menu';
import { paths } from '../../paths';
import { OwnKeywords, OwnSuggestions } from './keyword-cards';
import { AccountCard, OwnSubscription } from './settings-cards';
import { SettingsSection, useSectionInAddress } from './settings-sections';

/** Settings: the plan and what is listened for at the left, what happens by itself at the right. */
export function SettingsTab() {
  const session = useSession();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PaneBar title="Settings" className="px-4 md:px-8">
        {session.state === 'signed-in' && <WhoseSettings userId={session.user.id} />}
      </PaneBar>
      <PaneBody>
        {session.state === 'signed-out' && <SignedOut />}
        {session.state === 'signed-in' && <Cards key={session.user.id} user={session.user} />}
      </PaneBody>
    </div>
  );
}

/**
 * Three blocks: the left column, the right one beside all of it, and the rest of the left one. In one
 * column the cards of the right come between, in the order that the design has there.
 */
function Cards({ user }: { user: SignedInUser }) {
  const { id: userId, email } = user;
  const navigate = useNavigate();
  const cards = useSectionInAddress();
  return (
    <div
      ref={cards}
      className="mx-auto grid max-w-270 grid-cols-1 items-start gap-5 p-4 [reading-flow:grid-order] md:p-8 lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid grid-cols-1 gap-5">
        <SettingsSection name="subscription">
          <OwnSubscription user={user} />
        </SettingsSection>
        <SettingsSection name="keywords">
          <OwnKeywords userId={userId} />
        </SettingsSection>
        <SettingsSection name="searches">
          <SearchesCard userId={userId} />
        </SettingsSection>
        <SettingsSection name="communities">
          <CommunitiesCard userId={userId} />
        </SettingsSection>
        <SettingsSection name="suggestions" className="empty:hidden">
          <OwnSuggestions userId={userId} />
        </SettingsSection>
      </div>
      <div className="contents lg:row-span-2 lg:grid lg:grid-cols-1 lg:gap-5">
        <SettingsSection name="scanner" className="max-lg:order-2">
          <ScannerCard userId={userId} />
        </SettingsSection>
        <SettingsSection name="notifications" className="max-lg:order-1">
          <NotificationsCard userId={userId} email={email} />
        </SettingsSection>
        <SettingsSection name="company" className="max-lg:order-3">
          <CompanyCard userId={userId} onStart={() => void navigate(paths.onboarding)} />
        </SettingsSection>
        <SettingsSection name="account" className="max-lg:order-4">
          <AccountCard user={user} />
        </SettingsSection>
        <SettingsSection name="theme" className="max-lg:order-4">
          <ThemeCard />
        </SettingsSection>
        <SettingsSection name="shortcuts" className="max-lg:order-4">
          <ShortcutsCard />
        </SettingsSection>
      </div>
      <div className="grid grid-cols-1 gap-5 max-lg:order-3">
        <SettingsSection name="brand-terms">
          <BrandTermsCard userId={userId} />
        </SettingsSection>
        <SettingsSection name="filtering">
          <FilterCard userId={userId} />
        </SettingsSection>
      </div>
    </div>
  );
}

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
    <div className="grid min-h-full content-center">
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
