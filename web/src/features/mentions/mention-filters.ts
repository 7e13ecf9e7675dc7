import { oneOf } from '../../lib/address-state';
import { type EmptyReason, isStateEmpty } from '../../lists/empty-reason';
import { listDefaults, type ListFilters, listFiltersOf, listSorts } from '../../lists/list-filters';
import type { StateCounts } from '../../lists/row-state';

/** What the list shows, and in which order. All of it lives in the address (spec §2, Dashboard shell). */
export type MentionFilters = ListFilters & {
  sort: (typeof listSorts)[number];
  sentiment: SentimentFilter;
  intent: IntentFilter;
};

type SentimentFilter = (typeof sentiments)[number];
type IntentFilter = (typeof intents)[number];

export const sentiments = ['all', 'positive', 'negative', 'neutral'] as const;
export const intents = ['all', 'buying', 'comparison', 'question', 'complaint', 'mention'] as const;

/** The names in the address. */
export const mentionParameters = {
  query: 'mentions_q',
  sort: 'mentions_sort',
  rejected: 'mentions_rejected',
  state: 'mentions_state',
  sentiment: 'mentions_sentiment',
  intent: 'mentions_intent',
  /** The selected mention. */
  selected: 'mention',
} as const;

/** Defaults never stand in the address. */
export const mentionDefaults = {
  ...listDefaults(mentionParameters),
  [mentionParameters.sentiment]: 'all',
  [mentionParameters.intent]: 'all',
};

export function mentionFiltersOf(search: URLSearchParams): MentionFilters {
  return {
    ...listFiltersOf(search, mentionParameters, listSorts),
    sentiment: oneOf(search, mentionParameters.sentiment, sentiments, 'all'),
    intent: oneOf(search, mentionParameters.intent, intents, 'all'),
  };
}

/** Takes away what narrows the list, but for the text and the rejected ones, which have buttons of their own. */
export const withoutMentionFilters = { [mentionParameters.sentiment]: undefined, [mentionParameters.intent]: undefined };

/** Why there is nothing to show, the first reason that holds (design §3, Empty states). `counts` has the other states. */
export function whyNoMentions(
  { query, isRejected, intent, sentiment, state }: MentionFilters,
  hasAny: boolean,
  counts?: StateCounts,
): EmptyReason | 'intent' {
  if (query !== '') return 'query';
  if (isRejected) return 'rejected';
  if (intent !== 'all') return 'intent';
  if (sentiment !== 'all' && hasAny) return 'filters';
  return isStateEmpty(state, counts) ? 'state' : 'none';
}
