import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { useCsvExport } from '../../lists/csv-export';
import { usePagedList } from '../../lists/paged-list';
import { mentionCount, mentions, mentionsAsCsv } from './api';
import type { MentionFilters } from './mention-filters';
import { fetchError, messages } from './messages';

/** The mentions under the current filters, as the screen needs them. */
export function useMentions(userId: string, filters: MentionFilters) {
  const options = mentions(userId, filters);
  return usePagedList({
    query: useInfiniteQuery(options),
    queryKey: options.queryKey,
    filters,
    count: useQuery(mentionCount(userId, filters)).data,
    errorText: fetchError,
  });
}

export function useMentionExport(filters: MentionFilters) {
  return useCsvExport({ read: () => mentionsAsCsv(filters), messages, errorText: errorMessage });
}
