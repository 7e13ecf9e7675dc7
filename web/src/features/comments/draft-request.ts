import type { QueryClient } from '@tanstack/react-query';
import { failed, isConnectionLost } from '../../api/errors';
import { jobProgress } from '../../api/progress';
import { pause } from '../../api/time-limit';
import { minutes, seconds } from '../../lib/time';
import { type Draft, generateComment, lastDraft, readLastDraft, type DraftRequest } from './api';

/** The progress of a draft is reported under this name, with the post's id and the text so far. */
export const commentJob = 'comment';

type DraftCall = { queries: QueryClient; userId: string; request: DraftRequest };

/**
 * Requests a draft, and gets it even if the connection is lost or hangs: the
 * server finishes and keeps the draft. It is fetched from there instead of being
 * requested again, because a second request would write another one. Slow models are waited for;
 * after three minutes in which nothing was heard it gives up.
 */
export async function requestDraft(draftCall: DraftCall): Promise<Draft> {
  const { queries, userId, request } = draftCall;
  // Progress of an earlier draft says nothing about this one.
  queries.setQueryData(jobProgress(userId, commentJob).queryKey, null);
  const isNew = isNewAfter(queries.getQueryData(lastDraft(userId, request.post.id).queryKey));
  const heard = watchForDraft(draftCall, isNew);
  try {
    return await Promise.race([callForDraft(draftCall, isNew), heard.draft, untilStopped(draftCall)]);
  } finally {
    heard.stop();
    stops.delete(nameOf(userId, request.post.id));
  }
}

/** The user does not want to wait any longer. The server finishes what it has begun, and keeps it as a version. */
export class WaitStopped extends Error {
  override readonly name = 'WaitStopped';
}

/** Ends the wait for the draft of a post, wherever it was started. */
export function stopWaiting(userId: string, postId: string): void {
  stops.get(nameOf(userId, postId))?.();
}

function untilStopped({ userId, request }: DraftCall): Promise<never> {
  return new Promise((_settle, refuse) => {
    stops.set(nameOf(userId, request.post.id), () => refuse(new WaitStopped()));
  });
}

const stops = new Map<string, () => void>();
const nameOf = (userId: string, postId: string) => `${userId}/${postId}`;

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
  const before = reportedProgress(draftCall);
  await pause(betweenLooksMs, never);
  const draft = await readLastDraft(draftCall.request.post.id).catch(() => null);
  if (isNew(draft)) return draft;
  // Whoever is still heard of is still at work.
  return pollForDraft(draftCall, isNew, failure, reportedProgress(draftCall) === before ? looks - 1 : mostLooks);
}

/**
 * A connection may also hang silently. When the end was reported and no response arrives, the draft is
 * fetched; when nothing is reported at all for long, it counts as lost.
 */
function watchForDraft(draftCall: DraftCall, isNew: IsNewDraft) {
  const { queryKey } = jobProgress(draftCall.userId, commentJob);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout>;
  let settle: { resolve: (draft: Draft) => void; reject: (failure: unknown) => void };
  const draft = new Promise<Draft>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const awaitNews = () => {
    clearTimeout(silence);
    silence = setTimeout(() => settle.reject(failed('timeout')), longestSilenceMs);
  };
  const fetchKept = async () => {
    const kept = await readLastDraft(draftCall.request.post.id).catch(() => null);
    if (isNew(kept)) settle.resolve(kept);
  };
  awaitNews();
  const stopListening = draftCall.queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== JSON.stringify(queryKey)) return;
    const told = reportedProgress(draftCall);
    if (told !== undefined) awaitNews();
    if (told?.state !== 'done') return;
    clearTimeout(timer);
    timer = setTimeout(() => void fetchKept(), graceMs);
  });
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(silence);
    stopListening();
  };
  return { draft, stop };
}

function reportedProgress({ queries, userId, request }: DraftCall) {
  const heard = queries.getQueryData(jobProgress(userId, commentJob).queryKey);
  return heard?.postId === request.post.id ? heard : undefined;
}

// The server gives a model 60 s for its first word and 30 s for each that follows, twice.
const longestSilenceMs = minutes(3);
const graceMs = seconds(3);
const betweenLooksMs = seconds(2);
const mostLooks = 60;
const never = new AbortController().signal;
