import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiFailure, backendApiError, errorMessage } from '../../api/errors';
import type { JobEnding } from '../../api/jobs';
import { momentOf } from '../../lib/dates';
import { requiredContext } from '../../lib/required-context';
import { useStableCallback } from '../../lib/stable-callback';
import type { ListSort } from '../../lists/list-filters';
import { sharedMessages } from '../../lists/messages';
import { type SearchJob, useSearchJob } from '../../lists/search-job';
import { showError, showSuccess } from '../../ui/toast';
import { discoverPosts, type DiscoveryResponse, leftOutKey, postsKey, stopDiscovery } from './api';
import { messages } from './messages';

const words = messages.discovery;

/** What to look for: the user's keywords, and for once the text in the search box as well. */
type DiscoveryRequest = { sort: ListSort; query: string };

/** No more searches are allowed until then, and why. */
type SearchLimit = { until: string; why: string };

export type Discovery = SearchJob<DiscoveryRequest> & {
  stop: () => void;
  isStopping: boolean;
  limit: SearchLimit | undefined;
};

const [DiscoveryContext, useDiscovery] = requiredContext<Discovery>('DiscoveryProvider');
export { useDiscovery };

type DiscoveryProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  /** Leads to the list. */
  onShow: () => void;
  /** When the searches run again by themselves. */
  readNextScan: () => Promise<string | undefined>;
  children: ReactNode;
};

/** Follows discovery for everything below. Its end brings a toast and the new list. */
export function DiscoveryProvider({ userId, onUnpaid, onShow, readNextScan, children }: DiscoveryProviderProps) {
  const { limit, setLimit } = useSearchLimit();
  const tellNothingNew = async () => {
    const at = await readNextScan().catch(() => undefined);
    showSuccess(words.done, { description: words.nothingNew(at === undefined ? undefined : momentOf(at, Date.now())) });
  };
  const job = useSearchJob<DiscoveryRequest, DiscoveryResponse>({
    userId,
    name: 'discovery',
    call: ({ sort, query }) => discoverPosts(sort, query),
    check: throwIfFailed,
    foundIn: ({ newPostsCount, posts }) => newPostsCount ?? posts.length,
    onDone: (found) => {
      if (found === 0) void tellNothingNew();
      else showSuccess(words.done, { description: words.doneAbout(found), action: { label: words.show, onAction: onShow } });
    },
    onFailed: (failure, retry) => {
      const reached = limitIn(failure);
      if (reached === undefined) tellFailure(failure, retry);
      else setLimit(reached);
    },
    retryRequest: { sort: 'relevance', query: '' },
    // What was searched and what was left out are other after it, too.
    queryKeys: [postsKey(userId), ['searches', userId], leftOutKey(userId)],
    onUnpaid,
  });
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: stopDiscovery,
    onError: (failure) => showError(messages.searching.stopFailed, { description: errorMessage(failure) }),
  });
  const isRunning = job.running !== undefined;
  // It stays busy until the search has really ended.
  useEffect(() => {
    if (!isRunning) reset();
  }, [isRunning, reset]);
  const stop = useStableCallback(() => mutate());
  const isStopping = isPending || isSuccess;
  const discovery = useMemo(() => ({ ...job, stop, isStopping, limit }), [job, stop, isStopping, limit]);
  return <DiscoveryContext value={discovery}>{children}</DiscoveryContext>;
}

/** The limit that was reached, until its time is over. */
function useSearchLimit() {
  const [limit, setLimit] = useState<SearchLimit>();
  useEffect(() => {
    if (limit === undefined) return undefined;
    const timer = setTimeout(() => setLimit(undefined), Math.max(0, Date.parse(limit.until) - Date.now()));
    return () => clearTimeout(timer);
  }, [limit]);
  return { limit, setLimit };
}

function limitIn(failure: unknown): SearchLimit | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 429) return undefined;
  const { retryAt, retryAfterS, message: why } = failure;
  const untilMs = retryAt === undefined ? Date.now() + (retryAfterS ?? Number.NaN) * 1000 : Date.parse(retryAt);
  return Number.isNaN(untilMs) ? undefined : { until: new Date(untilMs).toISOString(), why };
}

/** A response may report a failure itself. */
function throwIfFailed(ending: JobEnding<DiscoveryResponse>): void {
  if (ending.kind === 'answered' && !ending.answer.success) throw new DiscoveryFailed(ending.answer.error ?? words.failedSilently);
  if (ending.kind === 'heard' && ending.progress.state === 'failed') throw new DiscoveryFailed(words.failedAbout);
}

class DiscoveryFailed extends Error {
  override readonly name = 'DiscoveryFailed';
}

function tellFailure(failure: unknown, retry: () => void): void {
  const description =
    failure instanceof DiscoveryFailed ? failure.message : failure instanceof ApiFailure ? backendApiError(failure) : words.failedAbout;
  showError(words.failed, { description, action: { label: sharedMessages.retry, onAction: retry } });
}
