import { type RefObject, useRef, useState } from 'react';
import type { VirtualListHandle } from '../../ui/virtual-list';
import type { Post } from './api';
import type { Rejection } from './use-rejection';

type Around = {
  posts: readonly Post[];
  rejection: Rejection;
  rows: RefObject<VirtualListHandle | null>;
  searchField: RefObject<HTMLInputElement | null>;
  /** A post is about to leave; the next one takes over what it had. */
  onLeave: (post: Post, next: Post | undefined) => void;
};

/** Rejecting, with its question first, and restoring. The focus goes to the next row, else to the one before, else to the search. */
export function useLeaving({ posts, rejection, rows, searchField, onLeave }: Around) {
  const [asking, setAsking] = useState<Post>();
  /** The row to go to when the question has closed; nothing while it was only asked. */
  const afterwards = useRef<string>(undefined);

  const leave = (post: Post): Post | undefined => {
    const at = posts.findIndex(({ id }) => id === post.id);
    const next = posts[at + 1] ?? posts[at - 1];
    onLeave(post, next);
    return next;
  };
  const ask = (post: Post) => {
    afterwards.current = undefined;
    setAsking(post);
  };
  const confirm = (reason: string) => {
    if (asking === undefined) return;
    afterwards.current = leave(asking)?.id ?? '';
    rejection.reject(asking, reason);
    setAsking(undefined);
  };
  const restore = (post: Post) => {
    const next = leave(post);
    rejection.restore(post);
    if (next !== undefined) rows.current?.focusRow(next.id);
    else searchField.current?.focus();
  };
  return {
    asking,
    ask,
    confirm,
    cancel: () => setAsking(undefined),
    restore,
    returnFocusTo: () => (afterwards.current === undefined ? null : (rows.current?.buttonOf(afterwards.current) ?? searchField.current)),
  };
}
