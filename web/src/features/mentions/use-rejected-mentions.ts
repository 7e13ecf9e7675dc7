import { useQueryClient } from '@tanstack/react-query';
import { type Rejection, useRejection } from '../../lists/rejection';
import { tellError, tellSuccess } from '../../ui/toast';
import { type Mention, mentionsKey, mentionStatsKey, rejectMention, restoreMention } from './api';
import { messages } from './messages';

const words = messages.rejection;

/** Rejecting and restoring mentions, in the words of spec §8. The counts by day follow. */
export function useRejectedMentions(userId: string): Rejection<Mention> {
  const queries = useQueryClient();
  const countAnew = () => void queries.invalidateQueries({ queryKey: mentionStatsKey(userId) });
  return useRejection<Mention>({
    listsKey: mentionsKey(userId),
    reject: rejectMention,
    restore: restoreMention,
    tell: {
      rejected: (undo) => {
        tellSuccess(words.rejected, { description: words.rejectedAbout, action: { label: words.undo, onAction: undo } });
        countAnew();
      },
      rejectFailed: (retry) => tellError(words.rejectFailed, again(retry)),
      restored: () => {
        tellSuccess(words.restored, { description: words.restoredAbout });
        countAnew();
      },
      restoreFailed: (retry) => tellError(words.restoreFailed, again(retry)),
    },
  });
}

const again = (retry: () => void) => ({ action: { label: words.retry, onAction: retry } });
