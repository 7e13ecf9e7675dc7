import type { Post } from '../features/discovery/api';
import { countsOf, rowsInState } from './row-states';

/** A post as the server sends it; `number` makes it unique. */
export function aPost(number: number, changes: Partial<Post> = {}): Post {
  return {
    id: `post-${number}`,
    title: `Post ${number} about late payments`,
    source: 'reddit',
    subreddit: 'freelance',
    author: 'kerning_and_coffee',
    created_at: '2026-10-27T09:00:00Z',
    score: 10,
    comments: 3,
    content: `What the author of ${number} wrote.`,
    permalink: `/r/freelance/comments/${number}/late/`,
    google_ranking: null,
    keywords_matched: ['late payments'],
    relevance_score: 70,
    rejected: false,
    state: 'open',
    relevance_reason: 'Asks for what you sell.',
    relevance_parts: [{ part: 'need', detail: 'How do I get clients to pay on time?' }],
    matched: [{ word: 'late payments', field: 'title' }],
    ...changes,
  };
}

/** So many of them. */
export function manyPosts(count: number): Post[] {
  return Array.from({ length: count }, (_, index) => aPost(index + 1));
}

/** What the list answers for a query, as the server does it. */
export function postPageOf(posts: readonly Post[], query: URLSearchParams, waiting = 0, newSince: string | null = null) {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  const matching = posts.filter(({ title }) => title.includes(query.get('q') ?? ''));
  const wanted = rowsInState(matching, query, 'rejected');
  return Response.json({
    success: true,
    posts: wanted.slice(offset, offset + limit),
    total: wanted.length,
    hasMore: offset + limit < wanted.length,
    offset,
    limit,
    waiting,
    states: countsOf(matching),
    unread: wanted.filter(({ is_read: isRead }) => isRead === false).length,
    newSince,
    asOf: '2026-11-15T12:00:00Z',
  });
}
