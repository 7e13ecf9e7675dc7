import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { ListHandle } from './list-handle';
import type { PagedList } from './paged-list';

type ArrivalsOptions<Item> = {
  list: Pick<PagedList<Item>, 'items' | 'arrived' | 'asOf' | 'refresh'>;
  rows: RefObject<ListHandle | null>;
  /** A row is open, has the cursor or is picked. */
  isInUse: boolean;
  /** They are there, and their top is in sight. */
  onShown: () => void;
};

/** Rows that are being loaded because somebody asked for them, or because nobody minds. */
type AskedArrivals = { count: number; listAsOf: string | undefined; by: 'button' | 'focused button' | 'itself' };

/** Rows that were found while somebody reads the list: how many they are, and how to see them. */
export function useArrivals<Item extends { id: string }>({ list, rows, isInUse, onShown }: ArrivalsOptions<Item>) {
  const [asked, setAsked] = useState<AskedArrivals>();
  // While they are on their way the button stays as it is, so that the focus has a place to be.
  const count = asked?.count ?? list.arrived;
  const goToTop = useEffectEvent(({ listAsOf, by }: AskedArrivals) => {
    const [first] = list.items;
    // They could not be had.
    if (list.asOf === listAsOf) return;
    rows.current?.scrollToTop();
    if (by === 'focused button' && first !== undefined) rows.current?.focusRow(first.id);
    onShown();
  });
  // Once they are in the page.
  useEffect(() => (asked === undefined ? undefined : () => goToTop(asked)), [asked]);
  const load = async (by: AskedArrivals['by']) => {
    setAsked({ count, listAsOf: list.asOf, by });
    await list.refresh();
    setAsked(undefined);
  };
  return {
    count,
    /** They wait until somebody asks for them. */
    areWaiting: count > 0 && asked?.by !== 'itself',
    /** Loads them and moves to the top. What is open stays open. */
    show: ({ hadFocus = false } = {}) => void load(hadFocus ? 'focused button' : 'button'),
    /** Shows them at once where nobody is in the middle of anything. */
    appear: () => {
      const mayAppear = list.items.length === 0 || (!isInUse && (rows.current?.isAtTop() ?? true));
      if (mayAppear) void load('itself');
    },
  };
}
