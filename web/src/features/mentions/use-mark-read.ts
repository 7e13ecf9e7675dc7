import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { errorMessage } from '../../api/errors';
import { sharedMessages } from '../../lists/messages';
import { hasData } from '../../lists/cached-lists';
import { showError, showSuccess } from '../../ui/toast';
import { markRead, type Mention, type MentionPage, mentionsKey, mentionStatsKey, type MentionStats, type MarkReadTarget } from './api';
import { messages } from './messages';
import { withFewerUnread, withRead } from './read-state';

const words = messages.reading;

/** Marking as read: at once on the screen, taken back if the server does not agree. */
export function useMarkRead(userId: string) {
  const queries = useQueryClient();
  const lists = { queryKey: mentionsKey(userId), predicate: isWanted };
  const statsKey = mentionStatsKey(userId);

  const { mutate } = useMutation({
    mutationFn: markRead,
    onMutate: async (opened: MarkReadTarget) => {
      // An answer that was asked for before the change must not undo it.
      await Promise.all([lists.queryKey, statsKey].map((queryKey) => queries.cancelQueries({ queryKey, predicate: hasData })));
      const before = {
        pages: queries.getQueriesData<InfiniteData<MentionPage>>(lists),
        stats: queries.getQueryData<MentionStats>(statsKey),
      };
      queries.setQueriesData<InfiniteData<MentionPage>>(lists, (pages) => pages && withRead(pages, opened));
      queries.setQueryData<MentionStats>(statsKey, (stats) => stats && withFewerUnread(stats, opened));
      return before;
    },
    onError: (failure, opened, before) => {
      for (const [key, pages] of before?.pages ?? []) queries.setQueryData(key, pages);
      queries.setQueryData(statsKey, before?.stats);
      showError(opened === 'all' ? words.allFailed : words.failed, {
        description: errorMessage(failure),
        action: { label: sharedMessages.retry, onAction: () => mutate(opened) },
      });
    },
    onSuccess: (_answer, opened) => {
      if (opened === 'all') showSuccess(words.allRead);
      // Those that have been rejected meanwhile, and what has arrived, are the server's to count.
      void queries.invalidateQueries({ queryKey: statsKey });
    },
  });
  return { markRead: (id: string) => mutate([id]), markAllRead: () => mutate('all') };
}

/** Opening a mention marks it read, once: what the server did not take is not sent again by itself. */
export function useMarkReadOnOpen(open: Mention | undefined, onOpen: (id: string) => void): void {
  const tried = useRef(new Set<string>());
  const tell = useEffectEvent(onOpen);
  const id = open === undefined || open.is_read || open.rejected ? undefined : open.id;
  useEffect(() => {
    if (id === undefined || tried.current.has(id)) return;
    tried.current.add(id);
    tell(id);
  }, [id]);
}

/** The rejected ones are neither read nor unread for anybody. */
function isWanted({ queryKey }: { queryKey: QueryKey }): boolean {
  return (queryKey[2] as { isRejected?: boolean } | undefined)?.isRejected === false;
}
