import { expect, it } from 'vitest';
import { paymentOutcomeOf } from './payment-outcome';
import { subscriptionStatuses } from './subscription';

/** The spec's table (§4, Outcome by status; decisions, Small print), written down again. */
const table = [
  ['active', 'either', 'success', 'Your subscription is active!', null],
  ['trialing', 'either', 'success', 'Your trial is active!', null],
  ['pending', 'payment', 'pending', 'Your payment is being processed. Please wait...', null],
  [
    'pending',
    'elsewhere',
    'failure',
    'Your payment is still pending. Please retry payment or contact support.',
    '/payment?error=payment_failed',
  ],
  ['pending_activation', 'payment', 'pending', 'Your payment is being processed. Please wait...', null],
  [
    'pending_activation',
    'elsewhere',
    'failure',
    'Your payment is still pending. Please retry payment or contact support.',
    '/payment?error=payment_failed',
  ],
  ['payment_failed', 'either', 'failure', 'Payment failed. Please try again.', '/payment?error=payment_failed'],
  ['cancelled', 'either', 'notice', 'Your subscription has been cancelled. Please reactivate to continue using all features.', null],
  ['none', 'payment', 'failure', 'Payment could not be confirmed. Please try again.', '/payment?error=payment_failed'],
  ['none', 'elsewhere', 'failure', 'No active subscription found.', '/payment'],
  ['inactive', 'payment', 'failure', 'Payment could not be confirmed. Please try again.', '/payment?error=payment_failed'],
  ['inactive', 'elsewhere', 'failure', 'No active subscription found.', '/payment'],
] as const;

it.each(table)('%s, coming from %s, is a %s', (status, from, kind, message, redirect) => {
  const comings = from === 'either' ? [true, false] : [from === 'payment'];

  for (const isFromPayment of comings) expect(paymentOutcomeOf(status, isFromPayment)).toEqual({ kind, message, redirect });
});

it('has a row for every status', () => {
  expect(new Set(table.map(([status]) => status))).toEqual(new Set(subscriptionStatuses));
});
