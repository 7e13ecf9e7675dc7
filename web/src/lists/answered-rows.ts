import type { components } from '../api/schema';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../api/errors';
import { showError, showSuccess } from '../ui/toast';
import { cachedLists, type ItemPositions } from './cached-lists';
import { sharedMessages } from './messages';
import type { Rejectable } from './rejection';

type RowState = components['schemas']['RowState'];

const words = sharedMessages.answering;

/** What a row becomes, and where the answer to it stands on Reddit. */
export type StateChange = { state: RowState; answerUrl?: string };

type Answerable = Rejectable & { state?: RowState };

type AnsweringOptions = {
  /** The lists of one user; the third part of each key says which rows are in it. */
  listsKey: QueryKey;
  setState: (id: string, change: StateChange) => Promise<void>;
  /** The server has moved a row. */
  onChanged?: () => void;
};

/** Marking as answered: the row leaves at once, and comes back with Undo or if the server does not agree. */
export function useAnswering({ listsKey, setState, onChanged }: AnsweringOptions): (item: Answerable) => void {
  const queries = useQueryClient();
  const lists = cachedLists<Answerable>(queries, listsKey);
  const linking = useMutation({
    mutationFn: ({ item, answerUrl }: { item: Answerable; answerUrl: string }) => setState(item.id, { state: 'answered', answerUrl }),
    onSuccess: () => void showSuccess(words.linked),
    onError: (failure) => void showError(words.linkFailed, { description: errorMessage(failure) }),
  });
  const takingBack = useMutation({
    mutationFn: ({ item }: { item: Answerable; backTo: ItemPositions<Answerable> }) => setState(item.id, { state: stateBefore(item) }),
    onSuccess: (_answer, { item, backTo }) => {
      lists.putBack(backTo);
      if (backTo.length === 0) lists.readAnew(item.rejected);
      onChanged?.();
    },
    onError: (failure) => void showError(words.undoFailed, { description: errorMessage(failure) }),
  });
  const { mutate } = useMutation({
    mutationFn: (item: Answerable) => setState(item.id, { state: 'answered' }),
    onMutate: async (item) => {
      await lists.stop();
      return lists.takeOut(item.id, item.rejected);
    },
    onError: (failure, _item, takenFrom) => {
      lists.putBack(takenFrom ?? []);
      showError(words.failed, { description: errorMessage(failure) });
    },
    onSuccess: (_answer, item, takenFrom) => {
      showSuccess(words.answered, {
        action: { label: sharedMessages.rejection.undo, onAction: () => takingBack.mutate({ item, backTo: takenFrom }) },
        field: { label: words.link, submitLabel: words.saveLink, onSubmit: (answerUrl) => linking.mutate({ item, answerUrl }) },
      });
      onChanged?.();
    },
  });
  return mutate;
}

/** An older server tells no states. */
const stateBefore = (item: Answerable) => item.state ?? (item.rejected ? 'rejected' : 'open');
