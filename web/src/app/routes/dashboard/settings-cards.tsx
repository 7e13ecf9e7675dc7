import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { saveProfileStatus } from '../../../features/billing/profile-status';
import { SubscriptionCard } from '../../../features/billing/subscription-card';
import { identityClient } from '../../../features/identity/client';
import type { SignedInUser } from '../../../features/identity/session';
import { trackedKeywords } from '../../../features/keywords/api';
import { redditStatus } from '../../../features/listening/api';
import { SourcesCard } from '../../../features/scanner/sources-card';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { useFrame } from '../../frame/frame-context';
import { displayName } from '../../frame/user-menu';

/** The cards of Settings that need more than one feature. */

export function OwnSubscription({ user }: { user: SignedInUser }) {
  const navigate = useNavigate();
  const { settings } = useFrame();
  return (
    <SubscriptionCard
      payer={user}
      keywords={trackedKeywords(user.id)}
      supportEmail={settings.supportEmail}
      handlers={{
        go: (to) => void navigate(to),
        leaveFor: (link) => window.location.assign(link),
        onDemo: (planId) => saveProfileStatus(identityClient().tables, user.id, 'pending', planId),
      }}
    />
  );
}

export function OwnSources({ userId }: { userId: string }) {
  const { data: reddit } = useQuery(redditStatus);
  return <SourcesCard userId={userId} hasReddit={reddit?.authType !== 'none'} />;
}

export function AccountCard({ user }: { user: SignedInUser }) {
  const { showAccount } = useFrame();
  const name = displayName(user);
  return (
    <Card
      icon={UserRound}
      title="Account"
      about="Name, email, password and your data"
      status={<Button onClick={showAccount}>Manage…</Button>}
    >
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0 text-sm">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-muted-foreground">{user.email}</p>
        </div>
      </div>
    </Card>
  );
}
