import { useQueryClient } from '@tanstack/react-query';
import type { Tables } from '../../api/tables';
import { useKeyboardActions } from '../../lib/keyboard-actions';
import { redditAddress } from '../../lib/reddit-address';
import { useAnswering } from '../../lists/answered-rows';
import { useListFilters } from '../../lists/list-filters';
import { ListScreen } from '../../lists/list-screen';
import { useRejection } from '../../lists/rejection';
import { useListScreen } from '../../lists/use-list-screen';
import { type Mention, mentionsKey, mentionStatsKey, oneMention, rejectMention, restoreMention, setMentionState } from './api';
import { mentionDefaults, mentionFiltersOf, mentionParameters } from './mention-filters';
import { MentionDetail, type MentionGenerator } from './mention-detail';
import { isShowableMention, mentionFacts } from './mention-facts';
import { MentionsPane } from './mentions-pane';
import { messages } from './messages';
import { useMentions } from './use-mentions';
import { useMarkRead, useMarkReadOnOpen } from './use-mark-read';

type MentionsScreenProps = {
  userId: string;
  tables: Tables;
  /** What another feature adds to the mention that is open. */
  generator?: MentionGenerator;
};

/** The Mentions tab: the mentions on the left, the one that is open on the right (spec §2). */
export function MentionsScreen({ userId, tables, generator }: MentionsScreenProps) {
  const screen = useMentionsScreen(userId, tables);
  const { markRead, markAllRead } = useMarkRead(userId);
  const { selection, current } = screen;
  const { id: openId, selected, isByItself } = selection;
  // The first one opens by itself because something has to be open; that does not make it read. What
  // stays open only until other rows arrive is not opened again either.
  useMarkReadOnOpen(isByItself || selected?.id !== openId ? undefined : selected, markRead);
  useKeyboardActions({
    'mark-read': current === undefined || current.is_read || current.rejected ? undefined : () => markRead(current.id),
  });
  return (
    <ListScreen
      screen={screen}
      messages={messages}
      factsOf={mentionFacts}
      pane={<MentionsPane {...{ userId, screen }} onMarkAllRead={markAllRead} />}
    >
      {(mention, state) => <MentionDetail {...{ mention, state, generator }} />}
    </ListScreen>
  );
}

export type MentionsScreenState = ReturnType<typeof useMentionsScreen>;

function useMentionsScreen(userId: string, tables: Tables) {
  const queries = useQueryClient();
  const { search, change, filters } = useListFilters(mentionDefaults, mentionFiltersOf);
  const list = useMentions(userId, filters);
  // The counts by day follow.
  const onChanged = () => void queries.invalidateQueries({ queryKey: mentionStatsKey(userId) });
  const rejection = useRejection<Mention>({
    listsKey: mentionsKey(userId),
    reject: rejectMention,
    restore: restoreMention,
    messages: messages.rejection,
    canRetryRestore: true,
    onChanged,
  });
  const markAnswered = useAnswering({ listsKey: mentionsKey(userId), setState: setMentionState, onChanged });
  return useListScreen({
    names: mentionParameters,
    search,
    change,
    filters,
    list,
    rejection,
    markAnswered,
    readOne: (id: string) => oneMention(tables, id),
    addressOf: ({ post_url: address }) => redditAddress(address),
    isShowable: isShowableMention,
  });
}
