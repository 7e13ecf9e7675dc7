import { describe, expect, it } from 'vitest';
import { planOf } from '../../api/product';
import { aTrialStatus } from '../../testing/billing';
import { cardState, spokenDays, trialUsed } from './card-state';

const pro = planOf('pro');
const starter = planOf('starter');

describe('the card shows', () => {
  it.each([
    ['a trial', {}, { kind: 'trial', plan: pro, daysLeft: 2, endsAt: '2026-11-17T12:00:00Z' }],
    [
      'a trial that was cancelled',
      { isCancelledTrial: true },
      { kind: 'cancelled-trial', plan: pro, daysLeft: 2, endsAt: '2026-11-17T12:00:00Z' },
    ],
    ['a plan that renews', running({}), { kind: 'active', plan: pro, renewsAt: '2026-12-17T12:00:00Z', change: null }],
    [
      'a downgrade that waits for the end of the period',
      running({ nextPlan: 'starter', planUntil: '2026-12-17T12:00:00Z' }),
      { kind: 'active', plan: pro, renewsAt: '2026-12-17T12:00:00Z', change: { plan: starter, at: '2026-12-17T12:00:00Z' } },
    ],
    [
      'a renewal that was not paid',
      running({ isPastDue: true, accessUntil: '2026-12-20T12:00:00Z' }),
      { kind: 'overdue', plan: pro, until: '2026-12-20T12:00:00Z' },
    ],
    [
      'a cancellation that is scheduled',
      running({ cancelAtPeriodEnd: true }),
      { kind: 'ending', plan: pro, endsAt: '2026-12-17T12:00:00Z' },
    ],
    [
      'the day of a cancellation before that of the period',
      running({ cancelAtPeriodEnd: true, cancellationDate: '2026-12-16T12:00:00Z' }),
      { kind: 'ending', plan: pro, endsAt: '2026-12-16T12:00:00Z' },
    ],
    ['a payment that failed', { status: 'payment_failed' }, { kind: 'payment-failed', plan: pro }],
    ['a payment on its way', { status: 'pending' }, { kind: 'pending' }],
    ['a payment on its way, seen later', { status: 'pending_activation' }, { kind: 'pending' }],
    ['a subscription that ended', { status: 'cancelled' }, { kind: 'cancelled', plan: pro }],
    ['none where there is none', { hasSubscription: false, status: 'none' }, { kind: 'none' }],
    ['none for a status nobody knows', { status: 'paused_for_summer' }, { kind: 'none' }],
    [
      'a plan of which nothing is known as Starter',
      { currentPlan: null },
      { kind: 'trial', plan: starter, daysLeft: 2, endsAt: '2026-11-17T12:00:00Z' },
    ],
  ])('%s', (_what, changes, state) => {
    expect(cardState(aTrialStatus(changes))).toEqual(state);
  });
});

describe('a trial', () => {
  it.each([
    [3, 0, '3 days left'],
    [2, 33, '2 days left'],
    [1, 67, '1 day left'],
    [0, 100, 'Less than a day left'],
    // Taken up again, it may be longer than a new one.
    [5, 0, '5 days left'],
  ])('with %i days left is %i percent over: %s', (daysLeft, percent, words) => {
    expect(Math.round(trialUsed(daysLeft))).toBe(percent);
    expect(spokenDays(daysLeft)).toBe(words);
  });
});

function running(changes: Parameters<typeof aTrialStatus>[0]) {
  return {
    status: 'active',
    isInTrial: false,
    daysLeftInTrial: 0,
    trialEndsAt: null,
    currentPeriodEnd: '2026-12-17T12:00:00Z',
    ...changes,
  };
}
