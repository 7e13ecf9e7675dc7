import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { type ItemPosition, type ListPage, positionOf, withItem, withMovedCounts, withoutItem } from './pages';
import { type RowState, type StatedRow, stateOf } from './row-state';
import { type ListFilters, shownStateOf } from './list-filters';

/** Every list in which a row stood, and where; in the order in which they were taken out. */
export type ItemPositions<Item> = readonly { queryKey: QueryKey; place: ItemPosition<Item> }[];

/** The cached lists of one user: each has the rows of one state. */
export function cachedLists<Item extends StatedRow>(queries: QueryClient, queryKey: QueryKey) {
  type Pages = InfiniteData<ListPage<Item>>;
  return {
    /** An answer that was asked for before the change must not undo it. A list that is not there yet must come all the same. */
    stop: () => queries.cancelQueries({ queryKey, predicate: hasData }),
    /** Rows go to a state: they leave every list of another one, whose counts follow. */
    moveTo: (ids: readonly string[], to: RowState): ItemPositions<Item> => {
      const places: { queryKey: QueryKey; place: ItemPosition<Item> }[] = [];
      for (const [key, pages] of queries.getQueriesData<Pages>({ queryKey })) {
        if (pages === undefined || stateOfList(key) === to) continue;
        let left = pages;
        for (const id of ids) {
          const place = positionOf<Item>(left, id);
          if (place === undefined) continue;
          places.push({ queryKey: key, place });
          left = withMovedCounts(withoutItem<Item, ListPage<Item>>(left, id), stateOf(place.item), to);
        }
        queries.setQueryData(key, left);
      }
      return places;
    },
    /** They come back from that state, each to its place: the last that left first. */
    putBack: (places: ItemPositions<Item>, from: RowState) => {
      for (const { queryKey: key, place } of places.toReversed())
        queries.setQueryData<Pages>(key, (pages) => {
          // It may have been read anew meanwhile, with the row in it.
          if (pages === undefined || positionOf<Item>(pages, place.item.id) !== undefined) return pages;
          return withMovedCounts(withItem<Item, ListPage<Item>>(pages, place), from, stateOf(place.item));
        });
    },
    /** What is known of a row changes wherever it is. */
    changeRow: (id: string, changes: Partial<StatedRow>) => {
      const changed = (row: Item) => (row.id === id ? { ...row, ...changes } : row);
      queries.setQueriesData<Pages>(
        { queryKey },
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })) },
      );
    },
    /** When they are looked at next: what is on the screen has been changed already, unless something in it could not be known. */
    readAnew: (isScreenKnown: boolean) => void queries.invalidateQueries({ queryKey, refetchType: isScreenKnown ? 'none' : 'active' }),
  };
}

/** The third part of a list's key says which rows are in it. */
function stateOfList(key: QueryKey): RowState | undefined {
  const filters = key[2] as ListFilters | undefined;
  return filters && shownStateOf(filters);
}

export function hasData({ state }: { state: { data: unknown } }): boolean {
  return state.data !== undefined;
}
