import { useMemo } from 'react';
import type { Tables } from '../../api/tables';
import { useAddressState } from '../../lib/address-state';
import { ageLabel } from '../../lib/age';
import type { RejectFlow } from '../../lists/reject-flow';
import { useListScreen } from '../../lists/use-list-screen';
import { useNow } from '../../lib/now';
import { redditAddress } from '../../lib/reddit-address';
import { useSkeleton } from '../../lib/skeleton';
import { DetailSkeleton } from '../../ui/detail-skeleton';
import { NothingSelected } from '../../ui/nothing-selected';
import { RejectDialog } from '../../ui/reject-dialog';
import { TwoPanes, useHasBothPanes, useIsPhone } from '../../ui/two-panes';
import { onePost, type Post } from './api';
import { addressDefaults, filtersOf, names } from './filters';
import { messages } from './messages';
import { type GeneratorSlot, PostDetail } from './post-detail';
import { PostsPane } from './posts-pane';
import { usePosts } from './use-posts';
import { useRejectedPosts } from './use-rejected-posts';

type PostsScreenProps = {
  userId: string;
  tables: Tables;
  /** What another feature adds to the post that is open. */
  generator?: GeneratorSlot;
};

/** The Search tab: the posts on the left, the one that is open on the right (spec §2). */
export function PostsScreen({ generator, ...around }: PostsScreenProps) {
  const screen = useScreen(around);
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
            rowsRef={screen.rows}
            searchRef={screen.searchField}
            loadMoreRef={screen.loadMore}
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
              titleRef={screen.titleRef}
            />
          )
        }
      />
      <Question leaving={leaving} now={now} />
    </>
  );
}

function NoDetails({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <DetailSkeleton label={messages.detail.loading} /> : <NothingSelected hasList>{messages.nothingSelected}</NothingSelected>;
}

function Question({ leaving: { asking, confirm, cancel, returnFocusTo }, now }: { leaving: RejectFlow<Post>; now: number }) {
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

/** What the screen knows and can do, put together from its parts. */
function useScreen({ userId, tables }: Pick<PostsScreenProps, 'userId' | 'tables'>) {
  const { search, change } = useAddressState(addressDefaults);
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = usePosts(userId, filters);
  const screen = useListScreen<Post>({
    names: { selected: names.post, rejected: names.rejected },
    search,
    change,
    list,
    isRejected: filters.isRejected,
    rejection: useRejectedPosts(userId),
    readOne: (id) => onePost(tables, id),
    addressOf: ({ permalink }) => redditAddress(permalink),
    hasBothPanes: useHasBothPanes(),
  });
  return { ...screen, filters, list, waiting: useSkeleton(list.isPending), now: useNow(), isPhone: useIsPhone(), change };
}
