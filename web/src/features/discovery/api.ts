import { api } from '../../api/client';
import { call, requireSuccess } from '../../api/errors';
import type { components, operations } from '../../api/schema';
import { readRows, type Tables } from '../../api/tables';
import { postTimes } from '../../api/query-times';
import type { ListSort } from '../../lists/list-filters';
import { listQuery } from '../../lists/paged-list';
import type { PostFilters } from './post-filters';

type PostRecord = components['schemas']['RedditPost'];

/** A post of the list (spec §3), with why it is in it. What a table gives has no reasons. */
export type Post = Omit<PostRecord, 'content' | 'google_ranking' | 'found_at' | 'intent' | 'rejected_reason' | ReasonFields> &
  Partial<Pick<PostRecord, ReasonFields>> & { content: string | null; google_ranking: number | null };

type ReasonFields = 'relevance_reason' | 'relevance_parts' | 'matched';

export type DiscoveryResponse = components['schemas']['DiscoveredPosts'];

export const postsKey = (userId: string) => ['posts', userId] as const;

/** The posts under the current filters, page by page. */
export const posts = (userId: string, filters: PostFilters) => ({
  ...listQuery({
    listsKey: postsKey(userId),
    filters,
    read: async (page, signal) => {
      const query = { ...postQueryOf(filters), ...page };
      const { posts: found, ...rest } = requireSuccess(await call(api.GET('/api/reddit-posts', { params: { query }, signal })));
      return { ...rest, items: (found as (PostRecord | null)[] | null)?.map(postOf) ?? [] };
    },
  }),
  ...postTimes,
});

/** What an older server leaves out, where that has a meaning. */
function postOf(row: PostRecord | null): Post {
  return { ...row, content: row?.content ?? null, google_ranking: row?.google_ranking ?? null } as Post;
}

/** A post that a link leads to and that is not among those loaded. Its score's parts are not in the table. */
export async function onePost(tables: Tables, id: string): Promise<Post | null> {
  return readRows<Post | null>(
    (await tables())
      .from('reddit_posts')
      .select(
        'id,title,subreddit,author,created_at,score,comments,content,permalink,google_ranking,keywords_matched,relevance_score,rejected',
      )
      .eq('id', id)
      .maybeSingle(),
  );
}

/** Starts a discovery or joins the one that runs, and answers when it is done. */
export function discoverPosts(sortBy: ListSort, query: string): Promise<DiscoveryResponse> {
  return call(api.POST('/api/reddit-discovery', { body: { sortBy, query: query === '' ? null : query } }));
}

export async function rejectPost(id: string, reason: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/reddit-posts/{id}/reject', { params: { path: { id } }, body: { reason } })));
}

export async function restorePost(id: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/reddit-posts/{id}/restore', { params: { path: { id } } })));
}

/** Everything under the current filters, as a file. */
export async function postsAsCsv(filters: PostFilters): Promise<Blob> {
  return await call(api.GET('/api/reddit-posts.csv', { params: { query: postQueryOf(filters) }, parseAs: 'blob' }));
}

/** The filters as the server reads them; what is a default is not said. */
export function postQueryOf({ query, sort, isRejected, timeframe, minScore, subreddits }: PostFilters): PostQuery {
  return {
    sortBy: sort,
    rejected: String(isRejected),
    ...(query !== '' && { q: query }),
    ...(timeframe !== 'all' && { timeframe }),
    ...(minScore > 0 && { minRelevanceScore: String(minScore) }),
    ...(subreddits.length > 0 && { subreddits: subreddits.join(',') }),
  };
}

type PostQuery = NonNullable<operations['list_posts']['parameters']['query']>;
