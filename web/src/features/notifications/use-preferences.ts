import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError, showSuccess } from '../../ui/toast';
import { type PreferenceChange, preferencesKey, type Preferences, savePreferences } from './api';
import { messages } from './messages';

/** Optimistic: shown at once, taken back if the server does not agree. */
export function usePreferences(userId: string) {
  const queries = useQueryClient();
  const key = preferencesKey(userId);
  const saving = useMutation({
    mutationFn: savePreferences,
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: key });
      const before = queries.getQueryData<Preferences>(key);
      queries.setQueryData<Preferences>(key, (now) => now && { ...now, ...change });
      return before;
    },
    onSuccess: (saved, change) => {
      queries.setQueryData(key, saved);
      showSuccess(messages.updated, { description: said(change) });
    },
    onError: (failure, change, before) => {
      queries.setQueryData(key, before);
      showError(messages.failed, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => saving.mutate(change) },
      });
    },
  });
  return {
    save: (change: PreferenceChange) => {
      if (!saving.isPending) saving.mutate(change);
    },
    /** What is on its way. */
    saving: saving.isPending ? saving.variables : undefined,
  };
}

function said({ email_notifications_enabled: isOn, frequency, time_zone: zone }: PreferenceChange): string {
  if (frequency !== undefined) return messages.chosen[frequency];
  if (zone !== undefined) return messages.zoneSaved(zone);
  return isOn === true ? messages.turnedOn : messages.turnedOff;
}
