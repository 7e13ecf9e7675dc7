import type { QueryClient } from '@tanstack/react-query';
import { isConnectionLost } from '../../api/errors';
import { jobProgress } from '../../api/progress';
import { pause, withinTime } from '../../api/time-limit';
import { minutes, seconds } from '../../lib/time';
import { type Draft, generateComment, lastDraft, readLastDraft, type DraftRequest } from './api';

/** Under this name the progress of a draft is told, with the post's id and the text so far. */
export const commentJob = 'comment';

type DraftCall = { queries: QueryClient; userId: string; wish: DraftRequest };

/**
 * Has a comment written, and gets to it even if the line breaks or falls silent on the way: the
 * server goes on without its listener and keeps the draft. It is looked for there instead of being
 * asked for once more, because asking after the end would write another one. Nothing lasts forever.
 */
export async function requestDraft(asked: DraftCall): Promise<Draft> {
  const { queries, userId, wish } = asked;
  // What was heard of an earlier draft says nothing about this one.
  queries.setQueryData(jobProgress(userId, commentJob).queryKey, null);
  const isNew = isNewAfter(queries.getQueryData(lastDraft(userId, wish.post.id).queryKey));
  const heard = watchForDraft(asked, isNew);
  try {
    return await withinTime(longestMs, never, () => Promise.race([callForDraft(asked, isNew), heard.draft]));
  } finally {
    heard.stop();
  }
}

type IsNewDraft = (draft: Draft | null) => draft is Draft;

/** Without knowing the draft before, none can be told to be the one that was asked for. */
function isNewAfter(before: Draft | null | undefined): IsNewDraft {
  return (draft): draft is Draft => before !== undefined && draft !== null && draft.id !== before?.id;
}

async function callForDraft(asked: DraftCall, isNew: IsNewDraft): Promise<Draft> {
  try {
    return await generateComment(asked.wish);
  } catch (failure) {
    // Of a job that nobody has heard of nothing can be awaited.
    if (!isConnectionLost(failure) || reportedProgress(asked) === undefined) throw failure;
    return pollForDraft(asked, isNew, failure, mostLooks);
  }
}

async function pollForDraft(asked: DraftCall, isNew: IsNewDraft, failure: unknown, looks: number): Promise<Draft> {
  if (looks === 0) throw failure;
  await pause(betweenLooksMs, never);
  const draft = await readLastDraft(asked.wish.post.id).catch(() => null);
  return isNew(draft) ? draft : pollForDraft(asked, isNew, failure, looks - 1);
}

/** A line may also be dead without saying so. When the end was heard and the answer does not come, the draft is fetched. */
function watchForDraft(asked: DraftCall, isNew: IsNewDraft) {
  const { queryKey } = jobProgress(asked.userId, commentJob);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resolve: (draft: Draft) => void;
  const draft = new Promise<Draft>((settle) => {
    resolve = settle;
  });
  const fetchKept = async () => {
    const kept = await readLastDraft(asked.wish.post.id).catch(() => null);
    if (isNew(kept)) resolve(kept);
  };
  const stopListening = asked.queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(queryKey) || reportedProgress(asked)?.state !== 'done') return;
    clearTimeout(timer);
    timer = setTimeout(() => void fetchKept(), graceMs);
  });
  const stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  return { draft, stop };
}

function reportedProgress({ queries, userId, wish }: DraftCall) {
  const heard = queries.getQueryData(jobProgress(userId, commentJob).queryKey);
  return heard?.postId === wish.post.id ? heard : undefined;
}

// The server gives a draft two minutes.
const longestMs = minutes(3);
const graceMs = seconds(3);
const betweenLooksMs = seconds(2);
const mostLooks = 60;
const never = new AbortController().signal;
