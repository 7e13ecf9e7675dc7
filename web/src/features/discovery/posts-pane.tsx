import { type Ref, useMemo } from 'react';
import type { AddressChange, HistoryMove } from '../../lib/address-state';
import { useRowRemoval } from '../../lists/row-removal';
import { useStable } from '../../lib/stable';
import { useScrollToTop } from '../../lists/scroll-to-top';
import { CouldNotLoad } from '../../ui/could-not-load';
import { ListNotices } from '../../ui/list-notices';
import { LoadMore } from '../../ui/load-more';
import { PaneBody } from '../../ui/pane';
import { ResultBar } from '../../ui/result-bar';
import { ListSkeleton } from '../../ui/skeleton';
import { VirtualList, type VirtualListHandle } from '../../lists/virtual-list';
import type { Post } from './api';
import { DiscoveryStrip, Empty, reasonForNothing } from './empty';
import { FilterBar } from './filter-bar';
import { type Filters, names, withoutFilters } from './filters';
import { messages } from './messages';
import { WaitingPosts } from './notices';
import { PostRow } from './post-row';
import { useDiscovery } from './use-discovery';
import { useExport, type usePosts } from './use-posts';

type PostsPaneProps = {
  filters: Filters;
  list: ReturnType<typeof usePosts>;
  /** What to show while the first answer is on its way. */
  waiting: 'nothing' | 'skeleton' | 'content';
  now: number;
  isPhone: boolean;
  change: (changes: AddressChange, move: HistoryMove) => void;
  toggleRejected: () => void;
  activeId: string | undefined;
  selectedId: string | undefined;
  onOpen: (post: Post, isByKey: boolean) => void;
  onReject: (post: Post) => void;
  onRestore: (post: Post) => void;
  onMove: (to: 'next' | 'previous' | 'first' | 'last') => void;
  rowsRef: React.RefObject<VirtualListHandle | null>;
  searchRef: Ref<HTMLInputElement>;
  loadMoreRef: Ref<HTMLButtonElement>;
};

/** The left pane: how many, the filters, what goes on, and the rows. */
export function PostsPane(props: PostsPaneProps) {
  const { filters, list, waiting, isPhone, change, toggleRejected, searchRef, rowsRef } = props;
  const { items: posts } = list;
  const discovery = useDiscovery();
  const { exportPosts, isExporting } = useExport(filters);
  const isEmpty = waiting === 'content' && posts.length === 0;
  const hasRings = isEmpty && list.error === undefined && reasonForNothing(filters) === 'none';
  const onExport = posts.length === 0 ? undefined : exportPosts;
  // Whatever is filtered anew starts at its top, with its own first post.
  const filter = (changes: AddressChange, move: HistoryMove) => change({ ...changes, [names.post]: undefined }, move);
  const find = (query: string) => discovery.discover({ sort: filters.sort, query });
  useScrollToTop(rowsRef, JSON.stringify(filters), list.isStandIn);
  return (
    <>
      <ResultBar
        title={messages.title}
        count={countOf(list)}
        isRefreshing={list.isRefreshing}
        onRefresh={list.refresh}
        {...{ onExport, isExporting }}
      />
      <FilterBar
        {...{ filters, isPhone, onExport, searchRef }}
        onChange={filter}
        onDiscover={find}
        subreddits={useSubreddits(posts)}
        isRefreshing={list.isRefreshing}
        onRefresh={list.refresh}
      />
      {discovery.running !== undefined && !hasRings && <DiscoveryStrip running={discovery.running} />}
      <ListNotices
        failures={discovery.failures}
        failuresLabel={messages.failures}
        onDismissFailures={discovery.dismissFailures}
        staleBecause={posts.length > 0 ? list.error : undefined}
        onRetry={list.refresh}
      >
        {list.waiting > 0 && !filters.isRejected && <WaitingPosts count={list.waiting} />}
      </ListNotices>
      {waiting === 'content' && posts.length > 0 ? (
        <Rows {...props} />
      ) : (
        <PaneBody className={isEmpty ? 'grid content-center' : ''}>
          {waiting === 'skeleton' && <ListSkeleton label={messages.loading} rows={9} />}
          {isEmpty &&
            (list.error === undefined ? (
              <Empty
                filters={filters}
                running={discovery.running}
                onClearSearch={() => filter({ [names.query]: undefined }, 'push')}
                onHideRejected={toggleRejected}
                onClearFilters={() => filter(withoutFilters, 'push')}
                onFind={() => find('')}
              />
            ) : (
              <CouldNotLoad title={messages.empty.error} why={list.error} onRetry={list.refresh} />
            ))}
        </PaneBody>
      )}
    </>
  );
}

function Rows({ list, now, activeId, selectedId, onOpen, onReject, onRestore, onMove, rowsRef, loadMoreRef }: PostsPaneProps) {
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
        {(post, place) => (
          <PostRow key={post.id} {...{ post, place, now }} isSelected={post.id === selectedId} isLeaving={post === leaving} onOpen={open} onReject={reject} onRestore={restore} />
        )}
      </VirtualList>
    </>
  );
}

function countOf({ isPending, error, items, total }: PostsPaneProps['list']) {
  if (isPending) return 'loading';
  return error !== undefined && items.length === 0 ? 'unknown' : messages.count(total, items.length);
}

const idOf = (post: Post) => post.id;
const rowHeight = 113;
const foldingMs = 200;

/** The subreddits of the posts that are loaded, those with most posts first. */
function useSubreddits(posts: readonly Post[]): readonly string[] {
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { subreddit } of posts) counts.set(subreddit, (counts.get(subreddit) ?? 0) + 1);
    return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name).slice(0, 12);
  }, [posts]);
}
