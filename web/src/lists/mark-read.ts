import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorMessage } from '../api/errors';
import { useKeyboardActions } from '../lib/keyboard-actions';
import { showError, showSuccess } from '../ui/toast';
import { hasData } from './cached-lists';
import { sharedMessages } from './messages';
import type { ListPage, PagedRow } from './pages';
import { type MarkReadTarget, withFewerUnread, withRead } from './read-state';
import type { Rejectable } from './rejection';
import type { ListScreenState } from './use-list-screen';

type Pages = InfiniteData<ListPage<PagedRow>>;

type MarkReadOptions = {
  /** The lists of one user; the third part of each key says which rows are in it. */
  listsKey: QueryKey;
  /** The query whose answer counts what is unread, for the sidebar. */
  countsKey: QueryKey;
  /** When the list on the screen was read: nobody has seen what was found since. */
  asOf: string | undefined;
  markRead: (opened: MarkReadTarget, asOf?: string) => Promise<void>;
  messages: { allRead: string; failed: string; allFailed: string };
};

type ReadMark = { opened: MarkReadTarget; asOf?: string | undefined };

/** Marking as read: at once on the screen, taken back if the server does not agree. */
export function useMarkRead({ listsKey, countsKey, asOf, markRead, messages }: MarkReadOptions) {
  const queries = useQueryClient();
  const lists = { queryKey: listsKey, predicate: isWanted };

  const { mutate } = useMutation({
    mutationFn: (mark: ReadMark) => markRead(mark.opened, mark.asOf),
    onMutate: async ({ opened }) => {
      // An answer that was asked for before the change must not undo it.
      await Promise.all([listsKey, countsKey].map((queryKey) => queries.cancelQueries({ queryKey, predicate: hasData })));
      const before = {
        pages: queries.getQueriesData<Pages>(lists),
        counts: queries.getQueryData<{ unread: number }>(countsKey),
      };
      queries.setQueriesData<Pages>(lists, (pages) => pages && withRead(pages, opened));
      queries.setQueryData<{ unread: number }>(countsKey, (counts) => counts && withFewerUnread(counts, opened));
      return before;
    },
    onError: (failure, mark, before) => {
      for (const [key, pages] of before?.pages ?? []) queries.setQueryData(key, pages);
      queries.setQueryData(countsKey, before?.counts);
      showError(mark.opened === 'all' ? messages.allFailed : messages.failed, {
        description: errorMessage(failure),
        action: { label: sharedMessages.retry, onAction: () => mutate(mark) },
      });
    },
    onSuccess: (_answer, { opened }) => {
      if (opened === 'all') showSuccess(messages.allRead);
      // Those that have been rejected meanwhile, and what has arrived, are the server's to count.
      void queries.invalidateQueries({ queryKey: countsKey });
    },
  });
  return { markRead: (id: string) => mutate({ opened: [id] }), markAllRead: () => mutate({ opened: 'all', asOf }) };
}

type Readable = Rejectable & PagedRow;

/** What marks a row as read: opening it, and a key. */
export function useReading<Item extends Readable>(
  { selection, current }: Pick<ListScreenState<Item>, 'selection' | 'current'>,
  markRead: (id: string) => void,
): void {
  const { id: openId, selected, isByItself } = selection;
  // The first one opens by itself because something has to be open; that does not make it read. What
  // stays open only until other rows arrive is not opened again either.
  useMarkReadOnOpen(isByItself || selected?.id !== openId ? undefined : selected, markRead);
  useKeyboardActions({ 'mark-read': current !== undefined && canBeRead(current) ? () => markRead(current.id) : undefined });
}

/** Opening a row marks it read, once: what the server did not take is not sent again by itself. */
function useMarkReadOnOpen(open: Readable | undefined, onOpen: (id: string) => void): void {
  const tried = useRef(new Set<string>());
  const tell = useEffectEvent(onOpen);
  const id = open !== undefined && canBeRead(open) ? open.id : undefined;
  useEffect(() => {
    if (id === undefined || tried.current.has(id)) return;
    tried.current.add(id);
    tell(id);
  }, [id]);
}

/** What a link leads to may come from a table that does not say whether it was read. */
function canBeRead({ is_read: isRead, rejected }: Readable): boolean {
  return isRead !== true && !rejected;
}

/** The rejected ones are neither read nor unread for anybody. */
function isWanted({ queryKey }: { queryKey: QueryKey }): boolean {
  return (queryKey[2] as { isRejected?: boolean } | undefined)?.isRejected === false;
}
