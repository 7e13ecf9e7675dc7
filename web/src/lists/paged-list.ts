import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { arrivedRows, type RowCount, rowCountOf } from './arrived-rows';
import { isReadAnew, releaseLists, useHeldList } from './held-lists';
import { type ListFilters, receivesFinds } from './list-filters';
import { allItems, firstPage, type ListPage, namedRows, pageAfter, type PagedRow } from './pages';

type FullPage = ListPage<PagedRow> & { hasMore: boolean; asOf?: string };

type ListQueryOptions<Filters, OnePage> = {
  /** The lists of one user. */
  listsKey: readonly [string, string];
  filters: Filters;
  read: (page: PageRequest, signal: AbortSignal) => Promise<OnePage>;
};

/** A part of a list, as the server reads it. */
export type PageRequest = { offset: string; limit: string; asOf?: string };

/** A list under its filters, page by page. */
export function listQuery<Filters extends Pick<ListFilters, 'isRejected' | 'state'>, OnePage extends FullPage>({
  listsKey,
  filters,
  read,
}: ListQueryOptions<Filters, OnePage>) {
  return infiniteQueryOptions({
    queryKey: [...listsKey, filters] as const,
    queryFn: async ({ pageParam, signal }) => {
      const page = await read({ ...pageParam, limit: String(pageSize), offset: String(pageParam.offset) }, signal);
      return { ...page, items: namedRows<OnePage['items'][number]>(page.items, pageParam.offset) };
    },
    initialPageParam: firstPage,
    getNextPageParam: (last, pages) => (last.hasMore ? pageAfter(pages) : undefined),
    // Under other filters the rows stay until the new ones are there, so that no skeleton stands beside details.
    placeholderData: keepPreviousData,
  });
}

const pageSize = 50;

/** What a screen needs to know about its list. */
export type PagedList<Item> = Omit<ReturnType<typeof usePagedList<ListPage<PagedRow>>>, 'items' | 'newest'> & { items: readonly Item[] };

type PagedListOptions<OnePage> = {
  query: UseInfiniteQueryResult<InfiniteData<OnePage>>;
  queryKey: QueryKey;
  filters: Pick<ListFilters, 'isRejected' | 'state'>;
  /** How many rows there are by now, where that is known. */
  count: RowCount | null;
  errorText: (failure: unknown) => string;
};

/** A list that is read page by page, as its screen needs it. */
export function usePagedList<OnePage extends ListPage<PagedRow> & { asOf?: string }>(options: PagedListOptions<OnePage>) {
  const { query, queryKey, filters, count, errorText } = options;
  const queries = useQueryClient();
  useHeldList({ queryKey, query, isHeld: receivesFinds(filters) });
  const items = useMemo(() => allItems<OnePage['items'][number]>(query.data), [query.data]);
  const newest = query.data?.pages.at(-1);
  return {
    items,
    /** The page that was read last: its counts are the freshest. */
    newest,
    /** Never fewer than are there. */
    total: Math.max(newest?.total ?? 0, items.length),
    /** How many rows each state has; an older server does not say. */
    counts: newest?.states,
    isPending: query.isPending,
    /** Rows of other filters stand in until the right ones are there. */
    isStandIn: query.isPlaceholderData,
    isRefreshing: query.isRefetching && !query.isFetchingNextPage,
    error: query.isError && !query.isFetchNextPageError ? errorText(query.error) : undefined,
    /** With everything that was found since. */
    refresh: async () => {
      releaseLists(queries, queryKey);
      await query.refetch();
    },
    /** When it was read; what was found since is not in it. */
    asOf: newest?.asOf,
    /** How many rows were found since the list was read, and are neither in it nor on their way. */
    arrived: query.isPlaceholderData || isReadAnew(query) ? 0 : arrivedRows(newest === undefined ? null : rowCountOf(newest), count),
    hasMore: query.hasNextPage,
    // A refetch can wait for later; rows of other filters have no next page of these.
    loadMore: () => void (query.isFetchingNextPage || query.isPlaceholderData || query.fetchNextPage()),
    isLoadingMore: query.isFetchingNextPage,
    loadMoreError: query.isFetchNextPageError ? errorText(query.error) : undefined,
  };
}
