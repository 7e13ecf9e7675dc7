import { Hourglass } from 'lucide-react';
import { momentOf } from '../../lib/dates';
import { useKeyboardActions } from '../../lib/keyboard-actions';
import { EmptyList } from '../../lists/empty-list';
import { ListPane } from '../../lists/list-pane';
import { canFind, FindPostsButton, FloatingFindPosts, LimitStrip, SearchingStrip } from './find-posts';
import { useLeftOutNotice } from './left-out';
import { ListHints } from './list-hints';
import { messages } from './messages';
import { type PostFilters, whyNoPosts, withoutPostFilters } from './post-filters';
import { type EmptyListSlot, FindOpportunities, NoPosts } from './no-posts';
import { FoundPostRow, PostRow } from './post-row';
import { PostFilterBar } from './post-filter-bar';
import type { PostsScreenState } from './posts-screen';
import { useDiscovery } from './use-discovery';
import { usePostExport } from './use-posts';

type PostsPaneProps = {
  userId: string;
  screen: PostsScreenState;
  emptyList?: EmptyListSlot | undefined;
  onMarkAllRead: () => void;
};

/** The left pane of the Search tab. */
export function PostsPane({ userId, screen, emptyList, onMarkAllRead }: PostsPaneProps) {
  const { filters, list } = screen;
  const discovery = useDiscovery();
  const { exportCsv, isExporting } = usePostExport(filters);
  const reason = whyNoPosts(filters, list.counts);
  const onExport = list.items.length === 0 ? undefined : exportCsv;
  // While a limit holds the server would only say so again; the strip says until when.
  const isLimited = discovery.limit !== undefined;
  const find = (query: string) => void (isLimited || discovery.start({ sort: filters.sort, query }));
  const waiting = list.newest?.waiting ?? 0;
  const findAll = () => find('');
  const leftOutNotice = useLeftOutNotice(userId);
  const resetsAt = list.newest?.allowanceResetsAt ?? undefined;
  const waits = waiting > 0 && <WaitingPosts count={waiting} until={resetsAt === undefined ? undefined : momentOf(resetsAt, screen.now)} />;
  const leftOutLine = leftOutNotice.line;
  const notices = !filters.isRejected && (waits || leftOutLine) && (
    <>
      {waits}
      {leftOutLine}
    </>
  );
  // One thing at a time: what was left out comes before how to do it.
  const hasRoomForHint = screen.waiting === 'content' && list.items.length > 0 && leftOutLine === false && isFirstList(filters);
  const focusFirstRow = () => {
    const [first] = list.items;
    if (first !== undefined) screen.rows.current?.focusRow(first.id);
  };
  const firstRun = <NoPosts onFind={findAll} isDisabled={isLimited} />;
  const hasFloating = screen.isPhone && !screen.isReading;
  useKeyboardActions({ 'find-posts': canFind(discovery) ? findAll : undefined });
  return (
    <>
      <ListPane
        {...{ screen, messages, onExport, isExporting, rowHeight }}
        count={messages.count(list.total, list.items.length)}
        job={discovery}
        barAction={<FindPostsButton discovery={discovery} onFind={findAll} />}
        filterBar={
          <>
            <PostFilterBar {...{ screen, onExport }} onDiscover={find} />
            {discovery.limit !== undefined && <LimitStrip limit={discovery.limit} />}
          </>
        }
        runningStrip={<SearchingStrip discovery={discovery} />}
        notices={notices}
        summary={<ListHints userId={userId} isShown={hasRoomForHint} onDone={focusFirstRow} />}
        isFirstRun={reason === 'none'}
        empty={
          <EmptyList {...{ reason, screen, messages, withoutFilters: withoutPostFilters }} job={discovery}>
            {emptyList?.({ firstRun, find: <FindOpportunities onFind={findAll} isDisabled={isLimited} /> }) ?? firstRun}
          </EmptyList>
        }
        row={filters.sort === 'found' ? FoundPostRow : PostRow}
        newSection={{ ids: list.newIds, since: list.newest?.newSince ?? null, unread: list.newest?.unread ?? 0, onMarkAllRead }}
        afterRows={hasFloating && <div className="h-16" />}
      />
      {leftOutNotice.sheet}
      {hasFloating && <FloatingFindPosts discovery={discovery} onFind={findAll} />}
    </>
  );
}

/** The list that a new user sees, as it is without any choice. */
const isFirstList = ({ isRejected, state, query }: PostFilters) => !isRejected && state === 'open' && query === '';

/** Posts that the plan has no room for this month, and when there is room again. */
function WaitingPosts({ count, until }: { count: number; until: string | undefined }) {
  return (
    <p className="flex items-start gap-2 text-xs text-foreground-soft">
      <Hourglass size={14} aria-hidden="true" className="mt-px flex-none text-value" />
      <span>
        <span className="font-semibold text-foreground">{messages.waiting(count)}.</span> {messages.waitingWhy(until)}
      </span>
    </p>
  );
}

const rowHeight = 113;
