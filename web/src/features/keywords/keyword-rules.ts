import { isSameText, normalizeSpaces } from '../../lib/normalized-text';
import type { TrackedKeyword } from './api';

/** What a plan says about keywords. A limit of -1 means unlimited (spec §9). */
export type KeywordPlan = { name: string; limit: number };

type KeywordAddition = { kind: 'nothing' } | { kind: 'duplicate' } | { kind: 'limit' } | { kind: 'fits'; keyword: string };

/** What to do with a typed keyword. A duplicate is reported even when the limit is reached. */
export function judgeAddition(all: readonly TrackedKeyword[], typed: string, { limit }: KeywordPlan): KeywordAddition {
  const keyword = normalizeSpaces(typed);
  if (keyword === '') return { kind: 'nothing' };
  if (all.some((tracked) => isSameText(tracked.keyword, keyword))) return { kind: 'duplicate' };
  return hasRoom(all, limit) ? { kind: 'fits', keyword } : { kind: 'limit' };
}

/** Paused keywords do not count. */
export function hasRoom(all: readonly TrackedKeyword[], limit: number): boolean {
  return limit === -1 || activeKeywords(all).length < limit;
}

export function activeKeywords(all: readonly TrackedKeyword[]): readonly TrackedKeyword[] {
  return all.filter(({ isPaused }) => !isPaused);
}

export function withoutKeyword(all: readonly TrackedKeyword[], keyword: string): TrackedKeyword[] {
  return all.filter((tracked) => !isSameText(tracked.keyword, keyword));
}

/** Puts one back where it was; as it was, if it came back by itself. */
export function withKeywordAt(all: readonly TrackedKeyword[], tracked: TrackedKeyword, index: number): TrackedKeyword[] {
  return all.some(({ keyword }) => isSameText(keyword, tracked.keyword)) ? [...all] : all.toSpliced(index, 0, tracked);
}
