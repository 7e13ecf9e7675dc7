import { errorMessage } from '../../api/errors';
import { showError } from '../../ui/toast';
import type { Suggestion } from './api';
import { messages } from './messages';
import { useAddCommunity } from './use-searches';

/** Tracks a keyword within the plan, and calls back when it is in the list. It says itself why it could not. */
export type AddKeyword = (keyword: string, onAdded: () => void) => void;

/** Takes a suggestion: a community is read from now on, everything else becomes a keyword. */
export function useSuggestionActions(userId: string, addKeyword: AddKeyword) {
  const { mutate: addCommunity } = useAddCommunity(userId);
  return (suggestion: Suggestion, onAdded: () => void) => {
    if (suggestion.kind !== 'community') return addKeyword(nameOf(suggestion), onAdded);
    return addCommunity(suggestion.value, {
      onSuccess: onAdded,
      onError: (failure) => showError(messages.communities.addFailed, { description: errorMessage(failure) }),
    });
  };
}

/** As people read it, and as it is tracked: 'r/freelanceuk', 'Bonsai alternative'. */
export function nameOf({ kind, value }: Pick<Suggestion, 'kind' | 'value'>): string {
  if (kind === 'community') return `r/${value.replace(/^\/?r\//i, '')}`;
  if (kind !== 'competitor') return value;
  return value.toLowerCase().endsWith(' alternative') ? value : messages.suggestions.alternative(value);
}
