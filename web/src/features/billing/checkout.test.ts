import { describe, expect, it } from 'vitest';
import { ApiFailure, failed } from '../../api/errors';
import { planId } from '../../testing/product';
import { afterAnswer, afterFailure, checkoutRequest, demoAddress } from './checkout';

const link = 'https://pay.example/c/pay/cs_1';
const pro = planId('pro');

describe('an answer', () => {
  it('with a link leads to the payment page', () => {
    expect(afterAnswer({ payment_link: link, session_id: 'cs_1', subscription_saved: true, demo: true })).toEqual({
      kind: 'pay',
      link,
      billsAtOnce: false,
      isDemo: true,
    });
  });

  it('may say that it bills at once', () => {
    expect(afterAnswer({ payment_link: link, bills_at_once: true })).toEqual({ kind: 'pay', link, billsAtOnce: true, isDemo: false });
  });

  it.each([undefined, null, '', 'pay.example', 'file:///etc/hostname', 'data:text/html,hello'])(
    'without a link that a browser may follow (%o) is refused',
    (raw) => {
      expect(afterAnswer({ payment_link: raw ?? null })).toEqual({ kind: 'refused', title: 'No payment link received' });
    },
  );

  it('with an error is refused in the server’s words', () => {
    expect(afterAnswer({ payment_link: link, error: 'The card provider is closed.' })).toEqual({
      kind: 'refused',
      title: 'Failed to create subscription',
      description: 'The card provider is closed.',
    });
  });
});

describe('a failure', () => {
  it.each([
    ['no network', failed('unreachable'), { kind: 'go', to: demoAddress(pro) }],
    ['no answer in time', failed('timeout'), { kind: 'go', to: demoAddress(pro) }],
    ['an earlier payment on its way', refusal(409, 'processing'), { kind: 'go', to: '/payment?error=processing' }],
    ['a subscription that lives already', refusal(409, 'already_subscribed'), { kind: 'go', to: '/dashboard' }],
    [
      'another change under way',
      refusal(409, 'Failed to create subscription', 'Another change is in progress.'),
      { kind: 'refused', title: 'Failed to create subscription', description: 'Another change is in progress.' },
    ],
    ['no session', refusal(401, 'Unauthorized'), { kind: 'refused', title: 'Please sign in to continue' }],
    [
      'a refusal',
      refusal(402, 'Card', 'Your card was declined.'),
      { kind: 'refused', title: 'Failed to create subscription', description: 'Your card was declined.' },
    ],
    [
      'a refusal in the same words',
      refusal(500, 'Oops', 'Failed to create subscription'),
      { kind: 'refused', title: 'Failed to create subscription' },
    ],
    ['something else', new Error('odd'), { kind: 'refused', title: 'Failed to start checkout process' }],
  ])('by %s', (_why, failure, step) => {
    expect(afterFailure(failure, pro)).toEqual(step);
  });

  it('by an answer that cannot be read', () => {
    expect(afterFailure(failed('unreadable'), pro)).toMatchObject({ kind: 'refused', title: 'Failed to start checkout process' });
  });
});

it('a checkout that reaches nobody has the address of the spec', () => {
  expect(demoAddress(planId('starter'))).toBe('/dashboard?payment_success=true&plan=starter&demo=true&reason=backend_offline');
});

it('a checkout request says who wants what', () => {
  expect(checkoutRequest(pro, { id: 'u-1', email: 'nora@paperlark.example', fullName: '' }, true)).toEqual({
    planId: 'pro',
    userEmail: 'nora@paperlark.example',
    userName: 'nora@paperlark.example',
    metadata: {
      user_id: 'u-1',
      plan_id: 'pro',
      plan_name: 'Professional',
      price: 21,
      reactivation: true,
      previous_cancellation: true,
      app_name: 'Earshot',
    },
  });
});

function refusal(status: number, code: string, message = 'No.') {
  return new ApiFailure('refused', message, { status, statusText: '', code, retryAfterS: undefined });
}
