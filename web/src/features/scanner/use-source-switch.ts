import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError } from '../../ui/toast';
import { type Source, sources, switchSource } from './api';
import { messages } from './messages';

const words = messages.sources;

/** Switches one source: at once on the screen, taken back if the server does not agree. The others stay as they are. */
export function useSourceSwitch(userId: string, { source, name }: Source) {
  const queries = useQueryClient();
  const { queryKey } = sources(userId);
  const show = (changed: (now: Source) => Source) =>
    queries.setQueryData(queryKey, (all) => all?.map((one) => (one.source === source ? changed(one) : one)));
  const switching = useMutation({
    mutationFn: (enabled: boolean) => switchSource(source, enabled),
    onMutate: async (enabled) => {
      await queries.cancelQueries({ queryKey });
      show((now) => ({ ...now, enabled }));
    },
    onSuccess: (saved) => void show((now) => saved.find((one) => one.source === source) ?? now),
    onError: (failure, enabled) => {
      show((now) => ({ ...now, enabled: !enabled }));
      showError(words.notSwitched[enabled ? 'on' : 'off'](name), {
        description: errorMessage(failure),
        action: { label: words.retry, onAction: () => switching.mutate(enabled) },
      });
    },
  });
  return switching;
}
