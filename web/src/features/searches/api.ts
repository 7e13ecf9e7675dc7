import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { paths } from '../../api/schema';
import { searchTimes } from '../../api/query-times';

type Ok<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;

/** A search that Earshot runs, with what it brought in 30 days. */
export type Search = Ok<paths['/api/searches']['get']>['searches'][number];
/** A community that Earshot reads. */
export type Community = Ok<paths['/api/communities']['get']>['communities'][number];
/** Something else to listen for, with what it would have found. */
export type Suggestion = Ok<paths['/api/searches/suggestions']['get']>['suggestions'][number];

/** Everything that is known of the searches is kept below this. */
export const searchesKey = (userId: string) => ['searches', userId] as const;

/** The searches, best first, and when they last ran. */
export const searches = (userId: string) =>
  queryOptions({
    queryKey: [...searchesKey(userId), 'list'],
    queryFn: async ({ signal }) => {
      const { searches: found, lastScanAt } = await call(api.GET('/api/searches', { signal }));
      return { searches: found, lastScanAt: lastScanAt ?? undefined };
    },
    ...searchTimes,
  });

export async function switchSearch(id: string, isOn: boolean): Promise<void> {
  await call(api.PUT('/api/searches/{id}', { params: { path: { id } }, body: { isOn } }));
}

export const communities = (userId: string) =>
  queryOptions({
    queryKey: [...searchesKey(userId), 'communities'],
    queryFn: async ({ signal }) => (await call(api.GET('/api/communities', { signal }))).communities,
    ...searchTimes,
  });

export async function addCommunity(name: string): Promise<void> {
  await call(api.POST('/api/communities', { body: { name } }));
}

export async function switchCommunity(name: string, isOn: boolean): Promise<void> {
  await call(api.PUT('/api/communities/{name}', { params: { path: { name } }, body: { isOn } }));
}

export async function removeCommunity(name: string): Promise<void> {
  await call(api.DELETE('/api/communities/{name}', { params: { path: { name } } }));
}

/** From posts that were read already, best first, without what is tracked or was dismissed. */
export const suggestions = (userId: string) =>
  queryOptions({
    queryKey: [...searchesKey(userId), 'suggestions'],
    queryFn: async ({ signal }) => (await call(api.GET('/api/searches/suggestions', { signal }))).suggestions,
    ...searchTimes,
  });

/** Never suggests it again. */
export async function dismissSuggestion({ kind, value }: Pick<Suggestion, 'kind' | 'value'>): Promise<void> {
  await call(api.DELETE('/api/searches/suggestions', { params: { query: { kind, value } } }));
}
