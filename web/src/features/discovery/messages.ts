import { type SourceName, voteLabel } from '../../lib/source';
import { lastRank } from '../../lists/rank';

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
  counted: (count: number) => counted(count, 'post'),
  arrived: (count: number) => `${count} new ${count === 1 ? 'post' : 'posts'}`,
  namesYou: 'Names you',
  foundAgo: (age: string) => `found ${age}`,
  waiting: (count: number) => `${count} ${count === 1 ? 'post is' : 'posts are'} waiting for next month`,
  waitingWhy: (moment: string | undefined) =>
    `You have used all of your plan’s posts for this month. ${moment === undefined ? '' : `More arrive ${moment}. `}Nothing is lost.`,
  failures: 'Some sources could not be searched:',
  exportFailed: 'The posts could not be exported',
  exportName: 'earshot-posts.csv',

  filters: {
    button: 'Filters',
    buttonSet: (count: number) => `Filters (${count} set)`,
    timeframe: 'Posted',
    timeframes: { all: 'Any time', year: 'Past year', month: 'Past month', week: 'Past week', day: 'Past day', hour: 'Past hour' },
    rank: 'Google rank',
    ranks: { all: 'Any', first: '#1 to #10', second: '#11 to #20', any: '#1 to #20' },
    namesYou: { all: 'All posts', only: 'Only these', hide: 'Hide these' },
    counted: (label: string, count: number) => `${label}, ${count}`,
    minScore: 'Minimum match',
    anyScore: 'Any',
    subreddits: 'Subreddits',
    subredditsExample: 'freelance, smallbusiness',
    subredditsHelp: 'Names, separated by commas. Empty means all.',
  },

  reading: {
    allRead: 'All posts are marked as read',
    failed: 'The post could not be marked as read',
    allFailed: 'The posts could not be marked as read',
  },

  empty: {
    query: (query: string) => `No posts found for "${query}"`,
    queryHelp: 'Nothing in your list matches. Press Enter to look for new posts.',
    rejected: 'No rejected posts yet',
    rejectedHelp: 'Posts you reject are kept here so you can restore them.',
    states: {
      open: { title: 'No open posts', help: 'You’re all caught up. New posts appear here.' },
      saved: {
        title: 'No saved posts yet',
        help: 'Press S on a post, or use its bookmark, to keep it here for later.',
        touchHelp: 'Swipe a post to the left to keep it here for later.',
      },
      answered: {
        title: 'No answered posts yet',
        help: 'Press A on a post once you’ve posted your comment.',
        touchHelp: 'Swipe a post to the right once you’ve posted your comment.',
      },
      won: {
        title: 'No won posts yet',
        help: 'Press W on a post that brought you a customer.',
        touchHelp: 'Mark a post as won when it brought you a customer.',
      },
    },
    none: 'No Reddit posts found',
    noneHelp: 'Earshot will look for posts that rank on Google for your keywords, and for fresh ones worth an early answer.',
    find: 'Find Opportunities',
    note: 'Discovery may take 4-5 minutes. You can leave this page.',
    filters: 'No posts match your filters',
    filtersHelp: 'Try another sort order, or clear the filters.',
    error: 'Could not load posts',
  },

  running: {
    title: 'Listening for new posts',
    about: 'Looking for posts that rank on Google for your keywords, and for fresh ones.',
    promise: 'may take 4-5 minutes',
    waits: (time: string) => `Waiting for Reddit until ${time}`,
  },

  find: 'Find new posts',
  searching: {
    title: (done: number, of: number) => `Searching, ${done} of ${of} searches done`,
    note: (found: number) => `${found === 0 ? '' : `${found} found so far. `}You can leave this page.`,
    stop: 'Stop',
    stopFailed: 'The search could not be stopped',
    possibleAt: (moment: string) => `Next search possible ${moment}`,
  },

  keyword: {
    searched: (keyword: string) => `Searched for “${keyword}”`,
    brought: (read: number | undefined, added: number) =>
      `${read === undefined ? '' : `${read} ${read === 1 ? 'post' : 'posts'} read, `}${added} added to your list.`,
    failed: (keyword: string) => `Could not search for “${keyword}”`,
    stays: 'The keyword is saved. The next scan will search for it.',
  },

  discovery: {
    show: 'Show',
    improve: 'Improve keywords',
    done: 'Discovery Complete',
    doneAbout: (count: number) => `Found ${count} new posts using comprehensive keyword search across Reddit.`,
    failed: 'Error',
    failedAbout: 'Failed to discover new posts. Please try again.',
    failedSilently: 'Backend discovery failed',
  },

  rejection: {
    title: 'Reject this post?',
    confirm: 'Reject Post',
    titleMany: (count: number) => `Reject ${count} posts?`,
    confirmMany: 'Reject Posts',
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
    onGoogle: 'on Google',
    loading: 'Loading the post',
  },

  learning: {
    leftOut: (count: number) =>
      count === 1 ? '1 post like the ones you rejected was left out.' : `${count} posts like the ones you rejected were left out.`,
    review: 'Review',
    title: 'Left out',
    about: 'These look like posts you rejected, so they were left out of your list.',
    none: 'No posts are left out.',
    because: (title: string) => `like “${title}”`,
    bringBack: 'Bring back',
    bringAllBack: 'Bring all back',
    broughtBack: (count: number) => (count === 1 ? '1 post is back in your list' : `${count} posts are back in your list`),
    failed: 'Could not save the change',
    lessons: 'Rejected posts Earshot learns from',
    unlearn: 'Stop learning from this',
    unlearned: 'Earshot no longer learns from this post',
  },

  /** Three, once each. */
  hints: {
    why: { title: 'Every post has a reason.', about: 'Open Why on a post to see what the author needs and how you fit.' },
    draft: { title: 'Start from a draft.', about: 'The AI Comment Generator drafts a reply for you to edit. Nothing is posted for you.' },
    reject: { title: 'Rejecting teaches.', about: 'Say why, and the next scan leaves out posts like it.' },
    dismiss: 'Dismiss this hint',
  },

  why: {
    title: 'Why this post?',
    open: 'Why',
    meaning: (match: number) => `Of 100 posts with this match, about ${match} are leads`,
    parts: 'Reasons for the match',
    foundBy: 'Found by',
    notALead: 'Not a lead?',
    wrongAbout: 'The match',
    labels: {
      need: 'They need',
      fit: 'Why you',
      now: 'Why now',
      rejections: 'Like rejected',
      model: 'The model says',
    },
    now: whyNow,
    otherPart: 'Also',
    words: 'The quoted sentence and the words that matched are marked in the post.',
    unknown: 'The reasons appear after the next search.',
  },
} as const;

type Moment = { source: SourceName; hours: number; comments: number; votes: number; rank: number | undefined };

/** 'Asked 5 hours ago, 64 upvotes, and only 6 comments so far.' */
function whyNow({ source, hours, comments, votes, rank }: Moment): string {
  const facts = [`Asked ${ago(hours)}`];
  const voted = voteLabel(source, votes);
  if (voted !== undefined) facts.push(`${votes === 0 ? 'no' : votes} ${voted} and ${few(comments)}${counted(comments, 'comment')} so far`);
  if (rank !== undefined && rank <= lastRank) facts.push(`#${rank} on Google`);
  return `${facts.join(', ')}.`;
}

function ago(hours: number): string {
  if (hours < 1) return 'less than an hour ago';
  return hours < 24 ? `${counted(hours, 'hour')} ago` : `${counted(Math.floor(hours / 24), 'day')} ago`;
}

/** An answer is still among the first ones. */
function few(comments: number): string {
  return comments > 0 && comments < 10 ? 'only ' : '';
}

function counted(number: number, word: string): string {
  return `${number === 0 ? 'no' : number} ${word}${number === 1 ? '' : 's'}`;
}
