/** What other parts can do with a list on the screen. */
export type ListHandle = {
  /** Moves the focus to a row, now or as soon as it is in the list. */
  focusRow: (key: string) => void;
  /** The button of a row that is in the page. */
  buttonOf: (key: string) => HTMLElement | null;
  scrollToTop: () => void;
  isAtTop: () => boolean;
  scrollBy: (px: number) => void;
};
