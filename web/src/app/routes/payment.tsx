import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { trialStatus, type TrialStatus } from '../../features/billing/api';
import { messages } from '../../features/billing/messages';
import { parsePaymentError, PaymentPage } from '../../features/billing/payment-page';
import { saveProfileStatus } from '../../features/billing/profile-status';
import { subscriptionStatus } from '../../features/billing/subscription';
import { useCheckout } from '../../features/billing/use-checkout';
import { identityClient } from '../../features/identity/client';
import { useSession } from '../../features/identity/session';
import type { Settings } from '../../lib/settings';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Frame } from '../frame/frame';
import { type PageStep, StepsPage } from '../frame/steps-page';
import { PageTitle } from '../page-title';
import { paths } from '../paths';

/** Choosing a plan, or coming back to one: /payment, with `cancelled` and `error` in the address. */
export function Payment({ settings }: { settings: Settings }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const payer = session.state === 'signed-in' ? session.user : undefined;
  const { tables } = identityClient();
  // A user who returns to a cancelled subscription is not in the middle of the steps.
  const isReactivation = search.get('cancelled') === 'true';
  const noTrial = useNoTrial(payer?.id);
  const checkout = useCheckout({
    payer,
    isReactivation,
    isBillingSaid: isReactivation || noTrial !== null,
    handlers: {
      go: (to) => void navigate(to),
      leaveFor: (link) => window.location.assign(link),
      onDemo: (planId) => (payer === undefined ? Promise.resolve() : saveProfileStatus(tables, payer.id, 'pending', planId)),
    },
  });
  useDashboardAtHand();
  const dismiss = () => {
    const rest = new URLSearchParams(search);
    rest.delete('error');
    setSearch(rest, { replace: true });
  };
  return (
    <Frame settings={settings}>
      <PageTitle>Plan</PageTitle>
      <StepsPage steps={isReactivation ? [] : steps}>
        <PaymentPage
          checkout={checkout}
          isReactivation={isReactivation}
          noTrial={noTrial}
          error={parsePaymentError(search.get('error'))}
          onDismissError={dismiss}
          notice={payer !== undefined && <SubscribedAlready userId={payer.id} onGo={() => void navigate(paths.dashboard)} />}
          supportEmail={settings.supportEmail}
        />
      </StepsPage>
    </Frame>
  );
}

/** Paid in another tab, or come here by the address: there is nothing to buy. */
function SubscribedAlready({ userId, onGo }: { userId: string; onGo: () => void }) {
  const { data: status } = useQuery(subscriptionStatus(identityClient().tables, userId));
  if (status !== 'active' && status !== 'trialing') return null;
  return (
    <Alert
      kind="success"
      action={
        <Button size="sm" onClick={onGo}>
          {messages.page.subscribedAction}
        </Button>
      }
    >
      {messages.page.subscribed}
    </Alert>
  );
}

/** Why this user gets no free trial; null if they do, or while it is not known. */
function useNoTrial(userId: string | undefined): TrialStatus['noTrial'] {
  const { data } = useQuery({ ...trialStatus(userId ?? ''), enabled: userId !== undefined });
  return data?.noTrial ?? null;
}

/** The next page is fetched ahead: a checkout that reaches no provider leads there as well, and then nothing can be fetched. */
function useDashboardAtHand() {
  useEffect(() => {
    import('./dashboard').catch(() => {});
  }, []);
}

const steps: readonly PageStep[] = [
  { label: 'Website Analysis', state: 'done' },
  { label: 'Keywords', state: 'done' },
  { label: 'Plan', state: 'current' },
];
