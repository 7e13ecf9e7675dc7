import { useQueryClient } from '@tanstack/react-query';
import type { Tables } from '../../api/tables';
import { pageAddress } from '../../lib/page-address';
import { useListFilters } from '../../lists/list-filters';
import { ListScreen } from '../../lists/list-screen';
import { useMarkRead, useReading } from '../../lists/mark-read';
import { useRejection } from '../../lists/rejection';
import { useRowStates } from '../../lists/row-states';
import { useListScreen } from '../../lists/use-list-screen';
import { onePost, type Post, postsKey, rejectPost, restorePost, setPostState, setPostStates } from './api';
import { postDefaults, postFiltersOf, postParameters } from './post-filters';
import { messages } from './messages';
import { PostDetail, type PostGenerator } from './post-detail';
import { isShowablePost, postFacts } from './post-facts';
import type { EmptyListSlot } from './no-posts';
import { PostsPane } from './posts-pane';
import { markPostsRead, unreadPostsKey } from './read-api';
import { usePosts } from './use-posts';

type PostsScreenProps = {
  userId: string;
  tables: Tables;
  /** What another feature adds to the post that is open. */
  generator?: PostGenerator;
  /** What the empty list says once it was searched. */
  emptyList?: EmptyListSlot;
};

/** The Search tab: the posts on the left, the one that is open on the right (spec §2). */
export function PostsScreen({ userId, tables, generator, emptyList }: PostsScreenProps) {
  const screen = usePostsScreen(userId, tables);
  const { markRead, markAllRead } = useMarkRead({
    listsKey: postsKey(userId),
    countsKey: unreadPostsKey(userId),
    asOf: screen.list.asOf,
    markRead: markPostsRead,
    messages: messages.reading,
  });
  useReading(screen, markRead);
  return (
    <ListScreen
      screen={screen}
      messages={messages}
      factsOf={postFacts}
      pane={<PostsPane {...{ userId, screen, emptyList }} onMarkAllRead={markAllRead} />}
    >
      {(post, state) => <PostDetail {...{ post, state, generator }} />}
    </ListScreen>
  );
}

export type PostsScreenState = ReturnType<typeof usePostsScreen>;

function usePostsScreen(userId: string, tables: Tables) {
  const { search, change, filters } = useListFilters(postDefaults, postFiltersOf);
  const list = usePosts(userId, filters);
  const queries = useQueryClient();
  // What leaves the list is not new any more.
  const onChanged = () => void queries.invalidateQueries({ queryKey: unreadPostsKey(userId) });
  const rejection = useRejection<Post>({
    listsKey: postsKey(userId),
    reject: rejectPost,
    restore: restorePost,
    messages: messages.rejection,
    canRetryRestore: false,
    onChanged,
  });
  const states = useRowStates<Post>({
    listsKey: postsKey(userId),
    rowKey: postParameters.selected,
    setState: setPostState,
    setStates: setPostStates,
    messages: messages.counted,
    onChanged,
  });
  return useListScreen({
    names: postParameters,
    search,
    change,
    filters,
    list,
    rejection,
    states,
    readOne: (id: string) => onePost(tables, id),
    addressOf: ({ source, permalink }) => pageAddress(source, permalink),
    isShowable: isShowablePost,
  });
}
