import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client';
import type { UsableAnalysis } from './analysis-answer';
import { nora, theServerSays } from '../../testing/identity';
import { analysedIn, answers, paperlark } from '../../testing/onboarding';
import { useAnalysis } from './use-analysis';

const url = 'https://paperlark.example/';

it('an analysis that a page left behind is joined by the next one, on the same visit', async () => {
  const calls = theServerSays({ ...answers, 'POST /api/analyze-website': () => new Promise<Response>(() => {}) });
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
  const left = renderHook(() => useAnalysis(nora.id), { wrapper });
  act(() => left.result.current.analyse({ url, onDone: () => {}, onFailed: () => {} }));
  await waitFor(() => expect(analysedIn(calls)).toHaveLength(1));
  left.unmount();

  theServerSays({ ...answers, 'POST /api/analyze-website': () => Response.json(paperlark) });
  const onDone = vi.fn<(analysis: UsableAnalysis) => void>();
  const { result } = renderHook(() => useAnalysis(nora.id), { wrapper });
  act(() => result.current.analyse({ url, isUnderWay: true, onDone, onFailed: () => {} }));

  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});
