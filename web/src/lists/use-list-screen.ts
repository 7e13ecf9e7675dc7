import { useRef } from 'react';
import type { AddressChange, HistoryMove } from '../lib/address-state';
import { useRowFocus } from './row-focus';
import { useKeyTargets } from '../lib/key-targets';
import { useRejectFlow } from './reject-flow';
import type { Rejectable, Rejection } from './rejection';
import { useRowNavigation } from './row-navigation';
import type { ListHandle } from './list-handle';
import { useRowSelection } from './row-selection';

type ListScreenOptions<Item> = {
  /** Under which names the address has the open row, and whether rejected ones are shown. */
  names: { selected: string; rejected: string };
  search: URLSearchParams;
  change: (changes: AddressChange, move: HistoryMove, state?: unknown) => void;
  list: { items: readonly Item[]; isPending: boolean; isStandIn: boolean; refresh: () => void };
  /** The rows are the rejected ones. */
  isRejected: boolean;
  rejection: Rejection<Item>;
  readOne: (id: string) => Promise<Item | null>;
  /** The page of a row on Reddit. */
  addressOf: (item: Item) => string;
  hasBothPanes: boolean;
};

/** A list with details beside it or over it: what is open, how to get around in it, what its keys do, how rows leave. */
export function useListScreen<Item extends Rejectable>({ names, search, change, list, isRejected, rejection, readOne, addressOf, hasBothPanes }: ListScreenOptions<Item>) {
  const rows = useRef<ListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const loadMore = useRef<HTMLButtonElement>(null);
  const { items } = list;
  const name = names.selected;
  const isReading = search.has(name) && !hasBothPanes;
  const selection = useRowSelection({ name, addressed: search.get(name), change, items, isSettled: !list.isPending && !list.isStandIn, hasBothPanes, readOne });
  const focus = useRowFocus({ rows, openId: selection.id, isReading });
  const moves = useRowNavigation({ items, selection, focus, rows, loadMore, hasBothPanes, isReading });
  const onLeave = (item: Item, next: Item | undefined) => {
    moves.setCursor(next?.id);
    if (item.id !== selection.id) return;
    if (isReading) selection.close();
    else selection.moveOn(next);
  };
  const leaving = useRejectFlow({ items, rejection, rows, searchField, onLeave });
  const toggleRejected = () => change({ [names.rejected]: String(!isRejected), [name]: undefined }, 'push');

  const { selected } = selection;
  const meant = selected ?? items.find(({ id }) => id === moves.active);
  useKeyTargets({
    'next-row': items.length === 0 ? undefined : moves.goNext,
    'previous-row': items.length === 0 ? undefined : moves.goPrevious,
    'back-to-list': selection.id === undefined ? undefined : moves.back,
    reject: meant && (() => (meant.rejected ? leaving.restore(meant) : leaving.ask(meant))),
    visit: selected && (() => void window.open(addressOf(selected), '_blank', 'noopener,noreferrer')),
    'toggle-rejected': toggleRejected,
    refresh: list.refresh,
  });
  return { rows, searchField, loadMore, isReading, selection, titleRef: focus.titleRef, moves, leaving, toggleRejected };
}
