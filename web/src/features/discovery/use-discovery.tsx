import type { ReactNode } from 'react';
import { ApiFailure, backendApiError } from '../../api/errors';
import type { JobEnding } from '../../api/jobs';
import { requiredContext } from '../../lib/required-context';
import type { ListSort } from '../../lists/list-filters';
import { sharedMessages } from '../../lists/messages';
import { type SearchJob, useSearchJob } from '../../lists/search-job';
import { showError, showSuccess } from '../../ui/toast';
import { discoverPosts, type DiscoveryResponse, postsKey } from './api';
import { messages } from './messages';

const words = messages.discovery;

/** What to look for: the user's keywords, and for once the text in the search box as well. */
type DiscoveryRequest = { sort: ListSort; query: string };

const [DiscoveryContext, useDiscovery] = requiredContext<SearchJob<DiscoveryRequest>>('DiscoveryProvider');
export { useDiscovery };

type DiscoveryProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  children: ReactNode;
};

/** Follows discovery for everything below. Its end brings a toast and the new list. */
export function DiscoveryProvider({ userId, onUnpaid, children }: DiscoveryProviderProps) {
  const discovery = useSearchJob<DiscoveryRequest, DiscoveryResponse>({
    userId,
    name: 'discovery',
    call: ({ sort, query }) => discoverPosts(sort, query),
    check: throwIfFailed,
    foundIn: ({ newPostsCount, posts }) => newPostsCount ?? posts.length,
    onDone: (found) => showSuccess(words.done, { description: words.doneAbout(found) }),
    onFailed: tellFailure,
    retryRequest: { sort: 'relevance', query: '' },
    queryKeys: [postsKey(userId)],
    onUnpaid,
  });
  return <DiscoveryContext value={discovery}>{children}</DiscoveryContext>;
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
