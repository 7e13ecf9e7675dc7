import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call, requireSuccess } from '../../api/errors';
import type { components, operations, paths } from '../../api/schema';
import { readRows, type Tables } from '../../api/tables';
import { postTimes, searchTimes } from '../../api/query-times';
import { sourceOfAddress } from '../../lib/page-address';
import { rowCountQuery } from '../../lists/arrived-rows';
import type { ListSort } from '../../lists/list-filters';
import { listQuery, type PageRequest } from '../../lists/paged-list';
import type { StateChange } from '../../lists/row-states';
import { type RowChange, setStates } from '../../lists/states-api';
import type { PostFilters } from './post-filters';
import type { UnreadPosts } from './read-api';

type PostRecord = components['schemas']['RedditPost'];

/** A post of the list (spec §3), with why it is in it. What a table or an older server gives has no reasons. */
export type Post = Omit<PostRecord, 'content' | 'google_ranking' | 'intent' | ReasonFields> &
  Partial<Pick<PostRecord, ReasonFields>> & { content: string | null; google_ranking: number | null };

type ReasonFields =
  | 'relevance_reason'
  | 'relevance_parts'
  | 'matched'
  | 'kind'
  | 'via'
  | 'names_brand'
  | 'feedback'
  | 'found_at'
  | 'state'
  | 'state_at'
  | 'note'
  | 'answer_url'
  | 'rejected_reason'
  | 'is_read'
  | 'is_new';

/** A search that found a post. */
export type FoundBy = PostRecord['via'][number];

export type DiscoveryResponse = components['schemas']['DiscoveredPosts'];

export const postsKey = (userId: string) => ['posts', userId] as const;

export const leftOutKey = (userId: string) => ['left-out', userId] as const;

/** The posts under the current filters, page by page. */
export const posts = (userId: string, filters: PostFilters) => ({
  ...listQuery({
    listsKey: postsKey(userId),
    filters,
    read: (page, signal) => readPosts(filters, page, signal),
  }),
  ...postTimes,
});

/** How many posts there are under the current filters. */
export const postCount = (userId: string, filters: PostFilters) => ({
  ...rowCountQuery({ listsKey: postsKey(userId), filters, read: (page, signal) => readPosts(filters, page, signal) }),
  ...postTimes,
});

async function readPosts(filters: PostFilters, page: PageRequest, signal: AbortSignal) {
  const query = { ...postQueryOf(filters), ...page };
  const { posts: found, ...rest } = requireSuccess(await call(api.GET('/api/reddit-posts', { params: { query }, signal })));
  const { unread = 0, newSince = null } = rest as Partial<UnreadPosts>;
  return { ...rest, unread, newSince, items: (found as (PostRecord | null)[] | null)?.map(postOf) ?? [] };
}

/** What an older server leaves out, where that has a meaning. */
function postOf(row: (PostRecord & Pick<Post, 'is_read' | 'is_new'>) | null): Post {
  return {
    ...row,
    source: sourceOf(row),
    is_read: row?.is_read ?? true,
    content: row?.content ?? null,
    google_ranking: row?.google_ranking ?? null,
  } as Post;
}

/** A post that a link leads to and that is not among those loaded. Its score's parts are not in the table. */
export async function onePost(tables: Tables, id: string): Promise<Post | null> {
  const row = await readRows<Post | null>((await tables()).from('reddit_posts').select(postColumns).eq('id', id).maybeSingle<Post>());
  return row && { ...row, source: sourceOf(row) };
}

/** The table does not say where a post was written; its address does. */
function sourceOf(row: Partial<Post> | null): Post['source'] {
  return row?.source ?? sourceOfAddress(row?.permalink ?? '');
}

const postColumns =
  'id,title,subreddit,author,created_at,score,comments,content,permalink,google_ranking,keywords_matched,relevance_score,rejected,kind,via,names_brand,feedback,state,state_at,note,answer_url,is_read,is_new';

/** What to look for: the user's keywords, and for once the text in the search box as well, or that text alone. */
export type DiscoveryRequest = { sort: ListSort; query: string; isAlone?: boolean };

/** Starts a discovery or joins the one that runs, and answers when it is done. */
export function discoverPosts({ sort, query, isAlone = false }: DiscoveryRequest): Promise<DiscoveryResponse> {
  return call(api.POST('/api/reddit-discovery', { body: { sortBy: sort, query: query === '' ? null : query, alone: isAlone } }));
}

/** Stops the one that runs. What it found stays, and the call that waits for it answers with that. */
export async function stopDiscovery(): Promise<void> {
  await call(api.DELETE('/api/reddit-discovery'));
}

export async function rejectPost(id: string, reason: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/reddit-posts/{id}/reject', { params: { path: { id } }, body: { reason } })));
}

export async function restorePost(id: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/reddit-posts/{id}/restore', { params: { path: { id } } })));
}

/** Moves it to another state, such as answered, with the address of the answer where it is known. */
export async function setPostState(id: string, change: StateChange): Promise<void> {
  requireSuccess(await call(api.PATCH('/api/reddit-posts/{id}/state', { params: { path: { id } }, body: change })));
}

/** Moves several at once. */
export const setPostStates = (changes: readonly RowChange[]) => setStates('reddit-posts', changes);

/** Says that the match is wrong, or takes that back. */
export async function judgeMatch(id: string, isWrong: boolean): Promise<void> {
  await call(api.PUT('/api/reddit-posts/{id}/feedback', { params: { path: { id } }, body: { isWrong } }));
}

type LeftOutList = paths['/api/left-out']['get']['responses'][200]['content']['application/json']['posts'];
/** A post that is like a rejected one, and so did not come into the list. */
export type LeftOutPost = LeftOutList[number];
/** The rejected post that taught it. */
export type Lesson = NonNullable<LeftOutPost['because']>;

/** What was left out, newest first. */
export const leftOut = (userId: string) =>
  queryOptions({
    queryKey: leftOutKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/left-out', { signal }))).posts,
    ...searchTimes,
  });

/** Brings posts into the list for good; answers how many. */
export async function restoreLeftOut(which: readonly string[] | 'all'): Promise<number> {
  const body = which === 'all' ? { all: true, ids: [] } : { all: false, ids: [...which] };
  return (await call(api.POST('/api/left-out/restore', { body }))).restored;
}

/** Everything under the current filters, as a file. */
export async function postsAsCsv(filters: PostFilters): Promise<Blob> {
  return await call(api.GET('/api/reddit-posts.csv', { params: { query: postQueryOf(filters) }, parseAs: 'blob' }));
}

/** The filters as the server reads them; what is a default is not said. */
export function postQueryOf({ query, sort, isRejected, state, timeframe, minScore, subreddits, namesYou, rank }: PostFilters): PostQuery {
  return {
    sortBy: sort,
    rejected: String(isRejected),
    ...(!isRejected && { state }),
    ...(query !== '' && { q: query }),
    ...(timeframe !== 'all' && { timeframe }),
    ...(minScore > 0 && { minRelevanceScore: String(minScore) }),
    ...(namesYou !== 'all' && { namesYou }),
    ...(rank !== 'all' && { rank }),
    ...(subreddits.length > 0 && { subreddits: subreddits.join(',') }),
  };
}

type PostQuery = NonNullable<operations['list_posts']['parameters']['query']>;
