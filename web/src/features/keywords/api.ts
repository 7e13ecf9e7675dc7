import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiFailure, call } from '../../api/errors';
import type { components } from '../../api/schema';
import { keywordTimes } from '../../api/query-times';

/** A keyword of the account. A paused one is kept, and nothing listens for it. */
export type TrackedKeyword = { keyword: string; isPaused: boolean };

/** How much of what is stored a keyword would have found. */
export type KeywordPreviewCounts = components['schemas']['KeywordPreview'];

/** How the server reads a keyword. */
export type KeywordReading = components['schemas']['KeywordReading'];

/** Everything that is known of the keywords is kept below this. */
export const keywordsKey = (userId: string) => ['keywords', userId] as const;

/** The keywords Earshot listens for, oldest first, without the paused ones. */
export const trackedKeywords = (userId: string) =>
  queryOptions({
    queryKey: keywordsKey(userId),
    queryFn: async () => (await readKeywords()).filter(({ isPaused }) => !isPaused).map(({ keyword }) => keyword),
    ...keywordTimes,
  });

const allKeywordsKey = (userId: string) => [...keywordsKey(userId), 'all'] as const;

/** All of them, oldest first, with the paused ones. */
export const allKeywords = (userId: string) => queryOptions({ queryKey: allKeywordsKey(userId), queryFn: readKeywords, ...keywordTimes });

/** What the last analysis of the website proposed, best first, without what is tracked or was dismissed. */
export const keywordSuggestions = (userId: string) =>
  queryOptions({
    queryKey: [...keywordsKey(userId), 'suggestions'],
    queryFn: async () => (await call(api.GET('/api/keywords/suggestions'))).suggestions.map(({ keyword }) => keyword),
    ...keywordTimes,
  });

/** Never suggests a keyword again. */
export async function dismissSuggestion(keyword: string): Promise<void> {
  await call(api.DELETE('/api/keywords/suggestions', { params: { query: { keyword } } }));
}

/** Tries a keyword on what is stored, before it is saved. */
export const keywordPreview = (userId: string, keyword: string) =>
  queryOptions({
    queryKey: ['keyword-preview', userId, keyword],
    queryFn: async ({ signal }) => (await call(api.GET('/api/keywords/preview', { params: { query: { keyword } }, signal }))).preview,
    ...keywordTimes,
  });

/** How things stood before a keyword was removed; for taking that back. */
export type KeywordBefore = Pick<components['schemas']['AddKeywordRequest'], 'wasPaused' | 'woken'>;

/** Tracks a keyword, or resumes a paused one. */
export async function saveKeyword(keyword: string, before?: KeywordBefore): Promise<void> {
  await call(api.POST('/api/keywords', { body: { keyword, ...before } }));
}

/** The same for who does not mind: one that is in the list already is as good as added. */
export async function addKeyword(keyword: string): Promise<void> {
  try {
    await saveKeyword(keyword);
  } catch (failure) {
    if (!isAlreadyThere(failure)) throw failure;
  }
}

/** Stops listening for a keyword; answers what was woken by that. One that is not in the list is as good as removed. */
export async function removeKeyword(keyword: string): Promise<string | null> {
  try {
    return (await call(api.DELETE('/api/keywords', { params: { query: { keyword } } }))).woken ?? null;
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 404)) throw failure;
    return null;
  }
}

// A conflict also means that there is no company yet; only the headline differs.
export function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 409 && failure.code === 'Duplicate Keyword';
}

export function isLimitReached(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.status === 403 && failure.code === 'Keyword Limit Reached';
}

async function readKeywords(): Promise<TrackedKeyword[]> {
  const { keywords } = await call(api.GET('/api/keywords'));
  return keywords.map(({ keyword, paused }) => ({ keyword, isPaused: paused === true }));
}
