import { ApiFailure, errorMessage } from '../../api/errors';
/** What the Mentions tab says. Texts of the spec (§2, §8) stand letter for letter. */
export const messages = {
  title: 'Brand Mentions',
  list: 'Mentions',
  count: (total: number, loaded: number, unread: number) => `${total} mentions found (${loaded} loaded) • ${unread} unread`,
  search: 'Search mentions',
  searchNow: 'Search Mentions',
  searchPromise: 'May take 4-5 min',
  sort: 'Sort mentions',
  sentiment: 'Sentiment',
  sentiments: { all: 'All Sentiment', positive: 'Positive', negative: 'Negative', neutral: 'Neutral' },
  types: { title: 'Title', content: 'Content', comment: 'Comment', post: 'Post', other: 'Other' },
  intents: { all: 'All', buying: 'Buying', comparison: 'Comparison', question: 'Question', complaint: 'Complaint', mention: 'Mention' },
  loadMore: 'Load More Mentions',
  loading: 'Loading mentions',
  reject: 'Reject mention',
  nothingSelected: 'Select a mention to view details',
  counted: (count: number) => `${count} ${count === 1 ? 'mention' : 'mentions'}`,
  arrived: (count: number) => `${count} new ${count === 1 ? 'mention' : 'mentions'}`,
  failures: 'Some sources could not be searched:',
  notFetched: (why: string) => `Failed to fetch mentions: ${why}`,
  exportFailed: 'The mentions could not be exported',
  exportName: 'earshot-mentions.csv',

  more: {
    button: 'Filters',
    buttonSet: 'Filters (1 set)',
    intent: 'Intent',
    markAllRead: 'Mark all as read',
  },

  reading: {
    allRead: 'All mentions are marked as read',
    failed: 'The mention could not be marked as read',
    allFailed: 'The mentions could not be marked as read',
  },

  empty: {
    query: (query: string) => `No mentions found for "${query}"`,
    queryHelp: 'Nothing in your list matches.',
    rejected: 'No rejected mentions yet',
    rejectedHelp: 'Mentions you reject are kept here so you can restore them.',
    states: {
      open: { title: 'No open mentions', help: 'You’re all caught up. New mentions appear here.' },
      saved: {
        title: 'No saved mentions yet',
        help: 'Press S on a mention, or use its bookmark, to keep it here for later.',
        touchHelp: 'Swipe a mention to the left to keep it here for later.',
      },
      answered: {
        title: 'No answered mentions yet',
        help: 'Press A on a mention once you’ve posted your comment.',
        touchHelp: 'Swipe a mention to the right once you’ve posted your comment.',
      },
      won: {
        title: 'No won mentions yet',
        help: 'Press W on a mention that brought you a customer.',
        touchHelp: 'Mark a mention as won when it brought you a customer.',
      },
    },
    intent: (intent: string) => `No mentions with "${intent}" intent`,
    intentHelp: 'Try another intent, or clear the filters.',
    none: 'No mentions found',
    noneHelp: 'A search may take 4-5 min.',
    filters: 'No mentions match your filters',
    filtersHelp: 'Try All Sentiment, or clear the filters.',
    error: 'Could not load mentions',
  },

  running: {
    title: 'Listening for your brand',
    about: 'Looking for your brand in posts and comments.',
    promise: 'may take 4-5 min',
  },

  searching: {
    found: (count: number) => `Found ${count} new mentions.`,
    foundNone: 'Search completed. No new mentions found this time.',
    failed: 'Failed to search for mentions. Please try again.',
  },

  rejection: {
    title: 'Reject this mention?',
    confirm: 'Reject Mention',
    titleMany: (count: number) => `Reject ${count} mentions?`,
    confirmMany: 'Reject Mentions',
    blank: 'Please provide a reason for rejecting this mention.',
    quickReasons: ['Not about us', 'Another company with this name', 'Spam', 'Not worth reading', 'Too old'],
    rejected: 'Mention Rejected',
    rejectedAbout: 'The mention has been removed from your list.',
    rejectFailed: 'Failed to reject mention. Please try again.',
    restored: 'Mention Restored',
    restoredAbout: 'The mention has been restored to your list.',
    restoreFailed: 'Failed to restore mention. Please try again.',
  },

  detail: {
    wrongAbout: 'The sentiment',
    back: 'Mentions',
    thing: 'mention',
    score: 'score',
    matched: 'Matched',
    summaries: { ai: 'AI summary', quote: 'Quote' },
    analysis: 'AI analysis',
    why: { positive: 'Why positive', negative: 'Why negative', neutral: 'Why neutral' },
    whyOther: 'Why',
    inComments: 'In comments',
    rejectedBecause: 'Rejected because',
    loading: 'Loading the mention',
  },

  trend: {
    overview: 'Overview',
    title: 'Mentions by day',
    total: (total: number, days: number) => `${total === 1 ? 'mention' : 'mentions'}, last ${days} days`,
    showDays: (days: number) => `Show the last ${days} days`,
    summary: (total: number, positive: number, neutral: number, negative: number, days: number) =>
      `${total} ${total === 1 ? 'mention' : 'mentions'} in the last ${days} days: ${positive} positive, ${neutral} neutral, ${negative} negative.`,
    day: 'Day',
    mentions: 'Mentions',
    positive: 'Positive',
    neutral: 'Neutral',
    negative: 'Negative',
  },
} as const;

/** The words of spec §8 for a list that could not be read. The status line has no words over HTTP/2. */
export function fetchError(failure: unknown): string {
  const isTold = failure instanceof ApiFailure && failure.kind === 'refused' && failure.statusText !== '';
  return messages.notFetched(isTold ? failure.statusText : errorMessage(failure));
}
