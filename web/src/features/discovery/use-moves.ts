import { type RefObject, useState } from 'react';
import type { VirtualListHandle } from '../../ui/virtual-list';
import type { Post } from './api';
import type { useFocusMoves } from './use-focus-moves';
import type { useSelection } from './use-selection';

type Around = {
  posts: readonly Post[];
  selection: ReturnType<typeof useSelection>;
  focus: ReturnType<typeof useFocusMoves>;
  rows: RefObject<VirtualListHandle | null>;
  loadMore: RefObject<HTMLButtonElement | null>;
  hasBothPanes: boolean;
  /** The details stand over the list. */
  isReading: boolean;
};

/** From row to row, into a post and back. Beside the details a move opens the post; where there is only the list it goes to the row. */
export function useMoves({ posts, selection, focus, rows, loadMore, hasBothPanes, isReading }: Around) {
  const [cursor, setCursor] = useState<string>();
  const active = selection.id ?? cursor;
  const at = posts.findIndex((post) => post.id === active);

  const goTo = (post: Post) => {
    if (hasBothPanes || isReading) selection.open(post);
    else setCursor(post.id);
    if (isReading) focus.onTitleOf(post.id);
    else rows.current?.focusRow(post.id);
  };
  const next = posts[at + 1];
  const previous = at === -1 ? undefined : posts[at - 1];
  const goNext = () => (next === undefined ? loadMore.current?.focus() : goTo(next));
  const goPrevious = () => previous && goTo(previous);
  const goToEnd = (end: 'first' | 'last') => {
    const post = end === 'first' ? posts[0] : posts.at(-1);
    if (post !== undefined) goTo(post);
  };
  const open = (post: Post, isByKey: boolean) => {
    setCursor(post.id);
    selection.open(post);
    if (isByKey || !hasBothPanes) focus.onTitleOf(post.id);
  };
  const back = () => {
    if (isReading) selection.close();
    else if (selection.id !== undefined) rows.current?.focusRow(selection.id);
  };
  return {
    active,
    setCursor,
    open,
    back,
    goNext,
    goPrevious,
    /** To a neighbour that is there; for buttons that are disabled else. */
    toNext: at === -1 || next === undefined ? undefined : () => goTo(next),
    toPrevious: previous && (() => goTo(previous)),
    move: (to: 'next' | 'previous' | 'first' | 'last') => {
      if (to === 'next') goNext();
      else if (to === 'previous') goPrevious();
      else goToEnd(to);
    },
  };
}
