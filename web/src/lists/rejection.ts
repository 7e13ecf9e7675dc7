import { type InfiniteData, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '../ui/toast';
import { type ListMessages, sharedMessages } from './messages';
import { type ListPage, type ItemPosition, positionOf, withItem, withoutItem } from './pages';

/** Every list in which a row stood, and where. */
type ItemPositions<Item> = readonly { queryKey: QueryKey; place: ItemPosition<Item> }[];

export type Rejectable = { id: string; rejected: boolean };

export type Rejection<Item> = {
  reject: (item: Item, reason: string) => void;
  restore: (item: Item) => void;
};

type RejectionOptions = {
  /** The lists of one user; the third part of each key says which rows are in it. */
  listsKey: QueryKey;
  reject: (id: string, reason: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
  messages: ListMessages['rejection'];
  /** Whether a restore that failed offers a Retry, as a rejection does. */
  canRetryRestore: boolean;
  /** The server has rejected or restored a row. */
  onChanged?: () => void;
};

/** Rejecting and restoring: at once on the screen, taken back if the server does not agree (spec §4). */
export function useRejection<Item extends Rejectable>({
  listsKey,
  reject,
  restore,
  messages,
  canRetryRestore,
  onChanged,
}: RejectionOptions): Rejection<Item> {
  const queries = useQueryClient();
  const lists = cachedLists<Item>(queries, listsKey);

  const restoring = useMutation({
    mutationFn: ({ item }: { item: Item; backTo: ItemPositions<Item> }) => restore(item.id),
    onMutate: async ({ item, backTo }) => {
      await lists.stop();
      const takenFrom = lists.takeOut(item.id, true);
      lists.putBack(backTo.map(({ queryKey, place }) => ({ queryKey, place: { ...place, item: { ...place.item, rejected: false } } })));
      return takenFrom;
    },
    onError: (_failure, request, takenFrom) => {
      if (request.backTo.length > 0) lists.takeOut(request.item.id, false);
      lists.putBack(takenFrom ?? []);
      showError(messages.restoreFailed, canRetryRestore ? retryAction(() => restoring.mutate(request)) : {});
    },
    onSuccess: (_answer, { backTo }) => {
      showSuccess(messages.restored, { description: messages.restoredAbout });
      onChanged?.();
      if (backTo.length === 0) lists.readAnew(false);
      lists.readAnew(true);
    },
  });

  const rejecting = useMutation({
    mutationFn: ({ item, reason }: { item: Item; reason: string }) => reject(item.id, reason),
    onMutate: async ({ item }) => {
      await lists.stop();
      return lists.takeOut(item.id, false);
    },
    onError: (_failure, request, takenFrom) => {
      lists.putBack(takenFrom ?? []);
      showError(
        messages.rejectFailed,
        retryAction(() => rejecting.mutate(request)),
      );
    },
    onSuccess: (_answer, { item }, takenFrom) => {
      const undo = () => restoring.mutate({ item, backTo: takenFrom });
      showSuccess(messages.rejected, {
        description: messages.rejectedAbout,
        action: { label: sharedMessages.rejection.undo, onAction: undo },
      });
      onChanged?.();
      lists.readAnew(true);
    },
  });

  return {
    reject: (item, reason) => rejecting.mutate({ item, reason }),
    restore: (item) => restoring.mutate({ item, backTo: [] }),
  };
}

const retryAction = (retry: () => void) => ({ action: { label: sharedMessages.retry, onAction: retry } });

/** The cached lists: of what is wanted, and of what is rejected. */
function cachedLists<Item extends Rejectable>(queries: QueryClient, queryKey: QueryKey) {
  const of = (isRejected: boolean) => ({
    queryKey,
    predicate: (query: { queryKey: QueryKey }) => (query.queryKey[2] as { isRejected?: boolean } | undefined)?.isRejected === isRejected,
  });
  return {
    /** An answer that was asked for before the change must not undo it. A list that is not there yet must come all the same. */
    stop: () => queries.cancelQueries({ queryKey, predicate: hasData }),
    takeOut: (id: string, isRejected: boolean): ItemPositions<Item> => {
      const places: { queryKey: QueryKey; place: ItemPosition<Item> }[] = [];
      for (const [key, pages] of queries.getQueriesData<InfiniteData<ListPage<Item>>>(of(isRejected))) {
        const place = pages === undefined ? undefined : positionOf<Item>(pages, id);
        if (pages === undefined || place === undefined) continue;
        places.push({ queryKey: key, place });
        queries.setQueryData(key, withoutItem<Item, ListPage<Item>>(pages, id));
      }
      return places;
    },
    putBack: (places: ItemPositions<Item>) => {
      for (const { queryKey: key, place } of places)
        queries.setQueryData<InfiniteData<ListPage<Item>>>(key, (pages) => pages && withItem<Item, ListPage<Item>>(pages, place));
    },
    /** When it is looked at next. What is on the screen has been changed already. */
    readAnew: (isRejected: boolean) => void queries.invalidateQueries({ ...of(isRejected), refetchType: 'none' }),
  };
}

export function hasData({ state }: { state: { data: unknown } }): boolean {
  return state.data !== undefined;
}
