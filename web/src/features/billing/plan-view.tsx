import type { ReactNode } from 'react';
import type { Plan, SoldPlan } from '../../api/product';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Wave } from '../../ui/wave';
import { type CardState, spokenDays, trialUsed } from './card-state';
import { ChangeButton } from './change-button';
import { longDate } from './dates';
import { messages } from './messages';
import { otherPlans } from './plans';
import { Price } from './trial-view';

const words = messages.card;

type PlanViewProps = {
  state: Exclude<CardState, { kind: 'trial' }>;
  canCancel: boolean;
  onChange: (to: SoldPlan) => void;
  onCancel: () => void;
  onReactivate: () => void;
  /** Takes a planned change back. */
  onKeep: () => void;
  isKeeping: boolean;
  onPortal: () => void;
  /** To where plans are chosen. */
  onChoosePlan: () => void;
};

/** Every state but a running trial: the plan, what happens next, and what can be done about it. */
export function PlanView({ state, canCancel, onChange, onCancel, onReactivate, onKeep, isKeeping, onPortal, onChoosePlan }: PlanViewProps) {
  const cancel = canCancel && (
    <Button variant="danger-ghost" onClick={onCancel}>
      {words.cancelSubscription}
    </Button>
  );
  const reactivate = (
    <Button variant="primary" onClick={onReactivate}>
      {words.reactivate}
    </Button>
  );
  switch (state.kind) {
    case 'cancelled-trial':
      return (
        <PlanNotice
          plan={state.plan}
          line={state.endsAt === null ? undefined : words.accessKept(longDate(state.endsAt))}
          actions={reactivate}
        >
          <Wave label={words.trialWave} value={trialUsed(state.daysLeft)} valueText={spokenDays(state.daysLeft)} seed="trial" height={20} />
        </PlanNotice>
      );
    case 'active':
      return <ActivePlan state={state} cancel={cancel} onChange={onChange} onKeep={onKeep} isKeeping={isKeeping} />;
    case 'overdue':
      return (
        <PlanNotice
          plan={state.plan}
          actions={
            <>
              {cancel}
              <Button variant="primary" onClick={onPortal}>
                {words.updateCard}
              </Button>
            </>
          }
        >
          <Alert kind="notice">{state.until === null ? words.overdueSomeday : words.overdue(longDate(state.until))}</Alert>
        </PlanNotice>
      );
    case 'ending':
      return (
        <PlanNotice
          plan={state.plan}
          line={state.endsAt === null ? undefined : words.runsOut(longDate(state.endsAt))}
          actions={reactivate}
        />
      );
    case 'payment-failed':
      return (
        <PlanNotice
          plan={state.plan}
          actions={
            <>
              <Button onClick={onChoosePlan}>{words.choosePlan}</Button>
              <Button variant="primary" onClick={onPortal}>
                {words.updateCard}
              </Button>
            </>
          }
        >
          <Alert kind="error">{words.paymentFailed}</Alert>
        </PlanNotice>
      );
    case 'cancelled':
      return (
        <PlanNotice
          plan={state.plan}
          line={words.cancelled}
          actions={
            <Button variant="primary" onClick={onChoosePlan}>
              {words.reactivate}
            </Button>
          }
        />
      );
    case 'pending':
      return <PlanNotice line={words.pending} />;
    case 'none':
      return (
        <PlanNotice
          line={words.none}
          actions={
            <Button variant="primary" onClick={onChoosePlan}>
              {words.choosePlan}
            </Button>
          }
        />
      );
  }
}

type ActivePlanProps = Pick<PlanViewProps, 'onChange' | 'onKeep' | 'isKeeping'> & {
  state: Extract<CardState, { kind: 'active' }>;
  cancel: ReactNode;
};

function ActivePlan({ state: { plan, renewsAt, change }, cancel, onChange, onKeep, isKeeping }: ActivePlanProps) {
  const others = otherPlans(plan);
  const line =
    change === null
      ? renewsAt !== null && words.renews(longDate(renewsAt))
      : words.planChanges(change.plan.name, change.plan.price ?? 0, longDate(change.at));
  const changeButtons =
    change === null ? (
      others.map((other) => <ChangeButton key={other.id} from={plan} to={other} onChange={onChange} />)
    ) : (
      <Button isBusy={isKeeping} onClick={onKeep}>
        {words.keep(plan.name)}
      </Button>
    );
  const hasActions = cancel !== false || change !== null || others.length > 0;
  return (
    <PlanNotice
      plan={plan}
      line={line || undefined}
      actions={
        hasActions && (
          <>
            {cancel}
            {changeButtons}
          </>
        )
      }
    />
  );
}

type PlanNoticeProps = { plan?: Plan; line?: string | undefined; actions?: ReactNode; children?: ReactNode };

function PlanNotice({ plan, line, actions = false, children }: PlanNoticeProps) {
  return (
    <>
      <div className="grid gap-3">
        <div>
          {plan !== undefined && (
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-lg">{plan.name}</h3>
              <Price plan={plan} />
            </div>
          )}
          {line !== undefined && <p className="text-sm text-foreground-soft">{line}</p>}
        </div>
        {children}
      </div>
      {actions !== false && <div className="flex flex-wrap justify-end gap-2 border-t border-border pt-4 max-md:*:flex-1">{actions}</div>}
    </>
  );
}
