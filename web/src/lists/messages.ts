import type { TabState } from './row-state';

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
  /** '1 post', '3 posts' */
  counted: (count: number) => string;
  /** '1 new post', '3 new posts' */
  arrived: (count: number) => string;
  /** Before the list of what a search could not look at. */
  failures: string;
  exportFailed: string;
  exportName: string;
  empty: {
    query: (query: string) => string;
    queryHelp: string;
    rejected: string;
    rejectedHelp: string;
    /** By tab: nothing is in that state, though something is in another. */
    states: Record<TabState, { title: string; help: string; /** For fingers, which have no keys. */ touchHelp?: string }>;
    filters: string;
    filtersHelp: string;
    error: string;
  };
  running: { title: string; about: string; promise: string; waits?: (time: string) => string };
  rejection: {
    title: string;
    confirm: string;
    /** 'Reject 3 posts?' */
    titleMany: (count: number) => string;
    confirmMany: string;
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
  marks: {
    rank: (rank: number) => `This post is ranking #${rank} on Google for its keywords`,
    fresh: 'Fresh',
    via: 'via',
    more: (count: number) => `+${count} more`,
  },
  newRows: {
    first: 'New',
    since: (moment: string) => `New since ${moment}`,
    earlier: 'Earlier',
    markAllRead: 'Mark all as read',
    newList: (list: string) => `New ${list.toLowerCase()}`,
    earlierList: (list: string) => `Earlier ${list.toLowerCase()}`,
  },
  sorts: { relevance: 'Relevance', new: 'Newest', popular: 'Most Popular', found: 'Recently found' },
  position: (index: number, total: number) => `${index + 1} of ${total}`,
  export: 'Export CSV',
  empty: { clearSearch: 'Clear search', hideRejected: 'Hide Rejected', clearFilters: 'Clear filters' },
  running: {
    elapsed: (clock: string) => `${clock} so far`,
    found: (count: number) => `${count} found`,
    note: 'You can leave this page. We will show a message when it is done.',
  },
  rejection: { about: 'It leaves your list. You can bring it back from Show Rejected.', undo: 'Undo' },
  states: {
    label: 'State',
    tabs: { open: 'Open', saved: 'Saved', answered: 'Answered', won: 'Won' },
    actions: { saved: 'Save', answered: 'Mark as answered', won: 'Mark as won' },
    /** Where there is room for a word only. */
    short: { saved: 'Save', answered: 'Answered', won: 'Won', open: 'Reopen', reject: 'Reject', restore: 'Restore' },
    reopen: 'Move back to Open',
    more: 'More actions',
    done: {
      open: 'Moved to Open',
      saved: 'Saved',
      answered: 'Marked as answered',
      won: 'Marked as won',
      rejected: 'Rejected',
    },
    doneMany: {
      open: (rows: string) => `${rows} moved to Open`,
      saved: (rows: string) => `${rows} saved`,
      answered: (rows: string) => `${rows} marked as answered`,
      won: (rows: string) => `${rows} marked as won`,
      rejected: (rows: string) => `${rows} rejected`,
    },
    failed: {
      open: 'Could not move it to Open',
      saved: 'Could not save it',
      answered: 'Could not mark it as answered',
      won: 'Could not mark it as won',
      rejected: 'Could not reject it',
    },
    failedMany: (rows: string) => `${rows} could not be changed`,
    undoFailed: 'Could not undo that',
    undoFailedMany: 'Could not undo those changes',
    link: 'Paste the link to your comment',
    saveLink: 'Save',
    linked: 'The link to your comment is saved',
    linkFailed: 'The link could not be saved',
  },
  picked: {
    count: (count: number) => `${count} selected`,
    most: (count: number) => `${count} selected, the maximum`,
    toolbar: (rows: string) => `Actions for ${rows}`,
    clear: 'Clear',
    isPicked: 'Selected',
    pick: 'Select',
    rejectAbout: 'They leave your list. You can bring them back from Show Rejected.',
    rejectOthers: (others: number) => `And ${others} more. The reason applies to all of them.`,
  },
  note: {
    since: {
      open: undefined,
      saved: (day: string) => `Saved ${day}`,
      answered: (day: string) => `Answered ${day}`,
      won: (day: string) => `Won ${day}`,
      rejected: (day: string) => `Rejected ${day}`,
    },
    comment: 'Your comment',
    add: 'Add a note',
    edit: 'Edit note',
    label: 'Private note',
    hint: 'Only you see this.',
    save: 'Save',
    cancel: 'Cancel',
    left: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
    hasNote: 'Has a note',
  },
  answeredBefore: {
    thread: (day: string) => `You answered in this thread on ${day}`,
    author: (author: string, day: string, title: string) => `You answered ${author} on ${day}: “${title}”`,
    /** In place of a name that nobody can read. */
    sameAuthor: 'this author',
  },
  feedback: { failed: 'Could not save that' },
  retry: 'Retry',
  /** For a row that lacks something, as one from an older server may. */
  unshowable: { title: (thing: string) => `This ${thing} cannot be shown`, about: 'Some of its data is missing or not recognised.' },
} as const;
