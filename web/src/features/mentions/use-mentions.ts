import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { wordsFor } from '../../api/errors';
import { allItems } from '../../lists/pages';
import { saveFile } from '../../lib/save-file';
import { tellError } from '../../ui/toast';
import { type Mention, mentions as mentionsQuery, mentionsAsCsv } from './api';
import type { Filters } from './filters';
import { fetchError, messages } from './messages';

/** The list under the current filters, as the screen needs it. */
export function useMentions(userId: string, filters: Filters) {
  const list = useInfiniteQuery(mentionsQuery(userId, filters));
  const items = useMemo(() => allItems<Mention>(list.data), [list.data]);
  const newest = list.data?.pages.at(-1);
  return {
    items,
    /** Never fewer than are there. */
    total: Math.max(newest?.total ?? 0, items.length),
    unread: newest?.unread ?? 0,
    isPending: list.isPending,
    /** Rows of other filters stand in until the right ones are there. */
    isStandIn: list.isPlaceholderData,
    isRefreshing: list.isRefetching && !list.isFetchingNextPage,
    error: list.isError && !list.isFetchNextPageError ? fetchError(list.error) : undefined,
    refresh: () => void list.refetch(),
    hasMore: list.hasNextPage,
    // What is being read anew can be read later; rows of other filters have no next page of these.
    loadMore: () => void (list.isFetchingNextPage || list.isPlaceholderData || list.fetchNextPage()),
    isLoadingMore: list.isFetchingNextPage,
    loadMoreError: list.isFetchNextPageError ? fetchError(list.error) : undefined,
  };
}

/** Takes the list along as a file. */
export function useExport(filters: Filters) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => mentionsAsCsv(filters),
    onSuccess: (file) => saveFile(file, messages.exportName),
    onError: (failure) => tellError(messages.exportFailed, { description: wordsFor(failure) }),
  });
  return { exportMentions: () => mutate(), isExporting: isPending };
}
