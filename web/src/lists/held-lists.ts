import { hashKey, type InfiniteData, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { firstPage, type PageStart } from './pages';

type HeldPages = InfiniteData<{ asOf?: string }, PageStart>;

type ReadList = {
  data: InfiniteData<{ asOf?: string }> | undefined;
  isPlaceholderData: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
};

type HeldListOptions = {
  queryKey: QueryKey;
  query: ReadList;
  /** Rows that are found come into it, and it says how many wait. Any other list is always read as it is now. */
  isHeld: boolean;
};

/**
 * Holds the list on the screen at the moment at which it was read. However often it is read again, what was
 * found since stays out of it, so that no row moves under the reader's eyes, until it is released.
 */
export function useHeldList({ queryKey, query: { data, isPlaceholderData, isFetching }, isHeld }: HeldListOptions): void {
  const queries = useQueryClient();
  const hash = hashKey(queryKey);
  const held = data as HeldPages | undefined;
  const moment = held?.pages[0]?.asOf;
  const isFree = isHeld && moment !== undefined && !isPlaceholderData && !isFetching && held?.pageParams[0]?.asOf !== moment;
  // A list that comes back to the screen is read as it is now. A passive effect would be too late: that read begins in one.
  useLayoutEffect(() => releaseLists(queries, keyOf(hash)), [queries, hash]);
  useEffect(() => {
    if (isFree) holdLists(queries, keyOf(hash));
  }, [queries, isFree, hash]);
}

/** A key is made of what JSON can say, and its hash is that text: equal keys of two renders are one for an effect. */
const keyOf = (hash: string) => JSON.parse(hash) as QueryKey;

/** From now on these lists are read again as they were. */
export function holdLists(queries: QueryClient, queryKey: QueryKey): void {
  startFrom(queries, queryKey, ({ pages }) => ({ ...firstPage, ...(pages[0]?.asOf !== undefined && { asOf: pages[0].asOf }) }));
}

/** The next time these lists are read, it is with everything that was found since. */
export function releaseLists(queries: QueryClient, queryKey: QueryKey): void {
  startFrom(queries, queryKey, () => firstPage);
}

/** Reads these lists again, with everything that was found since. */
export function readAnew(queries: QueryClient, queryKey: QueryKey): void {
  releaseLists(queries, queryKey);
  void queries.invalidateQueries({ queryKey });
}

/** A list is read again from the parameter that its first page was read with, so this is where the moment is kept. */
function startFrom(queries: QueryClient, queryKey: QueryKey, startOf: (pages: HeldPages) => PageStart): void {
  for (const query of queries.getQueryCache().findAll({ queryKey })) {
    const { data } = query.state;
    // Not as a new answer: when it was read, and whether it is stale, stays as it is.
    if (hasPages(data)) query.setState({ data: { ...data, pageParams: data.pageParams.with(0, startOf(data)) } });
  }
}

/** Whether a list is being read again with everything that was found since. */
export function isReadAnew({ data, isFetching, isFetchingNextPage }: ReadList): boolean {
  const held = data as HeldPages | undefined;
  return isFetching && !isFetchingNextPage && held !== undefined && held.pageParams[0]?.asOf === undefined;
}

function hasPages(data: unknown): data is HeldPages {
  return typeof data === 'object' && data !== null && 'pageParams' in data && 'pages' in data && (data as HeldPages).pages.length > 0;
}
