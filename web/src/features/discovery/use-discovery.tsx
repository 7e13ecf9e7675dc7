import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ApiFailure, backendApiError, isUnpaid } from '../../api/errors';
import { callForJob, currentJobs, type Ending } from '../../api/jobs';
import { type JobProgress, jobProgress } from '../../api/progress';
import { useStable } from '../../lib/stable';
import { seconds } from '../../lib/time';
import { tellError, tellSuccess } from '../../ui/toast';
import { type DiscoveryAnswer, discoverPosts, postsKey, type SearchFailure } from './api';
import type { Sort } from './filters';
import { messages } from './messages';
import { discoveryJob, forgetStart, rememberedStart, rememberStart, type Running, runningBy } from './running';

const words = messages.discovery;

/** What to look for: the user's keywords, and for once the text in the search box as well. */
export type Wish = { sort: Sort; query: string };

export type Discovery = {
  running: Running | undefined;
  discover: (wish: Wish) => void;
  /** What the last one could not look at. */
  failures: readonly SearchFailure[];
  dismissFailures: () => void;
};

type ProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  children: ReactNode;
};

/**
 * Discovery goes on whichever tab is open, so it is followed from above the tabs: started here, found
 * running after a reload, or told of by another browser. Its end brings the toast and the new list.
 */
export function DiscoveryProvider({ userId, onUnpaid, children }: ProviderProps) {
  const queries = useQueryClient();
  const { data: heard } = useQuery(jobProgress(userId, discoveryJob));
  // The worker's last words may arrive after its answer; they are about the same discovery.
  const [isEcho, setEcho] = useState(false);
  const [startedAt, setStartedAt] = useState(() => rememberedStart(userId, Date.now()));
  const [failures, setFailures] = useState<readonly SearchFailure[]>([]);

  const forget = () => {
    forgetStart();
    setStartedAt(undefined);
  };
  const ended = (newPosts: number) => {
    forget();
    tellSuccess(words.done, { description: words.doneAbout(newPosts) });
    void queries.invalidateQueries({ queryKey: postsKey(userId) });
  };

  const discovery = useMutation({
    mutationKey: [...mutationKey, userId],
    mutationFn: ({ sort, query }: Wish) => callForJob({ queries, userId, job: discoveryJob, start: () => discoverPosts(sort, query) }).then(refuseFailure),
    onSuccess: (ending) => {
      if (ending.kind === 'answered') setFailures(ending.answer.failures ?? []);
      ended(ending.kind === 'answered' ? (ending.answer.newPostsCount ?? ending.answer.posts.length) : ending.progress.found);
    },
    onError: (failure, wish) => {
      forget();
      if (isUnpaid(failure)) onUnpaid();
      else tellFailure(failure, () => discover(wish));
      // What was found before it failed is kept.
      void queries.invalidateQueries({ queryKey: postsKey(userId) });
    },
    onSettled: () => {
      setEcho(true);
      setTimeout(() => setEcho(false), echoMs);
    },
  });

  const discover = useStable((wish: Wish) => {
    // Asked of the client, because a second Enter comes before the screen is drawn anew.
    if (queries.isMutating({ mutationKey: [...mutationKey, userId] }) > 0) return;
    const { queryKey } = jobProgress(userId, discoveryJob);
    if (queries.getQueryData(queryKey)?.state !== 'running') {
      // What was heard of an earlier one says nothing about this one.
      queries.setQueryData(queryKey, null);
      const now = Date.now();
      rememberStart(userId, now);
      setStartedAt(now);
    }
    setFailures([]);
    discovery.mutate(wish);
  });

  const isOwn = discovery.isPending;
  const isRunning = isOwn || (heard?.state === 'running' && !isEcho);
  useQuery({ ...currentJobs(queries, userId), refetchInterval: isRunning ? seconds(5) : false, refetchIntervalInBackground: true });
  useEnding(heard, (progress) => {
    if (isOwn || isEcho) return;
    if (progress.state === 'done') ended(progress.found);
    else tellError(words.failed, { description: words.failedAbout, action: { label: words.retry, onAction: () => discover({ sort: 'relevance', query: '' }) } });
  });

  const value = useMemo<Discovery>(
    () => ({ running: isRunning ? runningBy(heard, startedAt) : undefined, discover, failures, dismissFailures: () => setFailures([]) }),
    [isRunning, heard, startedAt, discover, failures],
  );
  return <DiscoveryContext value={value}>{children}</DiscoveryContext>;
}

export function useDiscovery(): Discovery {
  const discovery = use(DiscoveryContext);
  if (discovery === undefined) throw new Error('this part belongs inside a DiscoveryProvider');
  return discovery;
}

const DiscoveryContext = createContext<Discovery | undefined>(undefined);

const mutationKey = ['discovery'];
const echoMs = seconds(3);

/** Calls back when a discovery that was heard to run is heard to have ended. */
function useEnding(heard: JobProgress | null | undefined, onEnd: (progress: JobProgress) => void): void {
  const wasRunning = useRef(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const isRunning = heard?.state === 'running';
    if (wasRunning.current && !isRunning && heard !== null && heard !== undefined) end(heard);
    wasRunning.current = isRunning;
  }, [heard]);
}

/** An answer may also say that it is none. */
function refuseFailure(ending: Ending<DiscoveryAnswer>): Ending<DiscoveryAnswer> {
  if (ending.kind === 'answered' && !ending.answer.success) throw new RefusedDiscovery(ending.answer.error ?? words.failedSilently);
  if (ending.kind === 'heard' && ending.progress.state === 'failed') throw new RefusedDiscovery(words.failedAbout);
  return ending;
}

class RefusedDiscovery extends Error {
  override readonly name = 'RefusedDiscovery';
}

function tellFailure(failure: unknown, retry: () => void): void {
  const description = failure instanceof RefusedDiscovery ? failure.message : failure instanceof ApiFailure ? backendApiError(failure) : words.failedAbout;
  tellError(words.failed, { description, action: { label: words.retry, onAction: retry } });
}
