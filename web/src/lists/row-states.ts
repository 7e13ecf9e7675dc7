import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../api/errors';
import { showError, showSuccess } from '../ui/toast';
import { cachedLists, type ItemPositions } from './cached-lists';
import { type ListMessages, sharedMessages } from './messages';
import { type RowState, type StatedRow, stateOf } from './row-state';
import { allEarlierAnswers, type RowChange } from './states-api';

const words = sharedMessages.states;

/** What a row becomes, what the user notes about it, and where the answer to it stands on Reddit. */
export type StateChange = { state: RowState; note?: string; answerUrl?: string };

/** Rows on their way to another state; the reason goes with a rejection. */
type Move<Item> = { rows: readonly Item[]; to: RowState; reason?: string };

type RowStatesOptions = {
  /** The lists of one user; the third part of each key says which rows are in it. */
  listsKey: QueryKey;
  /** What the key of a single row begins with. */
  rowKey: string;
  setState: (id: string, change: StateChange) => Promise<void>;
  setStates: (changes: readonly RowChange[]) => Promise<void>;
  messages: ListMessages['counted'];
  /** The server has moved a row. */
  onChanged?: () => void;
};

export type RowStates<Item> = {
  move: (rows: readonly Item[], to: RowState, reason?: string) => void;
  /** Throws what the server says, so that what was written stays where it is. */
  saveNote: (row: Item, note: string) => Promise<void>;
};

/** Moving rows to another state: they leave at once, and come back with Undo or if the server does not agree. */
export function useRowStates<Item extends StatedRow>(options: RowStatesOptions): RowStates<Item> {
  const { listsKey, rowKey, setState, messages, onChanged } = options;
  const queries = useQueryClient();
  const lists = cachedLists<Item>(queries, listsKey);
  const settle = (isScreenKnown: boolean) => {
    lists.readAnew(isScreenKnown);
    void queries.invalidateQueries({ queryKey: [rowKey] });
    void queries.invalidateQueries(allEarlierAnswers);
    onChanged?.();
  };
  const saveLink = useLink(setState);

  const takingBack = useMutation({
    mutationFn: ({ rows }: Move<Item> & { backTo: ItemPositions<Item> }) => send(options, rows.map(asItWas)),
    onMutate: async ({ rows, to, backTo }) => {
      await lists.stop();
      const [before] = rows.map(stateOf);
      if (before !== undefined) lists.moveTo(rows.map(idOf), before);
      lists.putBack(backTo, to);
    },
    onError: (failure, { rows, to }) => {
      lists.moveTo(rows.map(idOf), to);
      showError(rows.length === 1 ? words.undoFailed : words.undoFailedMany, { description: errorMessage(failure) });
    },
    onSuccess: (_answer, { backTo }) => settle(backTo.length > 0),
  });

  const moving = useMutation({
    mutationFn: ({ rows, to, reason }: Move<Item>) =>
      send(
        options,
        rows.map(({ id }) => ({ id, state: to, ...(reason !== undefined && { reason }) })),
      ),
    onMutate: async ({ rows, to }) => {
      await lists.stop();
      return lists.moveTo(rows.map(idOf), to);
    },
    onError: (failure, move, takenFrom) => {
      lists.putBack(takenFrom ?? [], move.to);
      showError(failedText(move, messages), {
        description: errorMessage(failure),
        action: { label: sharedMessages.retry, onAction: () => moving.mutate(move) },
      });
    },
    onSuccess: (_answer, move, backTo) => {
      const [only] = move.rows;
      const hasLink = move.to === 'answered' && move.rows.length === 1 && only !== undefined;
      showSuccess(doneText(move, messages), {
        action: { label: sharedMessages.rejection.undo, onAction: () => takingBack.mutate({ ...move, backTo }) },
        ...(hasLink && {
          field: { label: words.link, submitLabel: words.saveLink, onSubmit: (answerUrl) => saveLink({ row: only, answerUrl }) },
        }),
      });
      settle(backTo.length > 0);
    },
  });

  return {
    move: (rows, to, reason) => moving.mutate({ rows, to, ...(reason !== undefined && { reason }) }),
    saveNote: async (row, note) => {
      await setState(row.id, { state: stateOf(row), note });
      const kept = note.trim() === '' ? null : note.trim();
      lists.changeRow(row.id, { note: kept });
      queries.setQueryData<StatedRow | null>([rowKey, row.id], (one) => one && { ...one, note: kept });
    },
  };
}

/** Where the answer to a row stands, once it is answered. */
function useLink(setState: RowStatesOptions['setState']) {
  const { mutate } = useMutation({
    mutationFn: ({ row, answerUrl }: { row: StatedRow; answerUrl: string }) => setState(row.id, { state: 'answered', answerUrl }),
    onSuccess: () => void showSuccess(words.linked),
    onError: (failure) => void showError(words.linkFailed, { description: errorMessage(failure) }),
  });
  return mutate;
}

/** One row is changed by a call of its own, which any server knows; several go in one. */
function send({ setState, setStates }: RowStatesOptions, changes: readonly RowChange[]): Promise<void> {
  const [only] = changes;
  const isPlain = changes.length === 1 && only !== undefined && only.reason === undefined;
  return isPlain ? setState(only.id, { state: only.state }) : setStates(changes);
}

/** A rejected row goes back with its reason. */
function asItWas(row: StatedRow): RowChange {
  const reason = row.rejected ? row.rejected_reason : undefined;
  return { id: row.id, state: stateOf(row), ...(reason !== undefined && reason !== null && { reason }) };
}

function doneText({ rows, to }: Move<StatedRow>, counted: ListMessages['counted']): string {
  return rows.length === 1 ? words.done[to] : words.doneMany[to](counted(rows.length));
}

function failedText({ rows, to }: Move<StatedRow>, counted: ListMessages['counted']): string {
  return rows.length === 1 ? words.failed[to] : words.failedMany(counted(rows.length));
}

const idOf = ({ id }: StatedRow) => id;
