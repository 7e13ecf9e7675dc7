/** What AI filtering and the line about sample posts say. */
export const messages = {
  title: 'AI filtering',
  about: 'What Earshot leaves out of your lists',
  loading: 'Loading your filters',
  notLoaded: 'Failed to fetch the AI filtering settings',
  tryAgain: 'Try again',
  switch: 'AI filtering',
  turnedOn: { title: 'Settings Updated', description: 'AI filtering is on.' },
  turnedOff: { title: 'Settings Updated', description: 'AI filtering is off. Nothing is left out.' },
  notSwitched: 'Failed to update settings',
  retry: 'Retry',
  off: 'Filtering is off, so nothing is left out. These settings apply again when you turn it on.',
  level: 'Level',
  levels: { basic: 'Basic', advanced: 'Advanced' },
  levelHelp: {
    basic: 'Removes noise: job posts, giveaways, bots and self-promotion.',
    advanced: 'Removes noise and applies everything below.',
  },
  /** `having` are the plans that have it. */
  notInPlan: (having: readonly string[], plan: string) =>
    having.length === 0
      ? `Advanced filtering is not part of the ${plan} plan.`
      : `Advanced filtering is part of the ${new Intl.ListFormat('en-GB').format(having)} ${having.length === 1 ? 'plan' : 'plans'}. You are on ${plan}.`,
  confidence: 'Minimum confidence',
  confidenceHelp: 'Posts and mentions that score lower are left out. 0 shows everything, 100 only the best matches.',
  confidenceWrong: 'Please enter a number from 0 to 100',
  instructions: 'Instructions',
  instructionsHelp: 'In your own words, for the language model: “Leave out students asking for homework help.”',
  lists: {
    excludedSubreddits: { label: 'Excluded subreddits', add: 'Exclude a subreddit', placeholder: 'r/forhire' },
    excludedAuthors: { label: 'Excluded authors', add: 'Exclude an author', placeholder: 'u/promo_bot' },
    excludedWords: { label: 'Excluded words', add: 'Exclude a word or phrase', placeholder: 'giveaway' },
  },
  addEntry: 'Add',
  removeEntry: (entry: string) => `Remove ${entry}`,
  notSubreddit: (text: string) => `“${text}” is not the name of a subreddit.`,
  notAuthor: (text: string) => `“${text}” is not the name of a Reddit user.`,
  tooLong: 'A word or phrase can have at most 100 characters.',
  tooMany: 'Each list can have at most 100 entries.',
  already: (entry: string) => `${entry} is already in the list.`,
  save: 'Save filters',
  saved: 'Filters saved',
  samples: 'Sample posts: connect Reddit to see real ones',
  silentSince: (when: string) => `Reddit has been unavailable since ${when}`,
  silentMeanwhile: 'Earshot keeps trying. Everything found so far is still here.',
} as const;
