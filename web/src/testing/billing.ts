import type { TrialStatus } from '../features/billing/api';

/** The trial of the mockups: Professional, on its second day. */
export function aTrialStatus(changes: Partial<TrialStatus> = {}): TrialStatus {
  return {
    hasSubscription: true,
    subscriptionId: 'sub_1',
    currentPlan: 'pro',
    status: 'trialing',
    isInTrial: true,
    daysLeftInTrial: 2,
    isCancelledTrial: false,
    cancelAtPeriodEnd: false,
    cancellationDate: null,
    trialEndsAt: '2026-11-17T12:00:00Z',
    currentPeriodEnd: '2026-11-17T12:00:00Z',
    canCancel: true,
    nextPlan: null,
    planUntil: null,
    isPastDue: false,
    noTrial: null,
    accessUntil: null,
    ...changes,
  };
}

/** A paid month. */
export function aRunningPlan(changes: Partial<TrialStatus> = {}): TrialStatus {
  return aTrialStatus({
    status: 'active',
    isInTrial: false,
    daysLeftInTrial: 0,
    trialEndsAt: null,
    currentPeriodEnd: '2026-12-17T12:00:00Z',
    ...changes,
  });
}
