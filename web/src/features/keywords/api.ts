import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiFailure, call } from '../../api/errors';
import { keywordTimes } from '../../api/times';

export const keywordsKey = (userId: string) => ['keywords', userId] as const;

/** The keywords Earshot listens for, oldest first; those that rest are not among them. */
export const trackedKeywords = (userId: string) =>
  queryOptions({
    queryKey: keywordsKey(userId),
    queryFn: async () => (await call(api.GET('/api/keywords'))).keywords.filter(({ paused }) => paused !== true).map(({ keyword }) => keyword),
    ...keywordTimes,
  });

/** Listens for a keyword from now on. One that is in the list already is as good as added. */
export async function addKeyword(keyword: string): Promise<void> {
  try {
    await call(api.POST('/api/keywords', { body: { keyword } }));
  } catch (failure) {
    if (!isAlreadyThere(failure)) throw failure;
  }
}

/** Stops listening for a keyword. One that is not in the list is as good as removed. */
export async function removeKeyword(keyword: string): Promise<void> {
  try {
    await call(api.DELETE('/api/keywords', { params: { query: { keyword } } }));
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 404)) throw failure;
  }
}

// A conflict also tells that there is no company yet; only the headline tells them apart.
function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 409 && failure.code === 'Duplicate Keyword';
}
