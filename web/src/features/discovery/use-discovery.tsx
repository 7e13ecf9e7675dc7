import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { ApiFailure, backendApiError, errorMessage } from '../../api/errors';
import type { JobEnding } from '../../api/jobs';
import { momentOf } from '../../lib/dates';
import { requiredContext } from '../../lib/required-context';
import { useStableCallback } from '../../lib/stable-callback';
import { sharedMessages } from '../../lists/messages';
import { type SearchJob, useSearchJob } from '../../lists/search-job';
import { showError, showSuccess } from '../../ui/toast';
import { discoverPosts, type DiscoveryRequest, type DiscoveryResponse, leftOutKey, postsKey, stopDiscovery } from './api';
import { messages } from './messages';
import { unreadPostsKey } from './read-api';

const words = messages.discovery;

/** No more searches are allowed until then, and why. */
type SearchLimit = { until: string; why: string };

export type Discovery = SearchJob<DiscoveryRequest> & {
  stop: () => void;
  isStopping: boolean;
  limit: SearchLimit | undefined;
  /** Searches for one keyword alone, after what runs already. */
  searchKeyword: (keyword: string) => void;
};

const [DiscoveryContext, useDiscovery] = requiredContext<Discovery>('DiscoveryProvider');
export { useDiscovery };

type DiscoveryProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  /** Leads to the list. */
  onShow: () => void;
  /** Leads to the keywords, after a search that found nothing. */
  onImprove: () => void;
  children: ReactNode;
};

/** Follows discovery for everything below. Its end brings a toast and the new list. */
export function DiscoveryProvider({ userId, onUnpaid, onShow, onImprove, children }: DiscoveryProviderProps) {
  const { limit, setLimit } = useSearchLimit();
  const job = useSearchJob<DiscoveryRequest, DiscoveryResponse>({
    userId,
    name: 'discovery',
    call: discoverPosts,
    check: throwIfFailed,
    foundIn: ({ newPostsCount, posts }) => newPostsCount ?? posts.length,
    onDone: (found, answer, request) => {
      if (request?.isAlone === true) tellKeywordSearched(request.query, found, answer?.postsRead, onShow);
      else
        showSuccess(words.done, {
          description: words.doneAbout(found),
          action: found === 0 ? { label: words.improve, onAction: onImprove } : { label: words.show, onAction: onShow },
        });
    },
    onFailed: (failure, retry, request) => {
      const reached = limitIn(failure);
      if (reached !== undefined) setLimit(reached);
      if (request?.isAlone === true) tellKeywordNotSearched(request.query, failure, reached, retry);
      else if (reached === undefined) tellFailure(failure, retry);
    },
    retryRequest: { sort: 'relevance', query: '' },
    // What was searched and what was left out are other after it, too.
    queryKeys: [postsKey(userId), unreadPostsKey(userId), ['searches', userId], leftOutKey(userId)],
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
  const searchKeyword = useKeywordQueue(job);
  const discovery = useMemo(() => ({ ...job, stop, isStopping, limit, searchKeyword }), [job, stop, isStopping, limit, searchKeyword]);
  return <DiscoveryContext value={discovery}>{children}</DiscoveryContext>;
}

/** Keywords that were just added, searched one after the other: the server runs one discovery at a time. */
function useKeywordQueue({ running, start }: SearchJob<DiscoveryRequest>) {
  const queue = useRef<string[]>([]);
  const isTaken = useRef(false);
  const advance = useStableCallback(() => {
    if (running !== undefined || isTaken.current) return;
    const query = queue.current.shift();
    if (query === undefined) return;
    // Another one can come before the next render shows that this one runs.
    isTaken.current = true;
    start({ sort: 'relevance', query, isAlone: true });
  });
  const isFree = running === undefined;
  useEffect(() => {
    if (!isFree) return;
    isTaken.current = false;
    advance();
  }, [isFree, advance]);
  return useStableCallback((keyword: string) => {
    queue.current.push(keyword);
    advance();
  });
}

function tellKeywordSearched(keyword: string, added: number, read: number | undefined, onShow: () => void): void {
  const action = added === 0 ? {} : { action: { label: words.show, onAction: onShow } };
  showSuccess(messages.keyword.searched(keyword), { description: messages.keyword.brought(read, added), ...action });
}

/** Before the limit is over a retry would fail as well, so it says until when instead. */
function tellKeywordNotSearched(keyword: string, failure: unknown, limit: SearchLimit | undefined, retry: () => void): void {
  const why = failure instanceof Error && failure.message !== '' ? failure.message : words.failedAbout;
  const until = limit === undefined ? [] : [`${messages.searching.possibleAt(momentOf(limit.until, Date.now()))}.`];
  showError(messages.keyword.failed(keyword), {
    description: [why, ...until, messages.keyword.stays].join(' '),
    ...(limit === undefined && { action: { label: sharedMessages.retry, onAction: retry } }),
  });
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
  const told = Date.parse(retryAt ?? '');
  const untilMs = Number.isNaN(told) ? Date.now() + (retryAfterS ?? Number.NaN) * 1000 : told;
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
