import { type RefObject, useRef, useState } from 'react';
import type { Rejectable, Rejection } from './rejection';
import type { ListHandle } from './list-handle';

type RejectFlowOptions<Item> = {
  items: readonly Item[];
  rejection: Rejection<Item>;
  /** Marks a row as answered, which takes it out of the list as a rejection does. */
  markAnswered: (item: Item) => void;
  rows: RefObject<ListHandle | null>;
  searchField: RefObject<HTMLInputElement | null>;
  /** A row is about to be removed; the next one takes its place. */
  onLeave: (item: Item, next: Item | undefined) => void;
};

/** Rejecting, after a confirmation, restoring and answering. The focus goes to the next row, else to the one before, else to the search. */
export function useRejectFlow<Item extends Rejectable>({
  items,
  rejection,
  markAnswered,
  rows,
  searchField,
  onLeave,
}: RejectFlowOptions<Item>) {
  const [asking, setAsking] = useState<Item>();
  /** The row to focus after the dialog closes; undefined until it is confirmed. */
  const afterwards = useRef<string>(undefined);

  const leave = (item: Item): Item | undefined => {
    const at = items.findIndex(({ id }) => id === item.id);
    const next = items[at + 1] ?? items[at - 1];
    onLeave(item, next);
    return next;
  };
  const ask = (item: Item) => {
    afterwards.current = undefined;
    setAsking(item);
  };
  const confirm = (reason: string) => {
    if (asking === undefined) return;
    afterwards.current = leave(asking)?.id ?? '';
    rejection.reject(asking, reason);
    setAsking(undefined);
  };
  const focusAfter = (next: Item | undefined) => {
    if (next !== undefined) rows.current?.focusRow(next.id);
    else searchField.current?.focus();
  };
  const restore = (item: Item) => {
    const next = leave(item);
    rejection.restore(item);
    focusAfter(next);
  };
  const answer = (item: Item) => {
    const next = leave(item);
    markAnswered(item);
    focusAfter(next);
  };
  return {
    asking,
    ask,
    confirm,
    cancel: () => setAsking(undefined),
    restore,
    answer,
    returnFocusTo: () => (afterwards.current === undefined ? null : (rows.current?.buttonOf(afterwards.current) ?? searchField.current)),
  };
}
