import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastsAreGone } from '../../testing/onboarding';
import { Toaster } from '../../ui/toast';
import { settlePayment, useIsPaymentSettling } from './payment-return';
import type { SubscriptionStatus } from './subscription';

type ReturnCalls = SubscriptionStatus | 'error';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  render(<Toaster />);
});
afterEach(toastsAreGone);

describe('back from payment', () => {
  it.each([
    ['active', 'Your subscription is active!'],
    ['trialing', 'Your trial is active!'],
  ] as const)('%s is said, known to the guard, and taken out of the address', async (status, message) => {
    const told = await returning([status]);

    expect(await screen.findByText('Payment Successful!')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(told.steps).toEqual([`know ${status}`, 'paid', 'leave null']);
    expect(screen.queryByText('Payment Processing')).not.toBeInTheDocument();
  });

  it('a payment that takes a moment is processing, then successful: one toast after the other', async () => {
    await returning(['pending', 'none', 'active']);

    expect(await screen.findByText('Payment Successful!')).toBeVisible();
    expect(screen.queryByText('Payment Processing')).not.toBeInTheDocument();
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  });

  it('a payment that failed leads back before the guard hears of it', async () => {
    const told = await returning(['pending', 'payment_failed']);

    expect(await screen.findByRole('alert')).toHaveTextContent('Payment FailedPayment failed. Please try again.');
    expect(told.steps).toEqual(['leave /payment?error=payment_failed', 'know payment_failed']);
  });

  it('a payment of which nobody knows has failed, once the provider says so too', async () => {
    const told = await returning(Array<ReturnCalls>(6).fill('none'), async () => 'none');

    expect(await screen.findByRole('alert')).toHaveTextContent('Payment could not be confirmed. Please try again.');
    expect(told.steps).toEqual(['ask', 'leave /payment?error=payment_failed', 'know none']);
  });

  it('a trial that was ended because of its card is explained, and no payment is said to have failed', async () => {
    const none = Array<ReturnCalls>(6).fill('none');
    const told = await returning(none, async () => 'none', { isTrialRefused: true });

    expect(await screen.findByRole('alert')).toHaveTextContent('No second free trial');
    expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument();
    expect(told.steps).toEqual(['ask', 'leave /payment', 'know none']);
  });

  it('a webhook that was lost is made up for by asking the provider', async () => {
    const told = await returning(Array<ReturnCalls>(6).fill('pending'), async () => 'trialing');

    expect(await screen.findByText('Your trial is active!')).toBeVisible();
    expect(told.steps).toEqual(['ask', 'know trialing', 'paid', 'leave null']);
  });

  it.each([
    ['the table cannot be read', Array<ReturnCalls>(6).fill('error'), []],
    ['the provider cannot be asked', Array<ReturnCalls>(6).fill('pending'), ['ask']],
  ])('when %s, nothing is claimed', async (_why, seen, asked) => {
    const told = await returning(seen, () => Promise.reject(new Error('Payment provider check failed: 502')));

    expect(told.steps).toEqual([...asked, 'leave /payment?error=check_failed']);
    await waitFor(() => expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0));
  });

  it('a cancelled subscription is left to the page that the guard leads to', async () => {
    const told = await returning(['cancelled']);

    expect(told.steps).toEqual(['know cancelled', 'leave null']);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
  });

  it('a payment that stays on its way is waited for, with the address clean', async () => {
    const told = await returning(
      [...Array<ReturnCalls>(6).fill('pending'), 'pending', 'error', 'active'],
      async () => 'pending_activation',
    );

    expect(await screen.findByText('Payment Successful!')).toBeVisible();
    expect(told.steps).toEqual(['ask', 'leave null', 'know active', 'paid', 'leave null']);
    expect(told.waits).toEqual([2000, 2000, 2000, 2000, 2000, 30_000, 30_000, 30_000]);
  });

  it('nobody waits for somebody who has left', async () => {
    const told = await returning(Array<ReturnCalls>(6).fill('pending'), async () => 'pending', { isHere: false });

    expect(told.steps).toEqual(['ask', 'leave null']);
    await waitFor(() => expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0));
  });
});

it('asked for twice, it is done once, and the guard is told how long', async () => {
  const gate = new EventTarget();
  const opened = new Promise<void>((resolve) => gate.addEventListener('open', () => resolve()));
  const readStatus = vi.fn<() => Promise<SubscriptionStatus>>(async () => {
    await opened;
    return 'active';
  });
  const handlers = { ...quietHandlers, readStatus };
  render(<Settling />);
  expect(screen.getByText('settled')).toBeVisible();

  const first = settlePayment('user-1', handlers);
  const second = settlePayment('user-1', handlers);
  expect(await screen.findByText('settling')).toBeVisible();
  gate.dispatchEvent(new Event('open'));
  await Promise.all([first, second]);

  expect(readStatus).toHaveBeenCalledOnce();
  expect(await screen.findByText('settled')).toBeVisible();
  expect(await screen.findAllByText('Payment Successful!')).toHaveLength(1);
});

function Settling() {
  return <p>{useIsPaymentSettling('user-1') ? 'settling' : 'settled'}</p>;
}

const quietHandlers = {
  askProvider: async (): Promise<SubscriptionStatus> => 'none',
  wait: async () => {},
  know: () => {},
  leave: async () => {},
  onPaid: () => {},
  isTrialRefused: async () => false,
  isHere: () => true,
};

/** Comes back to a server that says one thing after the other; no time passes. */
async function returning(
  seen: readonly ReturnCalls[],
  provider: () => Promise<SubscriptionStatus> = async () => 'none',
  { isHere = true, isTrialRefused = false } = {},
) {
  const steps: string[] = [];
  const waits: number[] = [];
  const left = [...seen];
  await settlePayment('user-1', {
    readStatus: async () => {
      const next = left.shift();
      if (next === undefined || next === 'error') throw new Error('the table cannot be read');
      return next;
    },
    askProvider: () => {
      steps.push('ask');
      return provider();
    },
    wait: async (ms) => void waits.push(ms),
    know: (status) => void steps.push(`know ${status}`),
    leave: async (to) => void steps.push(`leave ${to}`),
    onPaid: () => void steps.push('paid'),
    isTrialRefused: async () => isTrialRefused,
    isHere: () => isHere,
  });
  return { steps, waits };
}
