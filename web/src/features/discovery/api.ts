import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import { rows, type Tables } from '../../api/tables';
import { postTimes } from '../../api/times';
import type { Filters, Sort } from './filters';

/** A post of the list (spec §3), with why it is in it. */
export type Post = {
  id: string;
  title: string;
  subreddit: string;
  author: string;
  created_at: string;
  score: number;
  comments: number;
  content: string | null;
  permalink: string;
  google_ranking: number | null;
  keywords_matched: string[];
  relevance_score: number;
  rejected: boolean;
  /** One line that says why. */
  relevance_reason?: string | null;
  /** What the score is made of; the points add up to it. */
  relevance_parts?: ScorePart[];
  /** Which words were found, and where. */
  matched?: MatchedWord[];
};

export type ScorePart = { part: string; points: number; detail: string };
export type MatchedWord = { word: string; field: string };

export type PostPage = { success: boolean; posts: Post[]; total: number; hasMore: boolean; offset: number; limit: number; waiting?: number; asOf?: string; error?: string | null };

/** What discovery could not look at, and why. */
export type SearchFailure = { what: string; why: string };

export type DiscoveryAnswer = { success: boolean; posts: Post[]; newPostsCount?: number; failures?: SearchFailure[]; error?: string | null };

export const pageSize = 50;

export const postsKey = (userId: string) => ['posts', userId] as const;

/** The posts under the current filters, page by page. */
export const posts = (userId: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: [...postsKey(userId), filters] as const,
    queryFn: async ({ pageParam, signal }) => {
      const page = await call(client.GET('/api/reddit-posts', { params: { query: { ...queryOf(filters), limit: pageSize, ...pageParam } }, signal }));
      if (!page.success) throw new Error(page.error ?? '');
      return page;
    },
    initialPageParam: firstPage,
    // Counted, not remembered: what was rejected since has left the server's list as it has left ours.
    getNextPageParam: (last, pages) => (last.hasMore ? pageAfter(pages) : undefined),
    // While a word is typed the rows stay until the new ones are there; the rejected ones are another list.
    placeholderData: (before, query) => ((query?.queryKey[2] as Filters | undefined)?.isRejected === filters.isRejected ? keepPreviousData(before) : undefined),
    ...postTimes,
  });

/** Where a page begins, and in the list of which moment: posts that arrive meanwhile must not shift the pages. */
type PageStart = { offset: number; asOf?: string };

const firstPage: PageStart = { offset: 0 };

function pageAfter(pages: readonly PostPage[]): PageStart {
  const asOf = pages[0]?.asOf;
  return { offset: pages.reduce((sum, page) => sum + page.posts.length, 0), ...(asOf !== undefined && { asOf }) };
}

/** A post that a link leads to and that is not among those loaded. Its score's parts are not in the table. */
export const onePost = (tables: Tables, id: string) =>
  queryOptions({
    queryKey: ['post', id],
    queryFn: async () =>
      rows<Post | null>(
        (await tables())
          .from('reddit_posts')
          .select('id,title,subreddit,author,created_at,score,comments,content,permalink,google_ranking,keywords_matched,relevance_score,rejected')
          .eq('id', id)
          .maybeSingle(),
      ),
  });

/** Starts a discovery or joins the one that runs, and answers when it is done. */
export function discoverPosts(sortBy: Sort, query: string): Promise<DiscoveryAnswer> {
  return call(client.POST('/api/reddit-discovery', { body: { sortBy, ...(query !== '' && { query }) } }));
}

export async function rejectPost(id: string, reason: string): Promise<void> {
  succeeded(await call(client.POST('/api/reddit-posts/{id}/reject', { params: { path: { id } }, body: { reason } })));
}

export async function restorePost(id: string): Promise<void> {
  succeeded(await call(client.POST('/api/reddit-posts/{id}/restore', { params: { path: { id } } })));
}

/** Everything under the current filters, as a file. */
export async function postsAsCsv(filters: Filters): Promise<Blob> {
  return (await call(client.GET('/api/reddit-posts.csv', { params: { query: queryOf(filters) }, parseAs: 'blob' }))) as unknown as Blob;
}

function succeeded({ success, error }: Done): void {
  if (!success) throw new Error(error ?? '');
}

/** The filters as the server reads them; what is a default is not said. */
export function queryOf({ query, sort, isRejected, timeframe, minScore, subreddits }: Filters): PostQuery {
  return {
    sortBy: sort,
    rejected: isRejected,
    ...(query !== '' && { q: query }),
    ...(timeframe !== 'all' && { timeframe }),
    ...(minScore > 0 && { minRelevanceScore: minScore }),
    ...(subreddits.length > 0 && { subreddits: subreddits.join(',') }),
  };
}

type PostQuery = { q?: string; sortBy: Sort; rejected: boolean; timeframe?: string; minRelevanceScore?: number; subreddits?: string; limit?: number; offset?: number; asOf?: string };

// Stands in for the generated contract until the server has the routes there: then this goes, and `client` is `api`.
type Answers<Body> = { 200: { headers: Record<string, unknown>; content: { 'application/json': Body } } };
type Parameters<Query, Path> = { query: Query; header?: never; path: Path; cookie?: never };
type Get<Query, Body> = { get: { parameters: Omit<Parameters<Query, never>, 'path'>; requestBody?: never; responses: Answers<Body> } };
type Done = { success: boolean; error?: string | null };
type Paths = {
  '/api/reddit-posts': Get<PostQuery, PostPage>;
  '/api/reddit-posts.csv': Get<PostQuery, string>;
  '/api/reddit-discovery': {
    post: { parameters: object; requestBody: { content: { 'application/json': { sortBy: Sort; query?: string } } }; responses: Answers<DiscoveryAnswer> };
  };
  '/api/reddit-posts/{id}/reject': {
    post: { parameters: { path: { id: string } }; requestBody: { content: { 'application/json': { reason: string } } }; responses: Answers<Done> };
  };
  '/api/reddit-posts/{id}/restore': { post: { parameters: { path: { id: string } }; requestBody?: never; responses: Answers<Done> } };
};
const client = api as unknown as Client<Paths>;
