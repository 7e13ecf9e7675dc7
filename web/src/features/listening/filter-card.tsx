import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { errorMessage } from '../../api/errors';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Skeleton } from '../../ui/skeleton';
import { Switch } from '../../ui/switch';
import { showError, showSuccess } from '../../ui/toast';
import { aiSettings, type AiSettingsShown, aiSettingsKey, saveAiSettings } from './api';
import { FilterForm } from './filter-form';
import { messages } from './messages';

/** How posts and mentions are filtered: the switch acts at once, the rest is saved together. */
export function FilterCard({ userId }: { userId: string }) {
  const { data } = useQuery(aiSettings(userId));
  return (
    <Card
      icon={ListFilter}
      title={messages.title}
      about={messages.about}
      status={data !== undefined && <OnOff userId={userId} shown={data} />}
    >
      <FilterContent userId={userId} />
    </Card>
  );
}

function FilterContent({ userId }: { userId: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(aiSettings(userId));
  const shows = useSkeleton(isPending);
  if (shows === 'skeleton') return <FilterSkeleton />;
  if (data !== undefined) return <FilterForm userId={userId} shown={data} />;
  if (!isError) return <div className="h-86" />;
  return (
    <Alert
      kind="error"
      action={
        <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          {messages.tryAgain}
        </Button>
      }
    >
      {messages.notLoaded}
    </Alert>
  );
}

/** Optimistic: shown at once, taken back if the server does not agree. */
function OnOff({ userId, shown }: { userId: string; shown: AiSettingsShown }) {
  const queries = useQueryClient();
  const key = aiSettingsKey(userId);
  const show = (enabled: boolean) =>
    queries.setQueryData<AiSettingsShown>(key, (now) => now && { ...now, settings: { ...now.settings, enabled } });
  const switching = useMutation({
    mutationFn: (enabled: boolean) => saveAiSettings({ enabled }),
    onMutate: show,
    onSuccess: (saved, enabled) => {
      queries.setQueryData(key, saved);
      const { title, description } = enabled ? messages.turnedOn : messages.turnedOff;
      showSuccess(title, { description });
    },
    onError: (failure, enabled) => {
      show(!enabled);
      showError(messages.notSwitched, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => switching.mutate(enabled) },
      });
    },
  });
  return (
    <Switch
      label={messages.switch}
      isOn={shown.settings.enabled}
      isBusy={switching.isPending}
      onChange={(enabled) => switching.mutate(enabled)}
    />
  );
}

function FilterSkeleton() {
  return (
    <div role="status" aria-label={messages.loading} className="grid h-86 content-start gap-4">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-24" />
    </div>
  );
}
