import { type RefObject, useRef, useState } from 'react';
import type { ListHandle } from './list-handle';
import type { Rejectable, Rejection } from './rejection';
import { type RowState, stateOf } from './row-state';
import type { RowStates } from './row-states';

type RowActionsOptions<Item> = {
  items: readonly Item[];
  rejection: Rejection<Item>;
  states: RowStates<Item>;
  rows: RefObject<ListHandle | null>;
  searchField: RefObject<HTMLInputElement | null>;
  /** Rows are about to leave; the next one takes their place. */
  onLeave: (leaving: readonly Item[], next: Item | undefined) => void;
};

/**
 * What can be done with rows: rejecting, after a question, restoring, and moving to any other state. The focus goes to the
 * next row, else to the one before, else to the search.
 */
export function useRowActions<Item extends Rejectable>({ items, rejection, states, rows, searchField, onLeave }: RowActionsOptions<Item>) {
  const [asking, setAsking] = useState<readonly Item[]>([]);
  /** The row to focus after the dialog closes; undefined until it is confirmed. */
  const afterwards = useRef<string>(undefined);

  const leave = (leaving: readonly Item[]): Item | undefined => {
    const next = rowAfter(items, leaving);
    onLeave(leaving, next);
    return next;
  };
  const focusAfter = (next: Item | undefined) => {
    if (next !== undefined) rows.current?.focusRow(next.id);
    else searchField.current?.focus();
  };
  const ask = (wanted: readonly Item[]) => {
    afterwards.current = undefined;
    setAsking(wanted);
  };
  const confirm = (reason: string) => {
    const [first] = asking;
    if (first === undefined) return;
    afterwards.current = leave(asking)?.id ?? '';
    if (asking.length === 1) rejection.reject(first, reason);
    else states.move(asking, 'rejected', reason);
    setAsking([]);
  };
  const restore = (item: Item) => {
    const next = leave([item]);
    rejection.restore(item);
    focusAfter(next);
  };
  /** What is in that state already goes back to open. */
  const move = (wanted: readonly Item[], to: RowState) => {
    const target = wanted.every((row) => stateOf(row) === to) ? 'open' : to;
    const moved = wanted.filter((row) => stateOf(row) !== target);
    if (moved.length === 0) return;
    const next = leave(moved);
    states.move(moved, target);
    focusAfter(next);
  };
  return {
    asking,
    ask,
    confirm,
    cancel: () => setAsking([]),
    restore,
    move,
    returnFocusTo: () => (afterwards.current === undefined ? null : (rows.current?.buttonOf(afterwards.current) ?? searchField.current)),
  };
}

/** The row that takes the place of those that leave. */
function rowAfter<Item extends { id: string }>(items: readonly Item[], leaving: readonly Item[]): Item | undefined {
  const gone = new Set(leaving.map(({ id }) => id));
  const last = items.findLastIndex(({ id }) => gone.has(id));
  return items.slice(last + 1).find(({ id }) => !gone.has(id)) ?? items.slice(0, Math.max(0, last)).findLast(({ id }) => !gone.has(id));
}
