import { useMemo } from 'react';
import { oneOf, useAddressState } from '../lib/address-state';

/** What every list can be filtered by. All of it lives in the address (spec §2, Dashboard shell). */
export type ListFilters = { query: string; sort: ListSort; isRejected: boolean };

export type ListSort = (typeof listSorts)[number];

export const listSorts = ['relevance', 'new', 'popular'] as const;

/** The names of these filters, and of the selected row, in the address. */
export type ListParameterNames = { query: string; sort: string; rejected: string; selected: string };

/** Defaults never stand in the address. */
export function listDefaults({ sort, rejected }: ListParameterNames): Record<string, string> {
  return { [sort]: 'relevance', [rejected]: 'false' };
}

export function listFiltersOf(search: URLSearchParams, names: ListParameterNames): ListFilters {
  return {
    query: (search.get(names.query) ?? '').trim(),
    sort: oneOf(search, names.sort, listSorts, 'relevance'),
    isRejected: search.get(names.rejected) === 'true',
  };
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
