import { useInfiniteQuery } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { useCsvExport } from '../../lists/csv-export';
import { usePagedList } from '../../lists/paged-list';
import { mentions, mentionsAsCsv } from './api';
import type { MentionFilters } from './mention-filters';
import { fetchError, messages } from './messages';

/** The mentions under the current filters, as the screen needs them. */
export function useMentions(userId: string, filters: MentionFilters) {
  return usePagedList(useInfiniteQuery(mentions(userId, filters)), fetchError);
}

export function useMentionExport(filters: MentionFilters) {
  return useCsvExport({ read: () => mentionsAsCsv(filters), messages, errorText: errorMessage });
}
