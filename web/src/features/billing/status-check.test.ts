import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkStatus } from './status-check';
import type { SubscriptionStatus } from './subscription';

type StatusCalls = SubscriptionStatus | 'error';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('the check', () => {
  it.each(['active', 'trialing', 'payment_failed', 'cancelled', 'inactive'] as const)('ends at once with %s', async (status) => {
    const { result, waits, isUnsettledTold } = await checking([status]);

    expect(result).toMatchObject({ success: true, status, retries_used: 0 });
    expect(waits).toEqual([]);
    expect(isUnsettledTold).toBe(false);
  });

  it.each(['pending', 'pending_activation', 'none', 'error'] as const)('looks again after %s, two seconds later', async (status) => {
    const { result, waits, isUnsettledTold } = await checking([status, 'trialing']);

    expect(result).toEqual({ success: true, status: 'trialing', retries_used: 1, message: 'Your trial is active!' });
    expect(waits).toEqual([2000]);
    expect(isUnsettledTold).toBe(true);
  });

  it('takes what the fifth retry sees', async () => {
    const { result, providerAsked } = await checking(['none', 'error', 'pending', 'pending', 'pending', 'active']);

    expect(result).toEqual({ success: true, status: 'active', retries_used: 5, message: 'Your subscription is active!' });
    expect(providerAsked).toBe(0);
  });

  it('asks the provider after the fifth retry, and believes it', async () => {
    const { result, waits, providerAsked } = await checking(Array<StatusCalls>(6).fill('pending'), async () => 'active');

    expect(result).toEqual({ success: true, status: 'active', retries_used: 5, message: 'Your subscription is active!' });
    expect(waits).toEqual([2000, 2000, 2000, 2000, 2000]);
    expect(providerAsked).toBe(1);
  });

  it('has not succeeded when the provider cannot be asked', async () => {
    const { result } = await checking(Array<StatusCalls>(6).fill('pending'), () =>
      Promise.reject(new Error('Payment provider check failed: 502')),
    );

    expect(result).toEqual({ success: false, status: 'pending', retries_used: 5, message: 'Payment status could not be confirmed' });
  });

  it('that cannot read at the end has found nothing, and asks nobody', async () => {
    const { result, providerAsked } = await checking(Array<StatusCalls>(6).fill('error'));

    expect(result).toEqual({ success: false, status: 'none', retries_used: 5, message: 'Failed to check subscription status' });
    expect(providerAsked).toBe(0);
  });
});

/** Goes through the statuses in turn, without waiting. */
async function checking(seen: readonly StatusCalls[], provider: () => Promise<SubscriptionStatus> = async () => 'none') {
  const waits: number[] = [];
  const askProvider = vi.fn<() => Promise<SubscriptionStatus>>(provider);
  const onUnsettled = vi.fn<() => void>();
  const left = [...seen];
  const result = await checkStatus({
    readStatus: async () => {
      const next = left.shift();
      if (next === undefined || next === 'error') throw new Error('the table cannot be read');
      return next;
    },
    askProvider,
    wait: async (ms) => void waits.push(ms),
    onUnsettled,
  });
  return { result, waits, providerAsked: askProvider.mock.calls.length, isUnsettledTold: onUnsettled.mock.calls.length > 0 };
}
