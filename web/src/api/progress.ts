import type { SupabaseClient } from '@supabase/supabase-js';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { logWarning } from '../lib/log';
import type { Tables } from './tables';

/** How far a long job is, as its worker has told. */
export type JobProgress = {
  job: string;
  /** What is being done, as people read it. */
  stage: string;
  /** Of the whole job, 0 to 100. */
  percent: number;
  /** How much there is so far: pages, keywords, posts. */
  found: number;
  state: 'running' | 'done' | 'failed';
  /** How many of its searches are done, while it searches. */
  done?: number;
  of?: number;
  /** Until when Reddit's budget makes it wait. */
  waitsUntil?: string | null;
  /** Which post it is about, where a job is about one, */
  postId?: string;
  /** what has been written so far, */
  text?: string;
  /** and that the model has been silent for a while, but goes on. */
  isSlow?: boolean;
};

/** The last reported progress of a job; `null` or undefined while there is none. It is never fetched: `followProgress` writes it. */
export const jobProgress = (userId: string, job: string) =>
  queryOptions<JobProgress | null>({
    queryKey: ['progress', userId, job],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * Keeps in the cache how far the user's jobs are, until the answer is called. Who joins late or comes
 * back after an interruption gets the last state again, so nothing needs to be read again.
 */
export function followProgress(tables: Tables, queries: QueryClient, userId: string): () => void {
  let isFollowed = true;
  let close: (() => void) | undefined;
  const follow = async () => {
    const client = await tables();
    if (isFollowed) close = openChannel(client, queries, userId);
  };
  follow().catch((failure: unknown) => logWarning('the live channel of progress did not open', failure));
  return () => {
    isFollowed = false;
    close?.();
  };
}

function openChannel(client: SupabaseClient, queries: QueryClient, userId: string): () => void {
  const channel = client
    .channel(`progress_${userId}`)
    .on('broadcast', { event: 'progress' }, ({ payload }: { payload?: unknown }) => {
      const progress = parseProgress(payload);
      if (progress !== undefined)
        queries.setQueryData(jobProgress(userId, progress.job).queryKey, (before) => onward(before ?? null, progress));
    })
    .subscribe();
  return () => void client.removeChannel(channel);
}

/** Pages that are read side by side may be told of out of order; within a stage nothing goes back. An end leaves what was written. */
function onward(before: JobProgress | null, progress: JobProgress): JobProgress {
  if (progress.state !== 'running' && before?.text !== undefined && before.postId === progress.postId)
    return { text: before.text, ...progress };
  const isSameStage = before?.state === 'running' && progress.state === 'running' && before.stage === progress.stage;
  return isSameStage ? { ...progress, percent: Math.max(before.percent, progress.percent) } : progress;
}

/** A server newer than this page may send what the page cannot read. */
function parseProgress(payload: unknown): JobProgress | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { job, stage, percent, found, state, post_id: postId, text, is_slow: isSlow } = payload as Record<string, unknown>;
  const isKnown = state === 'running' || state === 'done' || state === 'failed';
  if (typeof job !== 'string' || typeof stage !== 'string' || typeof percent !== 'number' || !isKnown) return undefined;
  const written = {
    ...(typeof postId === 'string' && { postId }),
    ...(typeof text === 'string' && { text }),
    ...(isSlow === true && { isSlow }),
  };
  return { job, stage, percent, found: typeof found === 'number' ? found : 0, state, ...searchesOf(payload), ...written };
}

function searchesOf(payload: object): Pick<JobProgress, 'done' | 'of' | 'waitsUntil'> {
  const { done, of, waitsUntil } = payload as Record<string, unknown>;
  return {
    ...(typeof done === 'number' && typeof of === 'number' && { done, of }),
    ...(typeof waitsUntil === 'string' && { waitsUntil }),
  };
}
