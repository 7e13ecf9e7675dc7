import type { InfiniteData } from '@tanstack/react-query';
import { movedCounts, type RowState, type StateCounts } from './row-state';

/** One page of a list, as the server gave it. */
export type ListPage<Item> = {
  items: Item[];
  total: number;
  /** Of all pages, where rows can be read and unread. */
  unread?: number;
  /** How many rows there are in each state under the same filters. */
  states?: StateCounts;
};

/** A list as it is kept: page by page, as it was loaded. */
export type ListPages<Item, OnePage extends ListPage<Item> = ListPage<Item>> = InfiniteData<OnePage>;

export type PagedRow = { id: string; is_read?: boolean; /** Since the last visit, read or not. */ is_new?: boolean };

/**
 * The rows of an answer, each with an id: what an odd server sends without one gets one by its place, so
 * that it can be shown as what it is and the others are not mixed up. There is nothing to mark as read in it.
 */
export function namedRows<Item extends PagedRow>(rows: unknown, offset: number): Item[] {
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown, index) => {
    const known = typeof row === 'object' && row !== null ? row : {};
    return ('id' in known && typeof known.id === 'string' ? known : { ...known, id: `unnamed-${offset + index}`, is_read: true }) as Item;
  });
}

/** Where a row stood, so that it can come back to its very place. */
export type ItemPosition<Item> = { item: Item; page: number; index: number };

/** Where a page begins, and in the list of which moment: what arrives meanwhile must not shift the pages. */
export type PageStart = { offset: number; asOf?: string };

export const firstPage: PageStart = { offset: 0 };

/** Counted, not remembered: what was rejected since has left the server's list as it has left ours. */
export function pageAfter(pages: readonly (ListPage<unknown> & { asOf?: string })[]): PageStart {
  const asOf = pages[0]?.asOf;
  return { offset: pages.reduce((sum, page) => sum + page.items.length, 0), ...(asOf !== undefined && { asOf }) };
}

/** The rows of all pages, none twice: while pages are read one by one, rows may move from one to the next. */
export function allItems<Item extends PagedRow>(pages: ListPages<Item> | undefined): readonly Item[] {
  const byId = new Map<string, Item>();
  for (const { items } of pages?.pages ?? []) for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
}

export function positionOf<Item extends PagedRow>(pages: ListPages<Item>, id: string): ItemPosition<Item> | undefined {
  for (const [page, { items }] of pages.pages.entries()) {
    const index = items.findIndex((item) => item.id === id);
    const item = items[index];
    if (item !== undefined) return { item, page, index };
  }
  return undefined;
}

/** The list without a row; the count goes down with it. */
export function withoutItem<Item extends PagedRow, OnePage extends ListPage<Item>>(
  pages: InfiniteData<OnePage>,
  id: string,
): InfiniteData<OnePage> {
  const place = positionOf<Item>(pages, id);
  if (place === undefined) return pages;
  return changePages(pages, -1, place.item, (page) => page.items.filter((item) => item.id !== id));
}

/** The list with a row back in its place, or as near as what has changed since allows. */
export function withItem<Item extends PagedRow, OnePage extends ListPage<Item>>(
  pages: InfiniteData<OnePage>,
  { item, page, index }: ItemPosition<Item>,
): InfiniteData<OnePage> {
  if (positionOf(pages, item.id) !== undefined) return pages;
  const target = Math.min(page, pages.pages.length - 1);
  return changePages(pages, 1, item, ({ items }, at) => (at === target ? items.toSpliced(index, 0, item) : items));
}

/** The list with its counts after a row went from one state to another. */
export function withMovedCounts<OnePage extends ListPage<unknown>>(
  pages: InfiniteData<OnePage>,
  from: RowState,
  to: RowState,
): InfiniteData<OnePage> {
  const changePage = (page: OnePage) => (page.states === undefined ? page : { ...page, states: movedCounts(page.states, from, to) });
  return { ...pages, pages: pages.pages.map(changePage) };
}

function changePages<Item extends PagedRow, OnePage extends ListPage<Item>>(
  pages: InfiniteData<OnePage>,
  difference: number,
  changed: PagedRow,
  itemsOf: (page: OnePage, at: number) => Item[],
): InfiniteData<OnePage> {
  const unreadDifference = changed.is_read === false ? difference : 0;
  const changePage = (page: OnePage, at: number): OnePage => ({
    ...page,
    total: Math.max(0, page.total + difference),
    ...(page.unread !== undefined && { unread: Math.max(0, page.unread + unreadDifference) }),
    items: itemsOf(page, at),
  });
  return { ...pages, pages: pages.pages.map(changePage) };
}
