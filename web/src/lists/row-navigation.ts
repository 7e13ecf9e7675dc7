import { type RefObject, useState } from 'react';
import type { useRowFocus } from './row-focus';
import type { ListHandle } from './list-handle';

type NavigableRow = { id: string };

type RowNavigationOptions<Item> = {
  items: readonly Item[];
  selection: { id: string | undefined; open: (item: Item) => void; close: () => void };
  focus: ReturnType<typeof useRowFocus>;
  rows: RefObject<ListHandle | null>;
  loadMore: RefObject<HTMLButtonElement | null>;
  hasBothPanes: boolean;
  /** The details stand over the list. */
  isReading: boolean;
};

/** Moves from row to row, into one and back. With both panes a move opens the row; with only the list it focuses it. */
export function useRowNavigation<Item extends NavigableRow>({
  items,
  selection,
  focus,
  rows,
  loadMore,
  hasBothPanes,
  isReading,
}: RowNavigationOptions<Item>) {
  const [cursor, setCursor] = useState<string>();
  const [isStartingOver, setStartingOver] = useState(false);
  const active = selection.id ?? cursor;
  const at = items.findIndex((item) => item.id === active);

  const goTo = (item: Item) => {
    setStartingOver(false);
    if (hasBothPanes || isReading) selection.open(item);
    else setCursor(item.id);
    if (isReading) focus.onTitleOf(item.id);
    else rows.current?.focusRow(item.id);
  };
  const next = items[at + 1];
  const previous = at === -1 ? undefined : items[at - 1];
  const goNext = () => {
    const [first] = items;
    if (isStartingOver && first !== undefined && first.id !== active) goTo(first);
    else if (next === undefined) loadMore.current?.focus();
    else goTo(next);
  };
  const goPrevious = () => previous && goTo(previous);
  const goToEnd = (end: 'first' | 'last') => {
    const item = end === 'first' ? items[0] : items.at(-1);
    if (item !== undefined) goTo(item);
  };
  const open = (item: Item, isByKey: boolean) => {
    setStartingOver(false);
    setCursor(item.id);
    selection.open(item);
    if (isByKey || !hasBothPanes) focus.onTitleOf(item.id);
  };
  const back = () => {
    if (isReading) selection.close();
    else if (selection.id !== undefined) rows.current?.focusRow(selection.id);
  };
  return {
    active,
    setCursor,
    open,
    back,
    goNext,
    goPrevious,
    /** The list has moved to its top, so the next step leads to its first row, whatever is open. */
    startOver: () => setStartingOver(true),
    /** To a neighbour that is there; for buttons that are disabled else. */
    toNext: at === -1 || next === undefined ? undefined : () => goTo(next),
    toPrevious: previous && (() => goTo(previous)),
    move: (to: 'next' | 'previous' | 'first' | 'last') => {
      if (to === 'next') goNext();
      else if (to === 'previous') goPrevious();
      else goToEnd(to);
    },
  };
}
