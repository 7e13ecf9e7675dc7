import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components, operations } from '../../api/schema';
import { rows, type Tables } from '../../api/tables';
import { postTimes } from '../../api/times';
import { firstPage, pageAfter } from '../../lists/pages';
import type { Filters, Sort } from './filters';

type Row = components['schemas']['RedditPost'];

/** A post of the list (spec §3), with why it is in it. What a table gives has no reasons. */
export type Post = Omit<Row, 'content' | 'google_ranking' | 'found_at' | 'intent' | 'rejected_reason' | Reasons> &
  Partial<Pick<Row, Reasons>> & { content: string | null; google_ranking: number | null };

type Reasons = 'relevance_reason' | 'relevance_parts' | 'matched';

/** What discovery could not look at, and why. */
export type SearchFailure = components['schemas']['Unheard'];

export type DiscoveryAnswer = components['schemas']['DiscoveredPosts'];

export const pageSize = 50;

export const postsKey = (userId: string) => ['posts', userId] as const;

/** The posts under the current filters, page by page. */
export const posts = (userId: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...postsKey(userId), filters] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...queryOf(filters), ...pageParam, limit: String(pageSize), offset: String(pageParam.offset) };
      const { success, error, posts: found, ...page } = await call(api.GET('/api/reddit-posts', { params: { query }, signal }));
      if (!success) throw new Error(error ?? '');
      return { ...page, items: found as Post[] };
    },
    initialPageParam: firstPage,
    getNextPageParam: (last, pages) => (last.hasMore ? pageAfter(pages) : undefined),
    // While a word is typed the rows stay until the new ones are there; the rejected ones are another list.
    placeholderData: (before, query) => ((query?.queryKey[2] as Filters | undefined)?.isRejected === filters.isRejected ? keepPreviousData(before) : undefined),
    ...postTimes,
  });

/** A post that a link leads to and that is not among those loaded. Its score's parts are not in the table. */
export async function onePost(tables: Tables, id: string): Promise<Post | null> {
  return rows<Post | null>(
    (await tables())
      .from('reddit_posts')
      .select('id,title,subreddit,author,created_at,score,comments,content,permalink,google_ranking,keywords_matched,relevance_score,rejected')
      .eq('id', id)
      .maybeSingle(),
  );
}

/** Starts a discovery or joins the one that runs, and answers when it is done. */
export function discoverPosts(sortBy: Sort, query: string): Promise<DiscoveryAnswer> {
  return call(api.POST('/api/reddit-discovery', { body: { sortBy, query: query === '' ? null : query } }));
}

export async function rejectPost(id: string, reason: string): Promise<void> {
  succeeded(await call(api.POST('/api/reddit-posts/{id}/reject', { params: { path: { id } }, body: { reason } })));
}

export async function restorePost(id: string): Promise<void> {
  succeeded(await call(api.POST('/api/reddit-posts/{id}/restore', { params: { path: { id } } })));
}

/** Everything under the current filters, as a file. */
export async function postsAsCsv(filters: Filters): Promise<Blob> {
  return (await call(api.GET('/api/reddit-posts.csv', { params: { query: queryOf(filters) }, parseAs: 'blob' }))) as unknown as Blob;
}

function succeeded({ success, error }: { success: boolean; error?: string | null }): void {
  if (!success) throw new Error(error ?? '');
}

/** The filters as the server reads them; what is a default is not said. */
export function queryOf({ query, sort, isRejected, timeframe, minScore, subreddits }: Filters): PostQuery {
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
