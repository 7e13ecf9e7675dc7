import { afterEach, expect, it, vi } from 'vitest';
import { productNow, setProductClock } from './product-clock';

const now = Date.parse('2026-11-16T03:09:00Z');

afterEach(() => {
  setProductClock(undefined);
  vi.useRealTimers();
});

it('is ahead by as much as the server’s clock was when the page was loaded', () => {
  vi.useFakeTimers({ now });
  setProductClock('2026-11-20T03:09:00.000Z');

  vi.advanceTimersByTime(60_000);

  expect(new Date(productNow()).toISOString()).toBe('2026-11-20T03:10:00.000Z');
});

it.each([[undefined], ['nonsense'], ['2026-11-16T03:08:58.700Z']])('is this computer’s time where the server says %s', (serverNow) => {
  vi.useFakeTimers({ now });
  setProductClock(serverNow);

  expect(productNow()).toBe(now);
});
