import { type Rejection, useRejection } from '../../lists/rejection';
import { tellError, tellSuccess } from '../../ui/toast';
import { type Post, postsKey, rejectPost, restorePost } from './api';
import { messages } from './messages';

const words = messages.rejection;

/** Rejecting and restoring posts, in the words of spec §8. */
export function useRejectedPosts(userId: string): Rejection<Post> {
  return useRejection<Post>({
    listsKey: postsKey(userId),
    reject: rejectPost,
    restore: restorePost,
    tell: {
      rejected: (undo) => tellSuccess(words.rejected, { description: words.rejectedAbout, action: { label: words.undo, onAction: undo } }),
      rejectFailed: (retry) => tellError(words.rejectFailed, { action: { label: words.retry, onAction: retry } }),
      restored: () => tellSuccess(words.restored, { description: words.restoredAbout }),
      restoreFailed: () => tellError(words.restoreFailed),
    },
  });
}
