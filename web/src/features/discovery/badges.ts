import { productFacts } from '../../api/product';
import { ageInHours } from '../../lib/age';
import type { Post } from './api';

/** Young, and not yet found by Google: the first good answer will be read (spec §2, §9). */
export function isFresh({ created_at, google_ranking }: Pick<Post, 'created_at' | 'google_ranking'>, now: number): boolean {
  return google_ranking === null && ageInHours(created_at, now) < productFacts().freshHours;
}

/** Near the top of Google, and lively (spec §2, §9). */
export function isHighValue({ google_ranking, score, comments }: Pick<Post, 'google_ranking' | 'score' | 'comments'>): boolean {
  const { maxRank, scoreAbove, commentsAbove } = productFacts().highValue;
  return google_ranking !== null && google_ranking <= maxRank && (score > scoreAbove || comments > commentsAbove);
}

/** The searches that found a post, each phrase once, oldest first. A row from an older server has none. */
export function phrasesOf({ via }: Pick<Post, 'via'>): readonly string[] {
  return [...new Set((via ?? []).map(({ phrase }) => phrase))];
}

/** As many keywords as a row has room for, and how many more there are. */
export function keywordsOfRow(keywords: readonly string[]): { shown: readonly string[]; more: readonly string[] } {
  return { shown: keywords.slice(0, 2), more: keywords.slice(2) };
}
