import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '../ui/toast';
import { cachedLists, type ItemPositions } from './cached-lists';
import { type ListMessages, sharedMessages } from './messages';
import { type StatedRow, stateOf } from './row-state';

/** A row that can be rejected, and moved to any other state. */
export type Rejectable = StatedRow;

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
      const takenFrom = lists.moveTo([item.id], stateBefore(backTo));
      lists.putBack(backTo, 'rejected');
      return takenFrom;
    },
    onError: (_failure, request, takenFrom) => {
      const { item, backTo } = request;
      if (backTo.length > 0) lists.moveTo([item.id], 'rejected');
      lists.putBack(takenFrom ?? [], stateBefore(backTo));
      showError(messages.restoreFailed, canRetryRestore ? retryAction(() => restoring.mutate(request)) : {});
    },
    onSuccess: () => {
      showSuccess(messages.restored, { description: messages.restoredAbout });
      onChanged?.();
      lists.readAnew(true);
    },
  });

  const rejecting = useMutation({
    mutationFn: ({ item, reason }: { item: Item; reason: string }) => reject(item.id, reason),
    onMutate: async ({ item }) => {
      await lists.stop();
      return lists.moveTo([item.id], 'rejected');
    },
    onError: (_failure, request, takenFrom) => {
      lists.putBack(takenFrom ?? [], 'rejected');
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

/** The state that a row goes back to; open is a guess that the next reading corrects. */
function stateBefore<Item extends Rejectable>([first]: ItemPositions<Item>) {
  return first === undefined ? 'open' : stateOf(first.place.item);
}

const retryAction = (retry: () => void) => ({ action: { label: sharedMessages.retry, onAction: retry } });
