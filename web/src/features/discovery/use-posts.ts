import { useInfiniteQuery } from '@tanstack/react-query';
import { backendApiError } from '../../api/errors';
import { useCsvExport } from '../../lists/csv-export';
import { usePagedList } from '../../lists/paged-list';
import { posts, postsAsCsv } from './api';
import type { PostFilters } from './post-filters';
import { messages } from './messages';

/** The posts under the current filters, as the screen needs them. */
export function usePosts(userId: string, filters: PostFilters) {
  return usePagedList(useInfiniteQuery(posts(userId, filters)), backendApiError);
}

export function usePostExport(filters: PostFilters) {
  return useCsvExport({ read: () => postsAsCsv(filters), messages, errorText: backendApiError });
}
