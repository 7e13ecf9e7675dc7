import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { parsePlanId, type Plan, type PlanId, planOf, smallestPlan, type SoldPlan } from '../../api/product';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import type { TrialStatus } from './api';
import { CancelDialog } from './cancel-dialog';
import { type CardState, cardState } from './card-state';
import { ChangePlanDialog } from './change-plan-dialog';
import { longDate } from './dates';
import { messages } from './messages';
import { BilledNow } from './payment-page';
import { PlanView } from './plan-view';
import { otherPlans } from './plans';
import type { SubscriptionCardProps } from './subscription-card';
import { TrialView } from './trial-view';
import { useCheckout } from './use-checkout';
import { useSubscriptionActions } from './use-subscription-actions';

type OpenDialog = { kind: 'nothing' | 'cancel' | 'reactivate' } | { kind: 'change'; to: PlanId };

/** What is known of the subscription, and the dialogs that change it. */
export function SubscriptionBody({ payer, keywords, supportEmail, handlers, trial }: SubscriptionCardProps & { trial: TrialStatus }) {
  const [asked, setAsked] = useState<OpenDialog>({ kind: 'nothing' });
  const close = () => setAsked({ kind: 'nothing' });
  const state = cardState(trial);
  const plan = planOf(trial.currentPlan);
  const checkout = useCheckout({ payer, isReactivation: true, isBillingSaid: false, handlers });
  const ownPlan = parsePlanId(plan.id) ?? smallestPlan().id;
  const buyAnew = () => checkout.start(ownPlan);
  const actions = useSubscriptionActions({ payer, trial, onDone: close, onCheckoutNeeded: buyAnew, leaveFor: handlers.leaveFor });
  // A trial that was cancelled has ended at the provider, so there is nothing to take back.
  const reactivate = state.kind === 'cancelled-trial' ? buyAnew : actions.reactivate;
  const view = {
    canCancel: trial.canCancel,
    onChange: ({ id }: SoldPlan) => setAsked({ kind: 'change', to: id }),
    onCancel: () => setAsked({ kind: 'cancel' }),
  };
  return (
    <>
      {state.kind === 'trial' ? (
        <TrialView state={state} {...view} />
      ) : (
        <PlanView
          state={state}
          {...view}
          onReactivate={() => setAsked({ kind: 'reactivate' })}
          onKeep={() => actions.change(ownPlan, [])}
          isKeeping={actions.busy === 'change'}
          onPortal={actions.openPortal}
          onChoosePlan={() => handlers.go(state.kind === 'cancelled' ? '/payment?cancelled=true' : '/payment')}
        />
      )}
      <SubscriptionAction
        hasPortal={trial.hasSubscription && trial.subscriptionId !== null}
        isBusy={actions.busy === 'portal'}
        onPortal={actions.openPortal}
        supportEmail={supportEmail}
        plan={plan}
      />
      {otherPlans(plan).map((other) => (
        <ChangePlanDialog
          key={other.id}
          isOpen={asked.kind === 'change' && asked.to === other.id}
          from={plan}
          to={other}
          isInTrial={state.kind === 'trial'}
          endsAt={trial.isInTrial ? trial.trialEndsAt : trial.currentPeriodEnd}
          keywords={keywords}
          isBusy={actions.busy === 'change'}
          onChange={(paused) => actions.change(other.id, paused)}
          onClose={close}
        />
      ))}
      <CancelDialog
        isOpen={asked.kind === 'cancel'}
        what={trial.isInTrial ? 'trial' : trial.isPastDue ? 'overdue' : 'subscription'}
        accessUntil={trial.isInTrial ? trial.trialEndsAt : trial.currentPeriodEnd}
        isBusy={actions.busy === 'cancel'}
        onCancel={actions.cancel}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={asked.kind === 'reactivate' && checkout.billedNow === undefined}
        title={messages.reactivate.title}
        description={whatReactivatingDoes(state)}
        confirmLabel={messages.reactivate.confirm}
        isBusy={actions.busy === 'reactivate' || checkout.busyPlan !== undefined}
        onConfirm={reactivate}
        onClose={close}
      />
      <BilledNow checkout={checkout} />
    </>
  );
}

/** What belongs to any plan: the provider's page with invoices and the card, and whom to ask. */
function SubscriptionAction({
  hasPortal,
  isBusy,
  onPortal,
  supportEmail,
  plan,
}: {
  hasPortal: boolean;
  isBusy: boolean;
  onPortal: () => void;
  supportEmail: string;
  plan: Plan;
}) {
  if (!hasPortal && supportEmail === '') return null;
  const subject = `${plan.limits.support === 'priority' ? 'Priority support' : 'Support'}: ${plan.name} plan`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {hasPortal && (
        <Button size="sm" variant="ghost" iconAfter={ExternalLink} isBusy={isBusy} onClick={onPortal} className="-ml-2.5">
          {messages.card.portal}
        </Button>
      )}
      {supportEmail !== '' && (
        <p>
          {messages.card.support}{' '}
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}
            className="text-primary-text underline underline-offset-2"
          >
            {supportEmail}
          </a>
        </p>
      )}
    </div>
  );
}

function whatReactivatingDoes(state: CardState): string {
  if (state.kind !== 'ending') return messages.reactivate.trial;
  const price = state.plan.price === null ? '' : ` for $${state.plan.price}`;
  return messages.reactivate.scheduled(price, state.endsAt === null ? messages.cancel.someday : longDate(state.endsAt));
}
