import type { ReactNode } from 'react';
import { ApiFailure } from '../../api/errors';
import type { JobEnding } from '../../api/jobs';
import { requiredContext } from '../../lib/required-context';
import { sharedMessages } from '../../lists/messages';
import { type SearchJob, useSearchJob } from '../../lists/search-job';
import { showError, showSuccess } from '../../ui/toast';
import { mentionsKey, mentionStatsKey, type MentionSearchResponse, searchMentions } from './api';
import { messages } from './messages';

const words = messages.searching;

const [MentionSearchContext, useMentionSearch] = requiredContext<SearchJob<void>>('MentionSearchProvider');
export { useMentionSearch };

type MentionSearchProviderProps = {
  userId: string;
  /** The server does no paid work for this account. */
  onUnpaid: () => void;
  children: ReactNode;
};

/** Follows the search for mentions for everything below. Its end brings a toast, the new list and new counts. */
export function MentionSearchProvider({ userId, onUnpaid, children }: MentionSearchProviderProps) {
  const search = useSearchJob<void, MentionSearchResponse>({
    userId,
    name: 'mentions',
    call: searchMentions,
    check: throwIfFailed,
    foundIn: ({ newMentionsCount }) => newMentionsCount,
    onDone: (found) => showSuccess(found > 0 ? words.found(found) : words.foundNone),
    onFailed: (failure, retry) =>
      showError(words.failed, { ...reasonOf(failure), action: { label: sharedMessages.retry, onAction: retry } }),
    retryRequest: undefined,
    queryKeys: [mentionsKey(userId), mentionStatsKey(userId)],
    onUnpaid,
  });
  return <MentionSearchContext value={search}>{children}</MentionSearchContext>;
}

/** A response may report a failure itself. */
function throwIfFailed(ending: JobEnding<MentionSearchResponse>): void {
  const isFailed = ending.kind === 'answered' ? !ending.answer.success : ending.progress.state === 'failed';
  if (isFailed) throw new Error(words.failed);
}

/** Only in the server's own words: 'Please analyse your website first.' helps, 'status 500' does not. */
function reasonOf(failure: unknown): { description?: string } {
  return failure instanceof ApiFailure && failure.code !== undefined ? { description: failure.message } : {};
}
