import type { ComponentType, ReactNode } from 'react';
import type { RunningJob } from '../lib/running-job';
import { useStableCallback } from '../lib/stable-callback';
import { LoadError } from '../ui/load-error';
import { ListNotices } from '../ui/list-notices';
import { LoadMore } from '../ui/load-more';
import { PaneBody } from '../ui/pane';
import { PartBoundary } from '../ui/part-boundary';
import { ResultBar } from '../ui/result-bar';
import { RunningStrip, useRunningTexts } from '../ui/running-strip';
import { ListSkeleton } from '../ui/skeleton';
import { ArrivalsNews, ArrivalsStrip } from './arrivals-strip';
import type { ItemRowState } from './item-row';
import { shownStateOf } from './list-filters';
import { type ListMessages, sharedMessages } from './messages';
import { type NewSection, useNewSections } from './new-sections';
import type { Rejectable } from './rejection';
import { useRowRemoval } from './row-removal';
import { type RowState, stateOf } from './row-state';
import { useScrollToTop } from './scroll-to-top';
import type { SearchJob } from './search-job';
import type { ListScreenState } from './use-list-screen';
import { UnshowableRow } from './unshowable';
import { VirtualList } from './virtual-list';

type ListPaneProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: ListMessages;
  /** '128 posts found (50 loaded)' */
  count: string;
  job: Pick<SearchJob<never>, 'name' | 'running' | 'failures' | 'dismissFailures'>;
  /** Left out while there is nothing to export, or where the filters have the button. */
  onExport?: (() => void) | undefined;
  isExporting?: boolean;
  /** What else stands in the bar at the top. */
  barAction?: ReactNode;
  filterBar: ReactNode;
  /** In place of the ordinary strip of a running search. */
  runningStrip?: ReactNode;
  /** What must be known about the list. */
  notices?: ReactNode;
  /** Between the notices and the rows. */
  summary?: ReactNode;
  /** Nothing has been found yet, so that a search shows where the rows will be. */
  isFirstRun: boolean;
  empty: ReactNode;
  row: ComponentType<ItemRowState<Item>>;
  /** Rows that are new since the last visit, which stand before the others. */
  newSection?: NewSection | undefined;
  /** After the last row. */
  afterRows?: ReactNode;
  /** The height of a row that has not been seen yet, in px. */
  rowHeight: number;
  /** Rows have a line of summary, so that their skeletons have one too. */
  hasRowSummaries?: boolean;
};

/** The left pane: how many, the filters, what goes on, and the rows. */
export function ListPane<Item extends Rejectable>(props: ListPaneProps<Item>) {
  const {
    screen,
    messages,
    count,
    job,
    onExport,
    isExporting = false,
    barAction,
    filterBar,
    runningStrip,
    notices,
    summary,
    isFirstRun,
    empty,
    hasRowSummaries = false,
  } = props;
  const { list, waiting, filters, rows } = screen;
  const { isRefreshing } = list;
  const onRefresh = screen.refresh;
  const hasRows = list.items.length > 0;
  const isEmpty = waiting === 'content' && !hasRows;
  const hasRunningElsewhere = isEmpty && list.error === undefined && isFirstRun;
  const counted = list.isPending ? 'loading' : list.error !== undefined && !hasRows ? 'unknown' : { text: count };
  useScrollToTop(rows, JSON.stringify(filters), list.isStandIn);
  return (
    <>
      <ResultBar title={messages.title} count={counted} {...{ isRefreshing, onRefresh, onExport, isExporting }}>
        {barAction}
      </ResultBar>
      {filterBar}
      {job.running !== undefined &&
        !hasRunningElsewhere &&
        (runningStrip ?? <SearchStrip messages={messages} running={job.running} seed={job.name} />)}
      <ListNotices
        failures={job.failures}
        failuresLabel={messages.failures}
        onDismissFailures={job.dismissFailures}
        staleBecause={hasRows ? list.error : undefined}
        onRetry={onRefresh}
      >
        {notices}
      </ListNotices>
      {summary}
      {/* What a search finds is read when the search ends; until then its strip tells of it. */}
      <ArrivalsNews {...{ screen, messages }} isShown={job.running === undefined} />
      {/* The last row may leave while they wait. */}
      {screen.arrivals.areWaiting && job.running === undefined && <ArrivalsStrip {...{ screen, messages }} />}
      {waiting === 'content' && hasRows ? (
        <Rows {...props} />
      ) : (
        <PaneBody className={isEmpty ? 'grid content-center' : ''}>
          {waiting === 'skeleton' && <ListSkeleton label={messages.loading} rows={9} hasSummary={hasRowSummaries} />}
          {isEmpty && (list.error === undefined ? empty : <LoadError title={messages.empty.error} why={list.error} onRetry={onRefresh} />)}
        </PaneBody>
      )}
    </>
  );
}

/** A running search above rows that are there already. */
function SearchStrip({ messages, running, seed }: { messages: ListMessages; running: RunningJob; seed: string }) {
  return <RunningStrip {...useRunningTexts({ ...sharedMessages.running, ...messages.running }, running, seed)} />;
}

function Rows<Item extends Rejectable>({ screen, messages, row: Row, rowHeight, newSection, afterRows }: ListPaneProps<Item>) {
  const { list, filters, now, selection, navigation, actions, picked, rows, loadMore, isShowable, hasFingers } = screen;
  const { items, leaving } = useRowRemoval<Item>(list.items, idOf, removalMs);
  const sections = useNewSections(items, newSection, { label: messages.list, now });
  const togglePick = useStableCallback(picked.toggle);
  // While fingers pick rows, a tap is for the next one.
  const open = useStableCallback((item: Item, isByKey: boolean) =>
    hasFingers && picked.rows.length > 0 ? picked.toggle(item) : navigation.open(item, isByKey),
  );
  const reject = useStableCallback((item: Item) => actions.ask([item]));
  const restore = useStableCallback(actions.restore);
  const move = useStableCallback((item: Item, to: RowState) => actions.move([item], to));
  const pick = useStableCallback(picked.pickTo);
  return (
    <>
      <h2 className="sr-only">{messages.list}</h2>
      <VirtualList
        ref={rows}
        label={messages.list}
        items={items}
        keyOf={idOf}
        estimate={rowHeight}
        total={list.total}
        activeKey={navigation.active}
        onMove={navigation.move}
        sections={sections}
        isBusy={list.isStandIn}
        isOutdated={list.isStandIn && items.some((item) => stateOf(item) !== shownStateOf(filters))}
        footer={
          <>
            {list.hasMore && (
              <LoadMore
                ref={loadMore}
                label={messages.loadMore}
                onLoad={list.loadMore}
                isLoading={list.isLoadingMore}
                error={list.loadMoreError}
              />
            )}
            {afterRows}
          </>
        }
      >
        {(item, place) => {
          const state = {
            item,
            place,
            now,
            isSelected: item.id === selection.id,
            isLeaving: item === leaving,
            onOpen: open,
            onReject: reject,
            onRestore: restore,
            onMove: move,
            isPicked: picked.has(item.id),
            onPick: pick,
            onTogglePick: togglePick,
            hasMenu: hasFingers,
          };
          const instead = <UnshowableRow {...{ state, messages }} />;
          return (
            <PartBoundary subject={item} instead={instead}>
              {isShowable(item) ? <Row {...state} /> : instead}
            </PartBoundary>
          );
        }}
      </VirtualList>
    </>
  );
}

const idOf = (item: Rejectable) => item.id;
const removalMs = 200;
