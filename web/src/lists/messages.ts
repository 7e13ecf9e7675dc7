/** What a list says in the words of its feature. Texts of the spec (§2, §8) stand letter for letter. */
export type ListMessages = {
  title: string;
  list: string;
  search: string;
  sort: string;
  loadMore: string;
  loading: string;
  reject: string;
  nothingSelected: string;
  /** Before the list of what a search could not look at. */
  failures: string;
  exportFailed: string;
  exportName: string;
  empty: {
    query: (query: string) => string;
    queryHelp: string;
    rejected: string;
    rejectedHelp: string;
    filters: string;
    filtersHelp: string;
    error: string;
  };
  running: { title: string; about: string; promise: string; waits?: (time: string) => string };
  rejection: {
    title: string;
    confirm: string;
    quickReasons: readonly string[];
    /** What to say when somebody tries it without a reason. */
    blank?: string;
    rejected: string;
    rejectedAbout: string;
    rejectFailed: string;
    restored: string;
    restoredAbout: string;
    restoreFailed: string;
  };
  detail: { back: string; thing: string; loading: string };
};

/** What all lists say in the same words. */
export const sharedMessages = {
  sorts: { relevance: 'Relevance', new: 'Newest', popular: 'Most Popular' },
  position: (index: number, total: number) => `${index + 1} of ${total}`,
  export: 'Export CSV',
  empty: { clearSearch: 'Clear search', hideRejected: 'Hide Rejected', clearFilters: 'Clear filters' },
  running: {
    elapsed: (clock: string) => `${clock} so far`,
    found: (count: number) => `${count} found`,
    note: 'You can leave this page. We will show a message when it is done.',
  },
  rejection: { about: 'It leaves your list. You can bring it back from Show Rejected.', undo: 'Undo' },
  answering: {
    answered: 'Marked as answered',
    failed: 'It could not be marked as answered',
    undoFailed: 'It could not be brought back',
    link: 'Paste the link of your comment',
    saveLink: 'Save',
    linked: 'The link of your comment is saved',
    linkFailed: 'The link could not be saved',
  },
  feedback: { failed: 'That could not be saved' },
  retry: 'Retry',
  /** For a row that lacks something, as one from an older server may. */
  unshowable: { title: (thing: string) => `This ${thing} cannot be shown`, about: 'Something in it is missing or of an unknown kind.' },
} as const;
