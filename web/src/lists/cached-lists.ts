import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { type ItemPosition, type ListPage, positionOf, withItem, withoutItem } from './pages';

/** Every list in which a row stood, and where. */
export type ItemPositions<Item> = readonly { queryKey: QueryKey; place: ItemPosition<Item> }[];

/** The cached lists: of what is wanted, and of what is rejected. */
export function cachedLists<Item extends { id: string }>(queries: QueryClient, queryKey: QueryKey) {
  const of = (isRejected: boolean) => ({
    queryKey,
    predicate: (query: { queryKey: QueryKey }) => (query.queryKey[2] as { isRejected?: boolean } | undefined)?.isRejected === isRejected,
  });
  return {
    /** An answer that was asked for before the change must not undo it. A list that is not there yet must come all the same. */
    stop: () => queries.cancelQueries({ queryKey, predicate: hasData }),
    takeOut: (id: string, isRejected: boolean): ItemPositions<Item> => {
      const places: { queryKey: QueryKey; place: ItemPosition<Item> }[] = [];
      for (const [key, pages] of queries.getQueriesData<InfiniteData<ListPage<Item>>>(of(isRejected))) {
        const place = pages === undefined ? undefined : positionOf<Item>(pages, id);
        if (pages === undefined || place === undefined) continue;
        places.push({ queryKey: key, place });
        queries.setQueryData(key, withoutItem<Item, ListPage<Item>>(pages, id));
      }
      return places;
    },
    putBack: (places: ItemPositions<Item>) => {
      for (const { queryKey: key, place } of places)
        queries.setQueryData<InfiniteData<ListPage<Item>>>(key, (pages) => pages && withItem<Item, ListPage<Item>>(pages, place));
    },
    /** When it is looked at next. What is on the screen has been changed already. */
    readAnew: (isRejected: boolean) => void queries.invalidateQueries({ ...of(isRejected), refetchType: 'none' }),
  };
}

export function hasData({ state }: { state: { data: unknown } }): boolean {
  return state.data !== undefined;
}
