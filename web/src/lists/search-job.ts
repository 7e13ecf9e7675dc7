import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFollowedJob } from '../api/followed-job';
import type { JobEnding } from '../api/jobs';
import type { components } from '../api/schema';
import type { RunningJob } from '../lib/running-job';
import { useStableCallback } from '../lib/stable-callback';
import { readAnew } from './held-lists';

/** What a search could not look at, and why. */
type SearchFailure = components['schemas']['Unheard'];

/** A search for new rows that goes on in the background. */
export type SearchJob<Request> = {
  name: string;
  running: RunningJob | undefined;
  start: (request: Request) => void;
  /** What the last one could not look at. */
  failures: readonly SearchFailure[];
  dismissFailures: () => void;
};

type SearchJobOptions<Request, Answer> = {
  userId: string;
  /** Progress is reported under this name. */
  name: string;
  call: (request: Request) => Promise<Answer>;
  /** Throws for an answer that says by itself that the search failed. */
  check: (ending: JobEnding<Answer>) => void;
  /** How many new rows an answer reports. */
  foundIn: (answer: Answer) => number;
  /** The answer is not there where another browser started it. */
  onDone: (found: number, answer: Answer | undefined, request: Request | undefined) => void;
  onFailed: (failure: unknown, retry: () => void, request: Request | undefined) => void;
  /** What a retry asks for when another browser started the search. */
  retryRequest: Request;
  /** The queries that a search makes stale. */
  queryKeys: readonly QueryKey[];
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
};

/**
 * A search goes on whichever tab is open, so it is followed from above the tabs: started here, found
 * running after a reload, or reported by another browser. When it ends, the list is read again.
 */
export function useSearchJob<Request, Answer extends { failures?: SearchFailure[] | null }>(
  options: SearchJobOptions<Request, Answer>,
): SearchJob<Request> {
  const { userId, name, call, check, foundIn, onDone, onFailed, retryRequest, queryKeys, onUnpaid } = options;
  const queries = useQueryClient();
  const [failures, setFailures] = useState<readonly SearchFailure[]>([]);
  const refetch = () => {
    for (const queryKey of queryKeys) readAnew(queries, queryKey);
  };
  const { begin, running } = useFollowedJob<Request, Answer>({
    userId,
    job: name,
    start: call,
    refuse: check,
    onDone: (ending, request) => {
      if (ending.kind === 'answered') setFailures(ending.answer.failures ?? []);
      if (ending.kind === 'answered') onDone(foundIn(ending.answer), ending.answer, request);
      else onDone(ending.progress.found, undefined, request);
      refetch();
    },
    onFailed: (failure, retry, request) => {
      onFailed(failure, retry ?? (() => start(retryRequest)), request);
      // What was found before it failed is kept.
      refetch();
    },
    onUnpaid,
  });
  const start = useStableCallback((request: Request) => {
    setFailures([]);
    begin(request);
  });
  return useMemo(() => ({ name, running, start, failures, dismissFailures: () => setFailures([]) }), [name, running, start, failures]);
}
