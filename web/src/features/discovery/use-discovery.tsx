import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { ApiFailure, backendApiError } from '../../api/errors';
import { useFollowedJob } from '../../api/followed-job';
import type { Ending } from '../../api/jobs';
import type { Running } from '../../lib/running';
import { useStable } from '../../lib/stable';
import { tellError, tellSuccess } from '../../ui/toast';
import { type DiscoveryAnswer, discoverPosts, postsKey, type SearchFailure } from './api';
import type { Sort } from './filters';
import { messages } from './messages';

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
  const [failures, setFailures] = useState<readonly SearchFailure[]>([]);
  const readAnew = () => void queries.invalidateQueries({ queryKey: postsKey(userId) });
  const { begin, running } = useFollowedJob<Wish, DiscoveryAnswer>({
    userId,
    job: discoveryJob,
    start: ({ sort, query }) => discoverPosts(sort, query),
    refuse: refuseFailure,
    onDone: (ending) => {
      if (ending.kind === 'answered') setFailures(ending.answer.failures ?? []);
      const found = ending.kind === 'answered' ? (ending.answer.newPostsCount ?? ending.answer.posts.length) : ending.progress.found;
      tellSuccess(words.done, { description: words.doneAbout(found) });
      readAnew();
    },
    onFailed: (failure, retry) => {
      tellFailure(failure, retry ?? (() => discover({ sort: 'relevance', query: '' })));
      // What was found before it failed is kept.
      readAnew();
    },
    onUnpaid,
  });
  const discover = useStable((wish: Wish) => {
    setFailures([]);
    begin(wish);
  });
  const value = useMemo<Discovery>(() => ({ running, discover, failures, dismissFailures: () => setFailures([]) }), [running, discover, failures]);
  return <DiscoveryContext value={value}>{children}</DiscoveryContext>;
}

export function useDiscovery(): Discovery {
  const discovery = use(DiscoveryContext);
  if (discovery === undefined) throw new Error('this part belongs inside a DiscoveryProvider');
  return discovery;
}

const DiscoveryContext = createContext<Discovery | undefined>(undefined);

/** Under this name the progress of a discovery is told. */
const discoveryJob = 'discovery';

/** An answer may also say that it is none. */
function refuseFailure(ending: Ending<DiscoveryAnswer>): void {
  if (ending.kind === 'answered' && !ending.answer.success) throw new RefusedDiscovery(ending.answer.error ?? words.failedSilently);
  if (ending.kind === 'heard' && ending.progress.state === 'failed') throw new RefusedDiscovery(words.failedAbout);
}

class RefusedDiscovery extends Error {
  override readonly name = 'RefusedDiscovery';
}

function tellFailure(failure: unknown, retry: () => void): void {
  const description = failure instanceof RefusedDiscovery ? failure.message : failure instanceof ApiFailure ? backendApiError(failure) : words.failedAbout;
  tellError(words.failed, { description, action: { label: words.retry, onAction: retry } });
}
