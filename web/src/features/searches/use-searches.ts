import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError } from '../../ui/toast';
import {
  addCommunity,
  communities,
  type Community,
  dismissSuggestion,
  type Search,
  searches,
  searchesKey,
  type Suggestion,
  suggestions,
  switchCommunity,
  switchSearch,
} from './api';
import { messages } from './messages';

/** Switches a search: at once on the screen, taken back if the server does not agree. */
export function useSearchSwitch(userId: string) {
  const { queryKey } = searches(userId);
  const show = useShown<{ searches: Search[] }>(queryKey);
  return useMutation({
    mutationFn: ({ search, isOn }: { search: Search; isOn: boolean }) => switchSearch(search.id, isOn),
    onMutate: ({ search, isOn }) =>
      show((now) => ({ ...now, searches: now.searches.map((one) => (one.id === search.id ? { ...one, isOn } : one)) })),
    onError: (failure, { search }, before) => {
      before?.undo();
      showError(messages.switchFailed(search.phrase), { description: errorMessage(failure) });
    },
  });
}

export function useCommunitySwitch(userId: string) {
  const { queryKey } = communities(userId);
  const show = useShown<Community[]>(queryKey);
  return useMutation({
    mutationFn: ({ community, isOn }: { community: Community; isOn: boolean }) => switchCommunity(community.name, isOn),
    onMutate: ({ community, isOn }) => show((now) => now.map((one) => (one.name === community.name ? { ...one, isOn } : one))),
    onError: (failure, { community }, before) => {
      before?.undo();
      showError(messages.switchFailed(`r/${community.name}`), { description: errorMessage(failure) });
    },
  });
}

/** Adds a community; what else there is to suggest changes with it. */
export function useAddCommunity(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => addCommunity(name.replace(/^\/?r\//i, '')),
    onSuccess: () => void queries.invalidateQueries({ queryKey: searchesKey(userId) }),
  });
}

/** Takes a suggestion away for good. It comes back if the server does not agree. */
export function useDismissSuggestion(userId: string) {
  const { queryKey } = suggestions(userId);
  const show = useShown<Suggestion[]>(queryKey);
  return useMutation({
    mutationFn: dismissSuggestion,
    onMutate: ({ kind, value }) => show((now) => now.filter((one) => one.kind !== kind || one.value !== value)),
    onError: (failure, _suggestion, before) => {
      before?.undo();
      showError(messages.suggestions.dismissFailed, { description: errorMessage(failure) });
    },
  });
}

/** Changes what the cache has, and answers how to take that back. */
function useShown<Data>(queryKey: QueryKey) {
  const queries = useQueryClient();
  return async (change: (now: Data) => Data) => {
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<Data>(queryKey);
    queries.setQueryData<Data>(queryKey, (now) => now && change(now));
    return { undo: () => queries.setQueryData<Data>(queryKey, before) };
  };
}
