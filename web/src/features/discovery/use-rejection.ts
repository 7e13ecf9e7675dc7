import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { tellError, tellSuccess } from '../../ui/toast';
import { type Post, postsKey, rejectPost, restorePost } from './api';
import type { Filters } from './filters';
import { messages } from './messages';
import { type Place, placeOf, type PostPages, withoutPost, withPost } from './post-pages';

const words = messages.rejection;

/** Every list in which a post stood, and where. */
type Places = readonly { queryKey: QueryKey; place: Place }[];

export type Rejection = {
  reject: (post: Post, reason: string) => void;
  restore: (post: Post) => void;
};

/** Rejecting and restoring: at once on the screen, taken back if the server does not agree (spec §4). */
export function useRejection(userId: string): Rejection {
  const queries = useQueryClient();
  const lists = listsOf(queries, userId);

  const restoring = useMutation({
    mutationFn: ({ post }: { post: Post; backTo: Places }) => restorePost(post.id),
    onMutate: async ({ post, backTo }) => {
      await lists.stop();
      const takenFrom = lists.takeOut(post.id, true);
      lists.putBack(backTo.map(({ queryKey, place }) => ({ queryKey, place: { ...place, post: { ...place.post, rejected: false } } })));
      return takenFrom;
    },
    onError: (_failure, { post, backTo }, takenFrom) => {
      if (backTo.length > 0) lists.takeOut(post.id, false);
      lists.putBack(takenFrom ?? []);
      tellError(words.restoreFailed);
    },
    onSuccess: (_answer, { backTo }) => {
      tellSuccess(words.restored, { description: words.restoredAbout });
      if (backTo.length === 0) lists.readAnew(false);
      lists.readAnew(true);
    },
  });

  const rejecting = useMutation({
    mutationFn: ({ post, reason }: { post: Post; reason: string }) => rejectPost(post.id, reason),
    onMutate: async ({ post }) => {
      await lists.stop();
      return lists.takeOut(post.id, false);
    },
    onError: (_failure, wish, takenFrom) => {
      lists.putBack(takenFrom ?? []);
      tellError(words.rejectFailed, { action: { label: words.retry, onAction: () => rejecting.mutate(wish) } });
    },
    onSuccess: (_answer, { post }, takenFrom) => {
      const undo = () => restoring.mutate({ post, backTo: takenFrom });
      tellSuccess(words.rejected, { description: words.rejectedAbout, action: { label: words.undo, onAction: undo } });
      lists.readAnew(true);
    },
  });

  return {
    reject: (post, reason) => rejecting.mutate({ post, reason }),
    restore: (post) => restoring.mutate({ post, backTo: [] }),
  };
}

/** The cached lists: of what is wanted, and of what is rejected. */
function listsOf(queries: QueryClient, userId: string) {
  const queryKey = postsKey(userId);
  const of = (isRejected: boolean) => ({ queryKey, predicate: (query: { queryKey: QueryKey }) => (query.queryKey[2] as Filters | undefined)?.isRejected === isRejected });
  return {
    /** An answer that was asked for before the change must not undo it. */
    stop: () => queries.cancelQueries({ queryKey }),
    takeOut: (id: string, isRejected: boolean): Places => {
      const places: { queryKey: QueryKey; place: Place }[] = [];
      for (const [key, pages] of queries.getQueriesData<PostPages>(of(isRejected))) {
        const place = pages === undefined ? undefined : placeOf(pages, id);
        if (pages === undefined || place === undefined) continue;
        places.push({ queryKey: key, place });
        queries.setQueryData(key, withoutPost(pages, id));
      }
      return places;
    },
    putBack: (places: Places) => {
      for (const { queryKey: key, place } of places) queries.setQueryData<PostPages>(key, (pages) => pages && withPost(pages, place));
    },
    /** When it is looked at next. What is on the screen has been changed already. */
    readAnew: (isRejected: boolean) => void queries.invalidateQueries({ ...of(isRejected), refetchType: 'none' }),
  };
}
