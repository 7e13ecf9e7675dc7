import { useMemo } from 'react';
import { oneOf, useAddressState } from '../lib/address-state';
import { type RowState, type TabState, tabStates } from './row-state';

/** What every list can be filtered by. All of it lives in the address (spec §2, Dashboard shell). */
export type ListFilters = { query: string; sort: ListSort; isRejected: boolean; /** The tab. */ state: TabState };

export type ListSort = (typeof listSorts)[number] | 'found';

/** What every list can be sorted by. */
export const listSorts = ['relevance', 'new', 'popular'] as const;

/** The names of these filters, and of the selected row, in the address. */
export type ListParameterNames = { query: string; sort: string; rejected: string; state: string; selected: string };

/** Defaults never stand in the address. */
export function listDefaults({ sort, rejected, state }: ListParameterNames): Record<string, string> {
  return { [sort]: 'relevance', [rejected]: 'false', [state]: 'open' };
}

export function listFiltersOf<Sort extends ListSort>(
  search: URLSearchParams,
  names: ListParameterNames,
  sorts: readonly Sort[],
): ListFilters & { sort: Sort | 'relevance' } {
  return {
    query: (search.get(names.query) ?? '').trim(),
    sort: oneOf<Sort | 'relevance'>(search, names.sort, sorts, 'relevance'),
    isRejected: search.get(names.rejected) === 'true',
    state: oneOf(search, names.state, tabStates, 'open'),
  };
}

/** The state of the rows that a list shows. The rejected ones stand before the tab, which is there again when they are hidden. */
export function shownStateOf({ isRejected, state }: Pick<ListFilters, 'isRejected' | 'state'>): RowState {
  return isRejected ? 'rejected' : state;
}

/** Whether rows that are found come into a list: they are open, so none arrive in the others. */
export function receivesFinds(filters: Pick<ListFilters, 'isRejected' | 'state'>): boolean {
  return shownStateOf(filters) === 'open';
}

/** The filters in the address, and how to change them. */
export function useListFilters<Filters extends ListFilters>(
  defaults: Readonly<Record<string, string>>,
  filtersOf: (search: URLSearchParams) => Filters,
) {
  const { search, change } = useAddressState(defaults);
  const filters = useMemo(() => filtersOf(search), [search, filtersOf]);
  return { search, change, filters };
}

/** In the address, where else the open row is named: what sums them all up. */
export const overviewName = 'overview';
