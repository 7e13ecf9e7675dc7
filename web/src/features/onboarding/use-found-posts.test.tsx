import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import { theServerSays } from '../../testing/identity';
import { finds } from '../../testing/onboarding';
import { useFoundPosts } from './use-found-posts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('keywords are looked for at once on arrival, and after that 400 ms after the last change', async () => {
  const calls = theServerSays({ 'POST /api/keywords/found-posts': finds({}) });
  const { result, rerender } = renderHook(({ keywords }) => useFoundPosts(keywords), {
    wrapper: Cached,
    initialProps: { keywords: ['late payments', 'invoicing app'] },
  });
  await passes(0);
  expect(asked(calls)).toEqual([['late payments', 'invoicing app']]);
  expect(result.current.found?.leadsPerMonth).toBe(26);

  rerender({ keywords: ['invoicing app'] });
  await passes(300);
  rerender({ keywords: ['invoicing app', 'retainers'] });
  await passes(399);
  expect(asked(calls)).toHaveLength(1);
  expect(result.current.isSearching).toBe(true);

  await passes(1);
  expect(asked(calls).slice(1)).toEqual([['invoicing app', 'retainers']]);
  await passes(50);
  expect(result.current.isSearching).toBe(false);
});

it('what was looked for a moment ago is not asked again, and no keywords ask nothing', async () => {
  const calls = theServerSays({ 'POST /api/keywords/found-posts': finds({}) });
  const { result, rerender } = renderHook(({ keywords }) => useFoundPosts(keywords), {
    wrapper: Cached,
    initialProps: { keywords: ['late payments'] },
  });
  await passes(0);
  rerender({ keywords: [] as string[] });
  await passes(500);
  expect(result.current).toMatchObject({ found: undefined, isSearching: false, failure: null });
  rerender({ keywords: ['late payments'] });
  await passes(500);

  expect(asked(calls)).toEqual([['late payments']]);
  expect(result.current.found?.posts).toHaveLength(2);
});

function Cached({ children }: { children: ReactNode }) {
  const [queries] = useState(() => createQueryClient());
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const asked = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/keywords/found-posts').map(({ body }) => (body as { keywords: string[] }).keywords);
