import { Keyboard, Lock, SunMoon, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { noteInProfile } from '../../../features/billing/profile-note';
import { SubscriptionCard } from '../../../features/billing/subscription-card';
import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import { trackedKeywords } from '../../../features/keywords/api';
import { FilterCard } from '../../../features/listening/filter-card';
import { CompanyCard } from '../../../features/onboarding/company-card';
import { chooseTheme, useThemeChoice } from '../../../lib/theme';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { EmptyState } from '../../../ui/empty-state';
import { PaneBar, PaneBody } from '../../../ui/pane';
import { Segmented } from '../../../ui/segmented';
import { useFrameDoors } from '../../frame/frame-doors';
import { SingleKeysSwitch } from '../../frame/single-keys-switch';
import { displayName, themes } from '../../frame/user-menu';
import { paths } from '../../paths';

/** Settings. The cards of keywords, scanner and notifications join with their rooms. */
export function SettingsTab() {
  const session = useSession();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PaneBar title="Settings" className="px-4 md:px-8" />
      <PaneBody>{session.state === 'signed-out' ? <SignedOut /> : <Cards />}</PaneBody>
    </div>
  );
}

function Cards() {
  const theme = useThemeChoice();
  const { showShortcuts } = useFrameDoors();
  return (
    <div className="mx-auto grid max-w-270 items-start gap-5 p-4 md:p-8 lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
      <div className="grid gap-5">
        <OwnSubscription />
        <OwnCompany />
        <OwnFilters />
      </div>
      <div className="grid gap-5">
        <AccountCard />
        <Card
          icon={SunMoon}
          title="Theme"
          about="Kept in this browser"
          status={<Segmented label="Theme" isIconOnly options={themes} value={theme} onValueChange={chooseTheme} />}
        />
        <Card icon={Keyboard} title="Keyboard shortcuts" about="Kept in this browser" status={<Button onClick={showShortcuts}>Show all</Button>}>
          <SingleKeysSwitch />
        </Card>
      </div>
    </div>
  );
}

function OwnSubscription() {
  const session = useSession();
  const navigate = useNavigate();
  const { settings } = useFrameDoors();
  if (session.state !== 'signed-in') return null;
  const { id } = session.user;
  return (
    <SubscriptionCard
      payer={session.user}
      keywords={trackedKeywords(id)}
      supportEmail={settings.supportEmail}
      doors={{
        go: (to) => void navigate(to),
        leaveFor: (link) => window.location.assign(link),
        onDemo: (planId) => noteInProfile(identityClient().tables, id, 'pending', planId),
      }}
    />
  );
}

function OwnCompany() {
  const session = useSession();
  const navigate = useNavigate();
  return session.state === 'signed-in' && <CompanyCard userId={session.user.id} onStart={() => void navigate(paths.onboarding)} />;
}

function OwnFilters() {
  const session = useSession();
  return session.state === 'signed-in' && <FilterCard userId={session.user.id} />;
}

function AccountCard() {
  const session = useSession();
  const { showAccount } = useFrameDoors();
  if (session.state !== 'signed-in') return null;
  const name = displayName(session.user);
  return (
    <Card icon={UserRound} title="Account" about="Name, e-mail, password and your data" status={<Button onClick={showAccount}>Manage…</Button>}>
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0 text-sm">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-muted-foreground">{session.user.email}</p>
        </div>
      </div>
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
