import { oneOf } from '../../lib/address-state';

/** What the list shows, and in which order. All of it lives in the address (spec §2, Dashboard shell). */
export type Filters = {
  query: string;
  sort: Sort;
  isRejected: boolean;
  timeframe: Timeframe;
  minScore: number;
  subreddits: readonly string[];
};

export type Sort = (typeof sorts)[number];
export type Timeframe = (typeof timeframes)[number];

export const sorts = ['relevance', 'new', 'popular'] as const;
export const timeframes = ['all', 'year', 'month', 'week', 'day', 'hour'] as const;
export const minScores = [0, 40, 60, 80] as const;

/** The names in the address. `search_sentiment` is accepted there and ignored (decisions, Mentions). */
export const names = {
  query: 'search_q',
  sort: 'search_sort',
  rejected: 'search_rejected',
  timeframe: 'search_timeframe',
  minScore: 'search_score',
  subreddits: 'search_subreddits',
  /** The selected post. */
  post: 'post',
} as const;

/** Defaults never stand in the address. */
export const addressDefaults = { [names.sort]: 'relevance', [names.rejected]: 'false', [names.timeframe]: 'all', [names.minScore]: '0' };

export function filtersOf(search: URLSearchParams): Filters {
  return {
    query: (search.get(names.query) ?? '').trim(),
    sort: oneOf(search, names.sort, sorts, 'relevance'),
    isRejected: search.get(names.rejected) === 'true',
    timeframe: oneOf(search, names.timeframe, timeframes, 'all'),
    minScore: minScoreOf(search.get(names.minScore)),
    subreddits: subredditsOf(search.get(names.subreddits) ?? ''),
  };
}

/** Names as people type them: 'r/freelance, webdev'. */
export function subredditsOf(text: string): string[] {
  const found = text
    .split(/[\s,]+/)
    .map((name) => name.replace(/^\/?r\//i, ''))
    .filter((name) => /^\w{2,30}$/.test(name));
  const byName = new Map(found.map((name) => [name.toLowerCase(), name]));
  return [...byName.values()];
}

/** How many of the quiet filters are set. */
export function countOfFilters({ timeframe, minScore, subreddits }: Filters): number {
  return [timeframe !== 'all', minScore > 0, subreddits.length > 0].filter(Boolean).length;
}

/** Takes the quiet filters away. */
export const withoutFilters = { [names.timeframe]: undefined, [names.minScore]: undefined, [names.subreddits]: undefined };

function minScoreOf(text: string | null): number {
  const score = Number(text ?? 0);
  return Number.isInteger(score) && score > 0 && score <= 100 ? score : 0;
}
