import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { isSameText } from '../../lib/normalized-text';
import { showError } from '../../ui/toast';
import { dismissSuggestion, keywordSuggestions, type TrackedKeyword } from './api';
import { messages } from './messages';

type Suggestions = {
  /** Best first, without what is in the list. */
  suggestions: readonly string[];
  /** Takes one away because it is in the list now; if it leaves the list again, it does not come back. */
  forget: (keyword: string) => void;
  dismiss: (keyword: string) => void;
};

export function useSuggestions(userId: string, all: readonly TrackedKeyword[]): Suggestions {
  const queries = useQueryClient();
  const { queryKey } = keywordSuggestions(userId);
  // A failure to read them is silent: nobody came to Settings for suggestions.
  const { data = [] } = useQuery(keywordSuggestions(userId));
  const forget = (keyword: string) =>
    queries.setQueryData(queryKey, (now) => now?.filter((suggestion) => !isSameText(suggestion, keyword)));
  const dismissing = useMutation({
    mutationFn: dismissSuggestion,
    onMutate: async (keyword) => {
      await queries.cancelQueries({ queryKey });
      forget(keyword);
    },
    onError: (failure) => {
      showError(messages.dismissFailed, { description: errorMessage(failure, messages.dismissFailed) });
      void queries.invalidateQueries({ queryKey });
    },
  });
  return {
    suggestions: data.filter((suggestion) => !all.some(({ keyword }) => isSameText(keyword, suggestion))),
    forget,
    dismiss: (keyword) => dismissing.mutate(keyword),
  };
}
