/** What the Search tab says. Texts of the spec (§2, §8) stand letter for letter. */
export const messages = {
  title: 'Relevant Posts',
  list: 'Posts',
  count: (total: number, loaded: number) => `${total} posts found (${loaded} loaded)`,
  search: 'Search posts',
  enterHint: 'Find new posts',
  sort: 'Sort posts',
  loadMore: 'Load More Posts',
  loading: 'Loading posts',
  reject: 'Reject post',
  nothingSelected: 'Select a post to view details',
  rank: (rank: number) => `This post is ranking #${rank} on Google for its keywords`,
  more: (count: number) => `+${count} more`,
  waiting: (count: number) => `${count} ${count === 1 ? 'post is' : 'posts are'} waiting for next month`,
  waitingWhy: 'Your plan’s posts for this month are used up. Nothing is lost.',
  failures: 'Discovery could not look everywhere:',
  exportFailed: 'The posts could not be exported',
  exportName: 'earshot-posts.csv',

  filters: {
    button: 'Filters',
    buttonSet: (count: number) => `Filters (${count} set)`,
    timeframe: 'Posted',
    timeframes: { all: 'Any time', year: 'Past year', month: 'Past month', week: 'Past week', day: 'Past day', hour: 'Past hour' },
    minScore: 'Minimum score',
    anyScore: 'Any',
    subreddits: 'Subreddits',
    subredditsExample: 'freelance, smallbusiness',
    subredditsHelp: 'Names, separated by commas. Empty means all.',
  },

  empty: {
    query: (query: string) => `No posts found for "${query}"`,
    queryHelp: 'Nothing in your list matches. Press Enter to look for new posts.',
    rejected: 'No rejected posts yet',
    rejectedHelp: 'Posts you reject are kept here, so that you can restore them.',
    none: 'No Reddit posts found',
    noneHelp: 'Earshot will look for posts that rank on Google for your keywords, and for fresh ones worth an early answer.',
    find: 'Find Opportunities',
    note: 'Discovery may take 4-5 minutes. You can leave this page.',
    filters: 'No posts match your filters',
    filtersHelp: 'Try another sort order, or clear the filters.',
    error: 'Could not load posts',
  },

  running: {
    title: 'Listening across Reddit',
    about: 'Looking for posts that rank on Google for your keywords, and for fresh ones.',
    promise: 'may take 4-5 minutes',
  },

  discovery: {
    done: 'Discovery Complete',
    doneAbout: (count: number) => `Found ${count} new posts using comprehensive keyword search across Reddit.`,
    failed: 'Error',
    failedAbout: 'Failed to discover new posts. Please try again.',
    failedSilently: 'Backend discovery failed',
  },

  rejection: {
    title: 'Reject this post?',
    confirm: 'Reject Post',
    quickReasons: ['Not our audience', 'Off topic', 'Already answered', 'Self-promotion', 'Too old'],
    rejected: 'Post Rejected',
    rejectedAbout: 'The post has been removed from your list.',
    rejectFailed: 'Failed to reject post. Please try again.',
    restored: 'Post Restored',
    restoredAbout: 'The post has been restored to your list.',
    restoreFailed: 'Failed to restore post. Please try again.',
  },

  detail: {
    back: 'Posts',
    thing: 'post',
    upvotes: (count: number) => (count === 1 ? 'upvote' : 'upvotes'),
    onGoogle: 'on Google',
    loading: 'Loading the post',
  },

  why: {
    title: 'Why this post?',
    score: (score: number) => `Relevance ${score} of 100`,
    parts: 'What the score is made of',
    words: 'Words that matched are marked in the post.',
    unknown: 'The reasons come with the next discovery.',
    points: (points: number) => `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points)}`,
  },
} as const;
