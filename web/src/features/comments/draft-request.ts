import type { QueryClient } from '@tanstack/react-query';
import { isConnectionLost } from '../../api/errors';
import { jobProgress } from '../../api/progress';
import { pause, withinTime } from '../../api/time-limit';
import { minutes, seconds } from '../../lib/time';
import { type Draft, generateComment, lastDraft, readLastDraft, type DraftRequest } from './api';

/** The progress of a draft is reported under this name, with the post's id and the text so far. */
export const commentJob = 'comment';

type DraftCall = { queries: QueryClient; userId: string; request: DraftRequest };

/**
 * Requests a draft, and gets it even if the connection is lost or hangs: the
 * server finishes and keeps the draft. It is fetched from there instead of being
 * requested again, because a second request would write another one. After three minutes it gives up.
 */
export async function requestDraft(draftCall: DraftCall): Promise<Draft> {
  const { queries, userId, request } = draftCall;
  // Progress of an earlier draft says nothing about this one.
  queries.setQueryData(jobProgress(userId, commentJob).queryKey, null);
  const isNew = isNewAfter(queries.getQueryData(lastDraft(userId, request.post.id).queryKey));
  const heard = watchForDraft(draftCall, isNew);
  try {
    return await withinTime(longestMs, never, () => Promise.race([callForDraft(draftCall, isNew), heard.draft]));
  } finally {
    heard.stop();
  }
}

type IsNewDraft = (draft: Draft | null) => draft is Draft;

/** Without knowing the previous draft, no draft can be recognised as the new one. */
function isNewAfter(before: Draft | null | undefined): IsNewDraft {
  return (draft): draft is Draft => before !== undefined && draft !== null && draft.id !== before?.id;
}

async function callForDraft(draftCall: DraftCall, isNew: IsNewDraft): Promise<Draft> {
  try {
    return await generateComment(draftCall.request);
  } catch (failure) {
    // A job that never reported anything cannot be waited for.
    if (!isConnectionLost(failure) || reportedProgress(draftCall) === undefined) throw failure;
    return pollForDraft(draftCall, isNew, failure, mostLooks);
  }
}

async function pollForDraft(draftCall: DraftCall, isNew: IsNewDraft, failure: unknown, looks: number): Promise<Draft> {
  if (looks === 0) throw failure;
  await pause(betweenLooksMs, never);
  const draft = await readLastDraft(draftCall.request.post.id).catch(() => null);
  return isNew(draft) ? draft : pollForDraft(draftCall, isNew, failure, looks - 1);
}

/** A connection may also hang silently. When the end was reported and no response arrives, the draft is fetched. */
function watchForDraft(draftCall: DraftCall, isNew: IsNewDraft) {
  const { queryKey } = jobProgress(draftCall.userId, commentJob);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resolve: (draft: Draft) => void;
  const draft = new Promise<Draft>((settle) => {
    resolve = settle;
  });
  const fetchKept = async () => {
    const kept = await readLastDraft(draftCall.request.post.id).catch(() => null);
    if (isNew(kept)) resolve(kept);
  };
  const stopListening = draftCall.queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(queryKey) || reportedProgress(draftCall)?.state !== 'done') return;
    clearTimeout(timer);
    timer = setTimeout(() => void fetchKept(), graceMs);
  });
  const stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  return { draft, stop };
}

function reportedProgress({ queries, userId, request }: DraftCall) {
  const heard = queries.getQueryData(jobProgress(userId, commentJob).queryKey);
  return heard?.postId === request.post.id ? heard : undefined;
}

// The server gives a draft two minutes.
const longestMs = minutes(3);
const graceMs = seconds(3);
const betweenLooksMs = seconds(2);
const mostLooks = 60;
const never = new AbortController().signal;
