import type { KeywordPreviewCounts } from './api';

/** What Keywords Tracking says. Texts of the spec (§5, §8) stand letter for letter. */
export const messages = {
  title: 'Keywords Tracking',
  about: 'New keywords are searched right away',
  used: (count: number, limit: number) => `${count} of ${limit} keywords used`,
  usage: 'Keywords used',
  unlimited: 'used, no limit',
  of: (limit: number) => `of ${limit} used`,
  loading: 'Loading your keywords',
  notLoaded: 'Your keywords could not be loaded.',
  tryAgain: 'Try again',
  field: 'Add a keyword or phrase',
  fieldHelp: 'Use "exact phrase" for words in this order, -word to leave posts out, and sub:name for one community.',
  add: 'Add',
  list: 'Keywords',
  remove: (keyword: string) => `Remove ${keyword}`,
  none: 'You have no keywords yet. Add what your customers would type.',

  limitReached: 'Keyword Limit Reached',
  limitReachedAbout: (limit: number, plan: string) =>
    `You've reached your limit of ${limit} keywords on the ${plan} plan. Upgrade to add more keywords.`,
  upgrade: 'Upgrade',
  duplicate: 'Duplicate Keyword',
  duplicateAbout: 'This keyword already exists in your list.',
  saveError: 'Keyword Save Error',
  addFailed: 'Failed to add keyword',
  removeFailed: 'Failed to remove keyword',
  removeFailedThere: 'Failed to remove keyword from database',
  retry: 'Retry',
  removed: 'Keyword removed',
  undo: 'Undo',

  silent: 'Nothing in 30 days',

  paused: 'Paused',
  pausedWhy: (limit: number, plan: string) => `${plan} includes ${limit} keywords. These are kept but not searched.`,
  pausedWithRoom: 'These are kept but not searched. You have room for them again.',
  resume: (keyword: string) => `Resume ${keyword}`,
  resumeShort: 'Resume',

  dismissFailed: 'The suggestion could not be dismissed',

  preview: {
    looking: 'Checking your posts…',
    nothingStored: 'You have no posts to try it on yet.',
    nothingFound: (of: number) => `None of your ${of} posts matches. New ones may.`,
    found: ({ posts, mentions, of }: KeywordPreviewCounts) =>
      `Found in ${posts} of your ${of} posts${mentions === 0 ? '' : ` and ${mentions} ${mentions === 1 ? 'mention' : 'mentions'}`}.`,
    examples: 'For example',
  },

  reading: {
    finds: (what: string) => `Finds posts with ${what}.`,
    onlyWords: (words: readonly string[]) =>
      `${words.length === 1 ? 'this word, in any form' : 'all of these words, in any order and form'}: ${words.join(', ')}`,
    words: (words: readonly string[]) => `all of: ${words.join(', ')}`,
    phrases: (phrases: readonly string[]) => `the exact ${phrases.length === 1 ? 'phrase' : 'phrases'} ${phrases.join(' and ')}`,
    without: (excluded: readonly string[]) => `without: ${excluded.join(', ')}`,
    onlyIn: (communities: readonly string[]) => `only in ${communities.join(' or ')}`,
    notIn: (communities: readonly string[]) => `not in ${communities.join(' or ')}`,
  },
} as const;
