import { useQuery } from '@tanstack/react-query';
import type { Ref, RefObject } from 'react';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { useRowRemoval } from '../../lists/row-removal';
import type { ListHandle } from '../../lists/list-handle';
import { useStable } from '../../lib/stable';
import { useScrollToTop } from '../../lists/scroll-to-top';
import { CouldNotLoad } from '../../ui/could-not-load';
import { ListNotices } from '../../ui/list-notices';
import { LoadMore } from '../../ui/load-more';
import { PaneBody } from '../../ui/pane';
import { ResultBar } from '../../ui/result-bar';
import { ListSkeleton } from '../../ui/skeleton';
import { useHasNarrowList } from '../../ui/two-panes';
import { VirtualList } from '../../lists/virtual-list';
import { type Mention, mentionStats } from './api';
import { Empty, SearchStrip } from './empty';
import { FilterBar, SearchButton } from './filter-bar';
import { type Filters, names, reasonForNothing, withoutFilters } from './filters';
import { MentionRow } from './mention-row';
import { messages } from './messages';
import { Trend } from './trend';
import { useMentionSearch } from './use-mention-search';
import { useExport, type useMentions } from './use-mentions';

type MentionsPaneProps = {
  userId: string;
  filters: Filters;
  list: ReturnType<typeof useMentions>;
  /** What to show while the first answer is on its way. */
  waiting: 'nothing' | 'skeleton' | 'content';
  now: number;
  isPhone: boolean;
  change: (changes: AddressChange, move: HistoryMove) => void;
  toggleRejected: () => void;
  onMarkAllRead: () => void;
  activeId: string | undefined;
  selectedId: string | undefined;
  onOpen: (mention: Mention, isByKey: boolean) => void;
  onReject: (mention: Mention) => void;
  onRestore: (mention: Mention) => void;
  onMove: (to: 'next' | 'previous' | 'first' | 'last') => void;
  rowsRef: RefObject<ListHandle | null>;
  searchRef: Ref<HTMLInputElement>;
  loadMoreRef: Ref<HTMLButtonElement>;
};

/** The left pane: how many, the filters, what goes on, the trend, and the rows. */
export function MentionsPane(props: MentionsPaneProps) {
  const { userId, filters, list, waiting, isPhone, change, searchRef, rowsRef } = props;
  const { items, isRefreshing, refresh: onRefresh } = list;
  const { data: stats } = useQuery(mentionStats(userId));
  const search = useMentionSearch();
  const { exportMentions, isExporting } = useExport(filters);
  const hasNarrowList = useHasNarrowList();
  const hasSearchButton = isPhone || hasNarrowList;
  const hasAny = (stats?.total ?? 0) > 0;
  const isEmpty = waiting === 'content' && items.length === 0;
  const hasRings = isEmpty && list.error === undefined && reasonForNothing(filters, hasAny) === 'none';
  const searching = { isSearching: search.running !== undefined, onSearch: search.search };
  // Whatever is filtered anew starts at its top, with its own first mention.
  const filter = (changes: AddressChange, move: HistoryMove) => change({ ...changes, [names.mention]: undefined }, move);
  useScrollToTop(rowsRef, JSON.stringify(filters), list.isStandIn);
  return (
    <>
      <ResultBar title={messages.title} count={countOf(list)} {...{ isRefreshing, onRefresh }}>
        {!hasSearchButton && <SearchButton {...searching} />}
      </ResultBar>
      <FilterBar
        {...{ filters, isPhone, hasSearchButton, searchRef, isRefreshing, onRefresh }}
        {...searching}
        onChange={filter}
        onExport={items.length === 0 || isExporting ? undefined : exportMentions}
        onMarkAllRead={(stats?.unread ?? list.unread) > 0 ? props.onMarkAllRead : undefined}
      />
      {search.running !== undefined && !hasRings && <SearchStrip running={search.running} />}
      <ListNotices failures={search.failures} failuresLabel={messages.failures} onDismissFailures={search.dismissFailures} staleBecause={items.length > 0 ? list.error : undefined} onRetry={onRefresh} />
      {stats !== undefined && hasAny && !filters.isRejected && <Trend stats={stats} />}
      {waiting === 'content' && items.length > 0 ? (
        <Rows {...props} />
      ) : (
        <PaneBody className={isEmpty ? 'grid content-center' : ''}>
          {waiting === 'skeleton' && <ListSkeleton label={messages.loading} rows={9} hasSummary />}
          {isEmpty && <Nothing {...props} hasAny={hasAny} filter={filter} />}
        </PaneBody>
      )}
    </>
  );
}

type NothingProps = MentionsPaneProps & { hasAny: boolean; filter: MentionsPaneProps['change'] };

function Nothing({ list, filters, hasAny, filter, toggleRejected }: NothingProps) {
  const { running, search } = useMentionSearch();
  if (list.error !== undefined) return <CouldNotLoad title={messages.empty.error} why={list.error} onRetry={list.refresh} />;
  return (
    <Empty
      {...{ filters, hasAny, running }}
      onClearSearch={() => filter({ [names.query]: undefined }, 'push')}
      onHideRejected={toggleRejected}
      onClearFilters={() => filter(withoutFilters, 'push')}
      onSearch={search}
    />
  );
}

function Rows({ list, now, activeId, selectedId, onOpen, onReject, onRestore, onMove, rowsRef, loadMoreRef }: MentionsPaneProps) {
  const { items, leaving } = useRowRemoval(list.items, idOf, foldingMs);
  const open = useStable(onOpen);
  const reject = useStable(onReject);
  const restore = useStable(onRestore);
  return (
    <>
      <h2 className="sr-only">{messages.list}</h2>
      <VirtualList
        ref={rowsRef}
        label={messages.list}
        items={items}
        keyOf={idOf}
        estimate={rowHeight}
        total={list.total}
        activeKey={activeId}
        onMove={onMove}
        isBusy={list.isStandIn}
        footer={list.hasMore && <LoadMore ref={loadMoreRef} label={messages.loadMore} onLoad={list.loadMore} isLoading={list.isLoadingMore} error={list.loadMoreError} />}
      >
        {(mention, place) => (
          <MentionRow key={mention.id} {...{ mention, place, now }} isSelected={mention.id === selectedId} isLeaving={mention === leaving} onOpen={open} onReject={reject} onRestore={restore} />
        )}
      </VirtualList>
    </>
  );
}

function countOf({ isPending, error, items, total, unread }: MentionsPaneProps['list']) {
  if (isPending) return 'loading';
  return error !== undefined && items.length === 0 ? 'unknown' : messages.count(total, items.length, unread);
}

const idOf = (mention: Mention) => mention.id;
const rowHeight = 139;
const foldingMs = 200;
