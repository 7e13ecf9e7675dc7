import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiFailure, call } from '../../api/errors';
import type { components } from '../../api/schema';
import { keywordTimes } from '../../api/query-times';

export type BrandTerm = components['schemas']['BrandTerm'];

export const brandTermsKey = (userId: string) => ['brand-terms', userId] as const;

/** By which names the company is looked for, the oldest first. */
export const brandTerms = (userId: string) =>
  queryOptions({
    queryKey: brandTermsKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/mentions/brand-terms', { signal }))).terms,
    ...keywordTimes,
  });

/** Makes the terms from what is known of the company. What was taken away stays away. */
export async function initializeTerms(): Promise<components['schemas']['InitializedTerms']> {
  return (await call(api.POST('/api/mentions/initialize-terms'))).result;
}

/** Whether it counts only near the company's words is up to the server, but for a term that comes back as it was. */
export async function addTerm(term: string, needsContext?: boolean): Promise<BrandTerm> {
  return (await call(api.POST('/api/mentions/brand-terms', { body: { term, ...(needsContext !== undefined && { needsContext }) } }))).term;
}

/** Looks for a name no longer. One that is not there is as good as removed. */
export async function removeTerm(term: string): Promise<void> {
  try {
    await call(api.DELETE('/api/mentions/brand-terms', { params: { query: { term } } }));
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 404)) throw failure;
  }
}
