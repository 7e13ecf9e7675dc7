import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { backendApiError } from '../../api/errors';
import { useCsvExport } from '../../lists/csv-export';
import { newFirst } from '../../lists/new-rows';
import { usePagedList } from '../../lists/paged-list';
import { postCount, posts, postsAsCsv } from './api';
import type { PostFilters } from './post-filters';
import { messages } from './messages';
import { unreadPosts, type UnreadPosts } from './read-api';

/** The posts under the current filters, as the screen needs them. */
export function usePosts(userId: string, filters: PostFilters) {
  const options = posts(userId, filters);
  const list = usePagedList({
    query: useInfiniteQuery(options),
    queryKey: options.queryKey,
    filters,
    count: useQuery(postCount(userId, filters)).data,
    errorText: backendApiError,
  });
  useSameVisit(userId, list);
  const hasNewFirst = !filters.isRejected && (filters.sort === 'relevance' || filters.sort === 'found');
  const rows = useMemo(() => (hasNewFirst ? newFirst(list.items) : { items: list.items, newIds: noIds }), [list.items, hasNewFirst]);
  return { ...list, ...rows };
}

// Among the newest and the most popular ones, what is new stands where it belongs.
const noIds: ReadonlySet<string> = new Set();

type SameVisitList = { newest: UnreadPosts | undefined; refresh: () => Promise<void> };

/** A list that was read before a new visit began does not know what is new in it, so it is read again. */
function useSameVisit(userId: string, { newest, refresh }: SameVisitList): void {
  const { data: visit } = useQuery(unreadPosts(userId));
  const shown = newest?.newSince;
  const known = visit?.newSince;
  const readAnew = useEffectEvent(refresh);
  useEffect(() => {
    if (shown !== undefined && known !== undefined && shown !== known) void readAnew();
  }, [shown, known]);
}

export function usePostExport(filters: PostFilters) {
  return useCsvExport({ read: () => postsAsCsv(filters), messages, errorText: backendApiError });
}
