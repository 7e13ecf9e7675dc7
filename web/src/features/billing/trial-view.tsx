import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Plan, type SoldPlan, soldPlans } from '../../api/product';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Wave } from '../../ui/wave';
import { type CardState, spokenDays, trialUsed } from './card-state';
import { ChangeButton } from './change-button';
import { longDate, shortDate } from './dates';
import { messages } from './messages';
import { nextPlanUp, otherPlans, summaryOf } from './plans';

const words = messages.card;

type TrialViewProps = {
  state: Extract<CardState, { kind: 'trial' }>;
  canCancel: boolean;
  onChange: (to: SoldPlan) => void;
  onCancel: () => void;
};

/** A trial that runs: how much is left, the plans side by side, and the way out. */
export function TrialView({ state: { plan, daysLeft, endsAt }, canCancel, onChange, onCancel }: TrialViewProps) {
  const isChangeable = otherPlans(plan).length > 0;
  return (
    <>
      <TrialPanel plan={plan} daysLeft={daysLeft} endsAt={endsAt} />
      <section aria-label={words.plan}>
        <h3 className="font-sans text-xs font-medium text-foreground-soft">{words.plan}</h3>
        <div className="mt-2 grid gap-2.5 md:grid-cols-2">
          {isChangeable ? (
            soldPlans().map((candidate) => (
              <PlanPanel key={candidate.id} plan={candidate} isCurrent={candidate.id === plan.id}>
                <ChangeButton from={plan} to={candidate} size="sm" onChange={onChange} className="max-md:w-full" />
              </PlanPanel>
            ))
          ) : (
            <PlanPanel plan={plan} isCurrent />
          )}
        </div>
        {nextPlanUp(plan) !== undefined && <p className="mt-2 text-xs text-muted-foreground">{words.upgradeEndsTrial}</p>}
      </section>
      {canCancel && (
        <div className="flex flex-col gap-2 border-t border-border pt-4 md:flex-row md:items-center md:justify-between md:gap-4">
          {endsAt !== null && <p className="text-xs text-foreground-soft">{words.cancelTrialNote(shortDate(endsAt))}</p>}
          <Button variant="danger-ghost" onClick={onCancel} className="max-md:w-full">
            {words.cancelTrial}
          </Button>
        </div>
      )}
    </>
  );
}

function TrialPanel({ plan, daysLeft, endsAt }: Pick<TrialViewProps['state'], 'plan' | 'daysLeft' | 'endsAt'>) {
  return (
    <div className="rounded-lg border border-primary-line bg-primary-soft p-4">
      <div className="flex items-end justify-between gap-3">
        <div>
          <p className="font-label text-xs text-primary-text">{words.freeTrial}</p>
          <p className="font-display text-xl font-semibold">{spokenDays(daysLeft)}</p>
        </div>
        <p className="text-right text-xs text-foreground-soft">
          {endsAt !== null && <span className="block">{words.ends(longDate(endsAt))}</span>}
          {plan.price !== null && <span className="block">{words.thenCosts(plan.price)}</span>}
        </p>
      </div>
      <div className="mt-3">
        <Wave label={words.trialWave} value={trialUsed(daysLeft)} valueText={spokenDays(daysLeft)} seed="trial" height={20} isOnTint />
      </div>
    </div>
  );
}

/** Below a plan stands how to get it, or that it is the current one. */
function PlanPanel({ plan, isCurrent, children }: { plan: Plan; isCurrent: boolean; children?: ReactNode }) {
  return (
    <section
      aria-label={plan.name}
      className={cx(
        // The last of three takes the row that it would stand in alone.
        'flex flex-col rounded-lg bg-card md:not-first:last:odd:col-span-2',
        isCurrent ? 'border-2 border-primary p-3.25' : 'border border-border-strong p-3.5',
      )}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h4 className="font-sans text-list font-semibold">{plan.name}</h4>
        <Price plan={plan} />
      </div>
      <p className="mt-1 mb-3 text-xs text-muted-foreground">{summaryOf(plan)}</p>
      <div className="mt-auto flex min-h-(--control-sm) items-center touch:min-h-(--touch)">
        {isCurrent ? (
          <p className="flex items-center gap-2 font-label text-xs text-primary-text">
            <Check size={14} aria-hidden="true" /> {words.currentPlan}
          </p>
        ) : (
          children
        )}
      </div>
    </section>
  );
}

/** '$21 a month', or that it was agreed on. */
export function Price({ plan }: { plan: Plan }) {
  return (
    <span className="flex-none text-sm text-muted-foreground">
      {plan.price === null ? (
        words.agreed
      ) : (
        <>
          <strong className="font-semibold text-foreground">${plan.price}</strong> {messages.page.month}
        </>
      )}
    </span>
  );
}
