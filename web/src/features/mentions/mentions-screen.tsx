import { useQueryClient } from '@tanstack/react-query';
import type { Tables } from '../../api/tables';
import { pageAddress } from '../../lib/page-address';
import { useListFilters } from '../../lists/list-filters';
import { ListScreen } from '../../lists/list-screen';
import { useMarkRead, useReading } from '../../lists/mark-read';
import { useRejection } from '../../lists/rejection';
import { useRowStates } from '../../lists/row-states';
import { useListScreen } from '../../lists/use-list-screen';
import {
  markRead as markMentionsRead,
  type Mention,
  mentionsKey,
  mentionStatsKey,
  oneMention,
  rejectMention,
  restoreMention,
  setMentionState,
  setMentionStates,
} from './api';
import { mentionDefaults, mentionFiltersOf, mentionParameters } from './mention-filters';
import { MentionDetail, type MentionGenerator } from './mention-detail';
import { isShowableMention, mentionFacts } from './mention-facts';
import { MentionsOverview } from './mentions-overview';
import { MentionsPane } from './mentions-pane';
import { messages } from './messages';
import { useMentions } from './use-mentions';

type MentionsScreenProps = {
  userId: string;
  tables: Tables;
  /** What another feature adds to the mention that is open. */
  generator?: MentionGenerator;
};

/** The Mentions tab: the mentions on the left, the one that is open on the right (spec §2). */
export function MentionsScreen({ userId, tables, generator }: MentionsScreenProps) {
  const screen = useMentionsScreen(userId, tables);
  const { markRead, markAllRead } = useMarkRead({
    listsKey: mentionsKey(userId),
    countsKey: mentionStatsKey(userId),
    asOf: screen.list.asOf,
    markRead: markMentionsRead,
    messages: messages.reading,
  });
  useReading(screen, markRead);
  return (
    <ListScreen
      screen={screen}
      messages={messages}
      factsOf={mentionFacts}
      overview={<MentionsOverview userId={userId} />}
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
  const states = useRowStates<Mention>({
    listsKey: mentionsKey(userId),
    rowKey: mentionParameters.selected,
    setState: setMentionState,
    setStates: setMentionStates,
    messages: messages.counted,
    onChanged,
  });
  return useListScreen({
    names: mentionParameters,
    search,
    change,
    filters,
    list,
    rejection,
    states,
    readOne: (id: string) => oneMention(tables, id),
    addressOf: ({ source, post_url: address }) => pageAddress(source, address),
    isShowable: isShowableMention,
  });
}
