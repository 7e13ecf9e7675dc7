import { type Plan, planOf, productFacts } from '../../api/product';
import type { TrialStatus } from './api';
import { parseStatus } from './subscription';

/** What the Subscription card has to say, one thing at a time. */
export type CardState =
  | { kind: 'trial'; plan: Plan; daysLeft: number; endsAt: string | null }
  | { kind: 'cancelled-trial'; plan: Plan; daysLeft: number; endsAt: string | null }
  | { kind: 'active'; plan: Plan; renewsAt: string | null; change: PlannedChange | null }
  /** A renewal was not paid; access stays for a few days. */
  | { kind: 'overdue'; plan: Plan; until: string | null }
  /** Cancelled for the end of the period. */
  | { kind: 'ending'; plan: Plan; endsAt: string | null }
  | { kind: 'payment-failed'; plan: Plan }
  | { kind: 'pending' }
  | { kind: 'cancelled'; plan: Plan }
  | { kind: 'none' };

/** A downgrade that waits for the end of the period. */
export type PlannedChange = { plan: Plan; at: string };

export function cardState(trial: TrialStatus): CardState {
  if (!trial.hasSubscription) return { kind: 'none' };
  const plan = planOf(trial.currentPlan);
  switch (parseStatus(trial.status)) {
    case 'trialing':
      return inTrial(trial, plan);
    case 'active':
      return running(trial, plan);
    case 'pending':
    case 'pending_activation':
      return { kind: 'pending' };
    case 'payment_failed':
      return { kind: 'payment-failed', plan };
    case 'cancelled':
      return { kind: 'cancelled', plan };
    case 'none':
    case 'inactive':
      return { kind: 'none' };
  }
}

/** How much of a trial is over, in percent. */
export function trialUsed(daysLeft: number): number {
  const { trialDays } = productFacts();
  return Math.min(100, Math.max(0, ((trialDays - daysLeft) / trialDays) * 100));
}

/** '2 days left', and in the last hours no 'zero days'. */
export function spokenDays(daysLeft: number): string {
  if (daysLeft < 1) return 'Less than a day left';
  return daysLeft === 1 ? '1 day left' : `${daysLeft} days left`;
}

function inTrial({ isCancelledTrial, daysLeftInTrial, trialEndsAt, accessUntil }: TrialStatus, plan: Plan): CardState {
  return { kind: isCancelledTrial ? 'cancelled-trial' : 'trial', plan, daysLeft: daysLeftInTrial, endsAt: accessUntil ?? trialEndsAt };
}

function running(trial: TrialStatus, plan: Plan): CardState {
  const { currentPeriodEnd, nextPlan, planUntil } = trial;
  if (trial.isPastDue) return { kind: 'overdue', plan, until: trial.accessUntil };
  if (trial.cancelAtPeriodEnd) return { kind: 'ending', plan, endsAt: trial.cancellationDate ?? currentPeriodEnd };
  const change = nextPlan === null || planUntil === null || nextPlan === plan.id ? null : { plan: planOf(nextPlan), at: planUntil };
  return { kind: 'active', plan, renewsAt: currentPeriodEnd, change };
}
