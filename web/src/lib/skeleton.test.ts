import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSkeleton } from './skeleton';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a quick answer shows no skeleton', () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(199);
  expect(result.current).toBe('nothing');

  rerender(false);

  expect(result.current).toBe('content');
});

it('a skeleton that is shown stays for 400 ms at least', () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(200);
  expect(result.current).toBe('skeleton');

  pass(100);
  rerender(false);
  pass(299);
  expect(result.current).toBe('skeleton');

  pass(1);
  expect(result.current).toBe('content');
});

it('a slow answer is shown at once', () => {
  const { result, rerender } = renderHook(useSkeleton, { initialProps: true });
  pass(5000);

  rerender(false);
  pass(0);

  expect(result.current).toBe('content');
});

function pass(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
