import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { ListHandle } from './list-handle';
import type { PagedList } from './paged-list';

type ArrivalsOptions<Item> = {
  list: Pick<PagedList<Item>, 'items' | 'arrived' | 'asOf' | 'error' | 'refresh'>;
  rows: RefObject<ListHandle | null>;
  /** A row is open, has the cursor or is picked. */
  isInUse: boolean;
};

/** Rows that were found while somebody reads the list: how many they are, and how to see them. */
export function useArrivals<Item extends { id: string }>({ list, rows, isInUse }: ArrivalsOptions<Item>) {
  const { arrived: count, asOf, error } = list;
  const wanted = useRef<'top' | 'first row'>(undefined);
  const shown = useRef(asOf);
  const goToTop = useEffectEvent(() => {
    const [first] = list.items;
    if (wanted.current !== undefined) rows.current?.scrollToTop();
    if (wanted.current === 'first row' && first !== undefined) rows.current?.focusRow(first.id);
  });
  // Once they are there, or could not be had.
  useEffect(() => {
    if (error === undefined && shown.current === asOf) return;
    shown.current = asOf;
    if (error === undefined) goToTop();
    wanted.current = undefined;
  }, [asOf, error]);
  return {
    count,
    /** Loads them and moves to the top. What is open stays open. */
    show: ({ hadFocus = false } = {}) => {
      wanted.current = hadFocus ? 'first row' : 'top';
      list.refresh();
    },
    /** Nobody is in the middle of anything here, so that they may simply appear. */
    mayAppear: () => list.items.length === 0 || (!isInUse && (rows.current?.isAtTop() ?? true)),
  };
}
