import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call, requireSuccess } from '../../api/errors';
import { postTimes } from '../../api/query-times';
import type { components } from '../../api/schema';
import type { MarkReadTarget } from '../../lists/read-state';

/** How many posts are new since the user's last visit, and when that visit ended; null in the first one. */
export type UnreadPosts = { unread: number; newSince: string | null };

export const unreadPostsKey = (userId: string) => ['unread-posts', userId] as const;

/** What the sidebar and the browser's tab count. */
export const unreadPosts = (userId: string) =>
  queryOptions({
    queryKey: unreadPostsKey(userId),
    queryFn: async ({ signal }) => countsOf(requireSuccess(await call(api.GET('/api/reddit-posts/unread', { signal })))),
    ...postTimes,
  });

/** Says that the user is here. After half an hour without it the next one begins a new visit. */
export async function visitPosts(): Promise<UnreadPosts> {
  return countsOf(requireSuccess(await call(api.POST('/api/reddit-posts/visit'))));
}

/** All means those that were found by the given moment. */
export async function markPostsRead(opened: MarkReadTarget, asOf?: string): Promise<void> {
  const body = opened === 'all' ? { postIds: [], all: true, asOf: asOf ?? null } : { postIds: [...opened], all: false, asOf: null };
  requireSuccess(await call(api.POST('/api/reddit-posts/mark-read', { body })));
}

function countsOf({ unread, newSince }: components['schemas']['UnreadPostsResponse']): UnreadPosts {
  return { unread, newSince: newSince ?? null };
}
