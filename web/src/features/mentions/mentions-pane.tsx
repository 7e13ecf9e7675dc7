import { useQuery } from '@tanstack/react-query';
import { Ear } from 'lucide-react';
import { EmptyList } from '../../lists/empty-list';
import { ListPane } from '../../lists/list-pane';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { PartBoundary } from '../../ui/part-boundary';
import { useHasNarrowList } from '../../ui/two-panes';
import { mentionStats } from './api';
import { whyNoMentions, withoutMentionFilters } from './mention-filters';
import { MentionFilterBar, SearchButton } from './mention-filter-bar';
import { MentionRow } from './mention-row';
import type { MentionsScreenState } from './mentions-screen';
import { messages } from './messages';
import { TrendStrip } from './trend-strip';
import { useMentionSearch } from './use-mention-search';
import { useMentionExport } from './use-mentions';

type MentionsPaneProps = { userId: string; screen: MentionsScreenState; onMarkAllRead: () => void };

/** The left pane of the Mentions tab. */
export function MentionsPane({ userId, screen, onMarkAllRead }: MentionsPaneProps) {
  const { filters, list, isPhone } = screen;
  const { data: stats } = useQuery(mentionStats(userId));
  const job = useMentionSearch();
  const { exportCsv, isExporting } = useMentionExport(filters);
  const hasNarrowList = useHasNarrowList();
  const hasSearchButton = isPhone || hasNarrowList;
  const hasAny = (stats?.total ?? 0) > 0;
  const reason = whyNoMentions(filters, hasAny, list.counts);
  const unread = list.newest?.unread ?? 0;
  const overview = { isShown: screen.isOverview, onShow: screen.showOverview };
  const searching = { isSearching: job.running !== undefined, onSearch: () => job.start() };
  return (
    <ListPane
      {...{ screen, messages, job, rowHeight }}
      count={messages.count(list.total, list.items.length, unread)}
      barAction={!hasSearchButton && <SearchButton {...searching} />}
      filterBar={
        <MentionFilterBar
          {...{ screen, hasSearchButton }}
          {...searching}
          onExport={list.items.length === 0 || isExporting ? undefined : exportCsv}
          onMarkAllRead={(stats?.unread ?? unread) > 0 ? onMarkAllRead : undefined}
        />
      }
      summary={
        stats !== undefined &&
        hasAny &&
        !filters.isRejected && (
          <PartBoundary subject={stats} instead={null}>
            <TrendStrip stats={stats} overview={screen.hasBothPanes ? overview : undefined} />
          </PartBoundary>
        )
      }
      isFirstRun={reason === 'none'}
      empty={
        <EmptyList
          {...{ screen, messages, job, withoutFilters: withoutMentionFilters }}
          {...(reason === 'intent' ? withIntent(filters.intent) : { reason })}
        >
          <NoMentions onSearch={searching.onSearch} />
        </EmptyList>
      }
      row={MentionRow}
      hasRowSummaries
    />
  );
}

const withIntent = (intent: string) =>
  ({ reason: 'filters', filterTexts: { title: messages.empty.intent(intent), help: messages.empty.intentHelp } }) as const;

function NoMentions({ onSearch }: { onSearch: () => void }) {
  return (
    <EmptyState
      icon={Ear}
      title={messages.empty.none}
      action={
        <Button variant="primary" icon={Ear} onClick={onSearch}>
          {messages.searchNow}
        </Button>
      }
    >
      {messages.empty.noneHelp}
    </EmptyState>
  );
}

const rowHeight = 139;
