import { oneOf } from '../../lib/address-state';
import { sourceTitle } from '../../lib/source';
import { type EmptyReason, isStateEmpty } from '../../lists/empty-reason';
import { listDefaults, type ListFilters, listFiltersOf, listSorts } from '../../lists/list-filters';
import type { StateCounts } from '../../lists/row-state';

/** What the list shows, and in which order. All of it lives in the address (spec §2, Dashboard shell). */
export type PostFilters = ListFilters & {
  timeframe: Timeframe;
  minScore: number;
  subreddits: readonly string[];
  namesYou: NamesYou;
  rank: RankFilter;
};

type Timeframe = (typeof timeframes)[number];

export type NamesYou = (typeof namesYouChoices)[number];
type RankFilter = (typeof rankChoices)[number];

export const postSorts = [...listSorts, 'found'] as const;
export const namesYouChoices = ['all', 'only', 'hide'] as const;
/** Google's first page, its second, or either. */
export const rankChoices = ['all', 'first', 'second', 'any'] as const;
export const timeframes = ['all', 'year', 'month', 'week', 'day', 'hour'] as const;
export const minScores = [0, 40, 60, 80] as const;

/** The names in the address. `search_sentiment` is accepted there and ignored (decisions, Mentions). */
export const postParameters = {
  query: 'search_q',
  sort: 'search_sort',
  rejected: 'search_rejected',
  state: 'search_state',
  timeframe: 'search_timeframe',
  minScore: 'search_score',
  subreddits: 'search_subreddits',
  namesYou: 'search_names',
  rank: 'search_rank',
  /** The selected post. */
  selected: 'post',
} as const;

/** Defaults never stand in the address. */
export const postDefaults = {
  ...listDefaults(postParameters),
  [postParameters.timeframe]: 'all',
  [postParameters.minScore]: '0',
  [postParameters.namesYou]: 'all',
  [postParameters.rank]: 'all',
};

export function postFiltersOf(search: URLSearchParams): PostFilters {
  return {
    ...listFiltersOf(search, postParameters, postSorts),
    timeframe: oneOf(search, postParameters.timeframe, timeframes, 'all'),
    minScore: minScoreOf(search.get(postParameters.minScore)),
    namesYou: oneOf(search, postParameters.namesYou, namesYouChoices, 'all'),
    rank: oneOf(search, postParameters.rank, rankChoices, 'all'),
    subreddits: subredditsOf(search.get(postParameters.subreddits) ?? ''),
  };
}

/** Names as people type them: 'r/freelance, webdev'. Of the places, only Hacker News has a name of two words. */
export function subredditsOf(text: string): string[] {
  const found = text
    .split(',')
    .flatMap((part) => (isHackerNews(part) ? [hackerNews] : part.split(/\s+/).map((name) => name.replace(/^\/?r\//i, ''))))
    .filter((name) => name === hackerNews || /^\w{2,30}$/.test(name));
  const byName = new Map(found.map((name) => [name.toLowerCase(), name]));
  return [...byName.values()];
}

const hackerNews = sourceTitle('hacker_news');
const isHackerNews = (text: string) => text.trim().toLowerCase() === hackerNews.toLowerCase();

/** How many of the quiet filters are set. */
export function countOfFilters({ timeframe, minScore, subreddits, namesYou, rank }: PostFilters): number {
  return [timeframe !== 'all', minScore > 0, subreddits.length > 0, namesYou !== 'all', rank !== 'all'].filter(Boolean).length;
}

/** Takes the quiet filters away. */
export const withoutPostFilters = {
  [postParameters.timeframe]: undefined,
  [postParameters.minScore]: undefined,
  [postParameters.subreddits]: undefined,
  [postParameters.namesYou]: undefined,
  [postParameters.rank]: undefined,
};

/** Why there is nothing to show, the first reason that holds (design §3, Empty states). `counts` has the other states. */
export function whyNoPosts(filters: PostFilters, counts?: StateCounts): EmptyReason {
  if (filters.query !== '') return 'query';
  if (filters.isRejected) return 'rejected';
  if (countOfFilters(filters) > 0) return 'filters';
  return isStateEmpty(filters.state, counts) ? 'state' : 'none';
}

function minScoreOf(text: string | null): number {
  const score = Number(text ?? 0);
  return Number.isInteger(score) && score > 0 && score <= 100 ? score : 0;
}
