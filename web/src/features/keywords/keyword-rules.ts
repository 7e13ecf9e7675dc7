import { isSameText, normalizeSpaces } from '../../lib/normalized-text';
import type { Tracked } from './api';

/** What a plan says about keywords. A limit of -1 means unlimited (spec §9). */
export type KeywordPlan = { name: string; limit: number };

export type Addition = { kind: 'nothing' } | { kind: 'duplicate' } | { kind: 'limit' } | { kind: 'fits'; keyword: string };

/** The server takes no longer ones. */
export const longestKeyword = 100;

/** What becomes of what somebody typed. One that is there already is said to be, whether there is room or not. */
export function judgeAddition(all: readonly Tracked[], typed: string, { limit }: KeywordPlan): Addition {
  const keyword = normalizeSpaces(typed);
  if (keyword === '') return { kind: 'nothing' };
  if (all.some((tracked) => isSameText(tracked.keyword, keyword))) return { kind: 'duplicate' };
  return hasRoom(all, limit) ? { kind: 'fits', keyword } : { kind: 'limit' };
}

/** Those that rest take no room. */
export function hasRoom(all: readonly Tracked[], limit: number): boolean {
  return limit === -1 || listened(all).length < limit;
}

export function listened(all: readonly Tracked[]): readonly Tracked[] {
  return all.filter(({ isPaused }) => !isPaused);
}

export function without(all: readonly Tracked[], keyword: string): Tracked[] {
  return all.filter((tracked) => !isSameText(tracked.keyword, keyword));
}

/** Puts one back where it was; as it was, if it came back by itself. */
export function withAt(all: readonly Tracked[], tracked: Tracked, index: number): Tracked[] {
  return all.some(({ keyword }) => isSameText(keyword, tracked.keyword)) ? [...all] : all.toSpliced(index, 0, tracked);
}
