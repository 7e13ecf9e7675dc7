import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError, showSuccess } from '../../ui/toast';
import { type PreferenceChange, preferencesKey, type Preferences, savePreferences } from './api';
import { messages, saidOf } from './messages';

/** Optimistic: shown at once, taken back if the server does not agree. One change after the other reaches the server. */
export function usePreferences(userId: string) {
  const queries = useQueryClient();
  const key = preferencesKey(userId);
  const mutationKey = ['save-preferences', userId];
  const saving = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: savePreferences,
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Preferences>(key);
      queries.setQueryData<Preferences>(key, (now) => now && { ...now, ...change });
      return before;
    },
    onSuccess: (saved, change) => {
      // While another change is on its way, this answer does not know it.
      if (queries.isMutating({ mutationKey }) === 1) queries.setQueryData(key, saved);
      showSuccess(messages.updated, { description: saidOf(change) });
    },
    onError: (failure, change, before) => {
      queries.setQueryData<Preferences>(key, (now) => now && before && { ...now, ...valuesBefore(before, change) });
      showError(messages.failed, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => saving.mutate(change) },
      });
    },
  });
  return {
    save: (change: PreferenceChange) => saving.mutate(change),
    /** What is on its way. */
    saving: saving.isPending ? saving.variables : undefined,
  };
}

export type PreferenceSaving = ReturnType<typeof usePreferences>;

/** Only what this change had changed. */
function valuesBefore(before: Preferences, change: PreferenceChange): Partial<Preferences> {
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change));
}
