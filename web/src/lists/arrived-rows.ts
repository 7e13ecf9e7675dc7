import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type ListFilters, receivesFinds } from './list-filters';
import type { ListPage } from './pages';
import type { StateCounts } from './row-state';

type CountedPage = Pick<ListPage<unknown>, 'states'> & { asOf?: string };

/** How many rows there were under the filters, whatever their state, and when. */
export type RowCount = { rows: number; asOf: string };

/** The counts of rows under any filters, of one user's lists. */
export const rowCountsKey = (listsKey: QueryKey): QueryKey => ['row-counts', ...listsKey];

type RowCountOptions<Filters> = {
  /** The lists of one user. */
  listsKey: QueryKey;
  filters: Filters;
  read: (page: { offset: string; limit: string }, signal: AbortSignal) => Promise<CountedPage>;
};

/**
 * How many rows there are now. Opening a list does not ask for it, because the list itself says so; a live event
 * that rows were found does.
 */
export function rowCountQuery<Filters extends Pick<ListFilters, 'isRejected' | 'state'>>({
  listsKey,
  filters,
  read,
}: RowCountOptions<Filters>) {
  return queryOptions({
    queryKey: [...rowCountsKey(listsKey), filters],
    queryFn: async ({ signal }) => rowCountOf(await read({ offset: '0', limit: '1' }, signal)),
    enabled: receivesFinds(filters),
    initialData: null,
    staleTime: Infinity,
  });
}

/** Nothing from an older server, which does not count by state. */
export function rowCountOf({ states, asOf }: CountedPage): RowCount | null {
  return states === undefined || asOf === undefined ? null : { rows: sumOf(states), asOf };
}

/**
 * How many rows the list on the screen does not show yet. All states are counted, so that a row that only goes
 * from one to another makes no difference.
 */
export function arrivedRows(shown: RowCount | null, now: RowCount | null): number {
  if (shown === null || now === null) return 0;
  // The list was read after it, with everything that was there.
  const isOutdated = Date.parse(now.asOf) < Date.parse(shown.asOf);
  return isOutdated ? 0 : Math.max(0, now.rows - shown.rows);
}

function sumOf({ open, saved, answered, won, rejected }: StateCounts): number {
  return open + saved + answered + won + rejected;
}
