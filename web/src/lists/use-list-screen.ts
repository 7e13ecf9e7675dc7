import { useRef } from 'react';
import type { AddressChange, HistoryMove } from '../lib/address-state';
import { useKeyboardActions } from '../lib/keyboard-actions';
import { useMediaQuery } from '../lib/media-query';
import { useProductNow } from '../lib/now';
import { useSkeleton } from '../lib/skeleton';
import { useHasBothPanes, useIsPhone } from '../ui/two-panes';
import { type ListFilters, type ListParameterNames, overviewName } from './list-filters';
import type { ListHandle } from './list-handle';
import type { PagedList } from './paged-list';
import { usePickedRows } from './picked-rows';
import type { Rejectable, Rejection } from './rejection';
import { useRowActions } from './row-actions';
import { useRowFocus } from './row-focus';
import { useRowNavigation } from './row-navigation';
import { useRowSelection } from './row-selection';
import type { RowStates } from './row-states';
import { useArrivals } from './show-arrivals';

type ListScreenOptions<Item, Filters, List> = {
  names: ListParameterNames;
  search: URLSearchParams;
  change: (changes: AddressChange, move: HistoryMove, state?: unknown) => void;
  filters: Filters;
  list: List;
  rejection: Rejection<Item>;
  states: RowStates<Item>;
  readOne: (id: string) => Promise<Item | null>;
  /** The page of a row, where it was written. */
  addressOf: (item: Item) => string;
  /** Whether a row has all that the screen needs; one from an older server may not. */
  isShowable: (item: Item) => boolean;
};

/** What a list screen knows and can do. */
export type ListScreenState<Item extends Rejectable> = ReturnType<typeof useListScreen<Item, ListFilters, PagedList<Item>>>;

/** A list with details beside it or over it: what is open, how to get around in it, what its keys do, how rows leave. */
export function useListScreen<Item extends Rejectable, Filters extends ListFilters, List extends PagedList<Item>>(
  options: ListScreenOptions<Item, Filters, List>,
) {
  const { names, search, change, filters, list, rejection, states, readOne, addressOf, isShowable } = options;
  const hasBothPanes = useHasBothPanes();
  const isPhone = useIsPhone();
  const rows = useRef<ListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const loadMore = useRef<HTMLButtonElement>(null);
  const items: readonly Item[] = list.items;
  const name = names.selected;
  const isOverview = search.get(name) === overviewName;
  const isReading = search.has(name) && !isOverview && !hasBothPanes;
  const selection = useRowSelection({
    name,
    addressed: search.get(name),
    change,
    items,
    isSettled: !list.isPending && !list.isStandIn,
    hasBothPanes,
    isElsewhere: isOverview && hasBothPanes,
    readOne,
  });
  const focus = useRowFocus({ rows, openId: selection.id, isReading });
  const navigation = useRowNavigation({ items, selection, focus, rows, loadMore, hasBothPanes, isReading });
  const focusRow = (id: string) => rows.current?.focusRow(id);
  const picked = usePickedRows({ list: JSON.stringify(filters), items, active: navigation.active, onFocus: focusRow });
  const clearPicked = () => {
    picked.clear();
    const back = navigation.active ?? items[0]?.id;
    if (back !== undefined) focusRow(back);
  };
  const arrivals = useArrivals({
    list,
    rows,
    isInUse: navigation.active !== undefined || picked.rows.length > 0,
    onShown: navigation.startOver,
  });
  const refresh = () => void (arrivals.count > 0 ? arrivals.show() : list.refresh());
  const onLeave = (leaving: readonly Item[], next: Item | undefined) => {
    navigation.setCursor(next?.id);
    if (!leaving.some(({ id }) => id === selection.id)) return;
    if (isReading) selection.close();
    else selection.moveOn(next);
  };
  const actions = useRowActions({ items, rejection, states, rows, searchField, onLeave });
  // A new filter starts at the top of its list, with its first row selected.
  const filter = (changes: AddressChange, move: HistoryMove) => change({ ...changes, [name]: undefined }, move);
  const toggleRejected = () => filter({ [names.rejected]: String(!filters.isRejected) }, 'push');

  const { selected } = selection;
  /** What a key acts on: the open row, else the one that the cursor is on. */
  const current = selected ?? items.find(({ id }) => id === navigation.active);
  const isPicking = picked.rows.length > 0;
  /** Or all those that are picked. */
  const targets = isPicking ? picked.rows : current === undefined ? [] : [current];
  const moveTargets = (to: 'saved' | 'answered' | 'won') => (targets.length === 0 ? undefined : () => actions.move(targets, to));
  const rejectTargets = () => {
    const [first] = targets;
    if (first?.rejected !== true) actions.ask(targets);
    else if (isPicking) actions.move(targets, 'open');
    else actions.restore(first);
  };
  useKeyboardActions({
    'next-row': items.length === 0 ? undefined : navigation.goNext,
    'previous-row': items.length === 0 ? undefined : navigation.goPrevious,
    'pick-next': items.length === 0 || isReading ? undefined : () => picked.extend(1),
    'pick-previous': items.length === 0 || isReading ? undefined : () => picked.extend(-1),
    'back-to-list': isPicking ? clearPicked : selection.id === undefined ? undefined : navigation.back,
    save: moveTargets('saved'),
    'mark-answered': moveTargets('answered'),
    'mark-won': moveTargets('won'),
    reject: targets.length === 0 ? undefined : rejectTargets,
    visit: selected && isShowable(selected) ? () => void window.open(addressOf(selected), '_blank', 'noopener,noreferrer') : undefined,
    'toggle-rejected': toggleRejected,
    refresh,
  });
  return {
    names,
    filters,
    filter,
    toggleRejected,
    list,
    /** Reads the list anew; with rows that were found meanwhile it goes to the top. */
    refresh,
    arrivals,
    /** What to show while the first answer is on its way. */
    waiting: useSkeleton(list.isPending),
    now: useProductNow(),
    isPhone,
    /** Rows have no pointer to show what can be done with them. */
    hasFingers: useMediaQuery('(pointer: coarse)') || isPhone,
    isReading,
    /** In place of a row, what sums them up is open. */
    isOverview: isOverview && hasBothPanes,
    showOverview: () => change({ [name]: overviewName }, 'replace'),
    hasBothPanes,
    selection,
    current,
    isShowable,
    navigation,
    picked,
    clearPicked,
    actions,
    saveNote: states.saveNote,
    /** How many rows each state has; an older server does not say. */
    counts: list.counts,
    rows,
    searchField,
    loadMore,
    titleRef: focus.titleRef,
  };
}
