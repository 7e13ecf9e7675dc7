import { type RefObject, useMemo, useRef } from 'react';
import type { Tables } from '../../api/tables';
import { useAddressState } from '../../lib/address-state';
import { ageLabel } from '../../lib/age';
import { useKeyTargets } from '../../lib/key-targets';
import { useNow } from '../../lib/now';
import { redditAddress } from '../../lib/reddit-address';
import { useSkeleton } from '../../lib/skeleton';
import { NothingSelected } from '../../ui/nothing-selected';
import { RejectDialog } from '../../ui/reject-dialog';
import { TwoPanes, useHasBothPanes, useIsPhone } from '../../ui/two-panes';
import type { VirtualListHandle } from '../../ui/virtual-list';
import type { Post } from './api';
import { DetailSkeleton } from './detail-skeleton';
import { addressDefaults, filtersOf, names } from './filters';
import { messages } from './messages';
import { type GeneratorSlot, PostDetail } from './post-detail';
import { PostsPane } from './posts-pane';
import { useFocusMoves } from './use-focus-moves';
import { useLeaving } from './use-leaving';
import { useMoves } from './use-moves';
import { usePosts } from './use-posts';
import { useRejection } from './use-rejection';
import { useSelection } from './use-selection';

type PostsScreenProps = {
  userId: string;
  tables: Tables;
  /** What another feature adds to the post that is open. */
  generator?: GeneratorSlot;
};

/** The Search tab: the posts on the left, the one that is open on the right (spec §2). */
export function PostsScreen({ generator, ...around }: PostsScreenProps) {
  const rows = useRef<VirtualListHandle>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const loadMore = useRef<HTMLButtonElement>(null);
  const screen = useScreen({ ...around, rows, searchField, loadMore });
  const { filters, list, waiting, now, isPhone, change, selection, moves, leaving, toggleRejected } = screen;
  const { selected, index } = selection;
  return (
    <>
      <TwoPanes
        listLabel={messages.list}
        isReading={screen.isReading}
        list={
          <PostsPane
            {...{ filters, list, waiting, now, isPhone, change, toggleRejected }}
            activeId={moves.active}
            selectedId={selection.id}
            onOpen={moves.open}
            onReject={leaving.ask}
            onRestore={leaving.restore}
            onMove={moves.move}
            rowsRef={rows}
            searchRef={searchField}
            loadMoreRef={loadMore}
          />
        }
        details={
          selected === undefined ? (
            <NoDetails isLoading={waiting === 'skeleton' || selection.isLooking} />
          ) : (
            <PostDetail
              key={selected.id}
              post={selected}
              {...{ now, isPhone, generator }}
              position={index === -1 ? undefined : messages.position(index, list.total)}
              onBack={moves.back}
              onPrevious={moves.toPrevious}
              onNext={moves.toNext}
              onReject={() => leaving.ask(selected)}
              onRestore={() => leaving.restore(selected)}
              titleRef={screen.focus.titleRef}
            />
          )
        }
      />
      <Question leaving={leaving} now={now} />
    </>
  );
}

function NoDetails({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <DetailSkeleton /> : <NothingSelected hasList>{messages.nothingSelected}</NothingSelected>;
}

function Question({ leaving: { asking, confirm, cancel, returnFocusTo }, now }: { leaving: ReturnType<typeof useLeaving>; now: number }) {
  const words = messages.rejection;
  return (
    <RejectDialog
      title={words.title}
      description={words.about}
      confirmLabel={words.confirm}
      quickReasons={words.quickReasons}
      subject={asking && { title: asking.title, meta: `r/${asking.subreddit} · u/${asking.author} · ${ageLabel(asking.created_at, now)}` }}
      onConfirm={confirm}
      onClose={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}

type Places = {
  rows: RefObject<VirtualListHandle | null>;
  searchField: RefObject<HTMLInputElement | null>;
  loadMore: RefObject<HTMLButtonElement | null>;
};

/** What the screen knows and can do, put together from its parts. */
function useScreen({ userId, tables, rows, searchField, loadMore }: Pick<PostsScreenProps, 'userId' | 'tables'> & Places) {
  const { search, change } = useAddressState(addressDefaults);
  const filters = useMemo(() => filtersOf(search), [search]);
  const hasBothPanes = useHasBothPanes();
  const list = usePosts(userId, filters);
  const { posts } = list;
  const isSettled = !list.isPending && !list.isStandIn;
  const isReading = search.has(names.post) && !hasBothPanes;
  const selection = useSelection({ addressed: search.get(names.post), change, posts, isSettled, hasBothPanes, tables });
  const focus = useFocusMoves({ rows, openId: selection.id, isReading });
  const moves = useMoves({ posts, selection, focus, rows, loadMore, hasBothPanes, isReading });
  const onLeave = (post: Post, next: Post | undefined) => {
    moves.setCursor(next?.id);
    if (post.id !== selection.id) return;
    if (isReading) selection.close();
    else change({ [names.post]: next?.id }, 'replace');
  };
  const leaving = useLeaving({ posts, rejection: useRejection(userId), rows, searchField, onLeave });
  const toggleRejected = () => change({ [names.rejected]: String(!filters.isRejected), [names.post]: undefined }, 'push');

  const { selected } = selection;
  const meant = selected ?? posts.find(({ id }) => id === moves.active);
  useKeyTargets({
    'next-row': posts.length === 0 ? undefined : moves.goNext,
    'previous-row': posts.length === 0 ? undefined : moves.goPrevious,
    'back-to-list': selection.id === undefined ? undefined : moves.back,
    reject: meant && (() => (meant.rejected ? leaving.restore(meant) : leaving.ask(meant))),
    visit: selected && (() => void window.open(redditAddress(selected.permalink), '_blank', 'noopener,noreferrer')),
    'toggle-rejected': toggleRejected,
    refresh: list.refresh,
  });
  return { filters, list, waiting: useSkeleton(list.isPending), now: useNow(), isPhone: useIsPhone(), isReading, change, selection, focus, moves, leaving, toggleRejected };
}
