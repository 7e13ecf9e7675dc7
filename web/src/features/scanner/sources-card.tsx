import { useQuery } from '@tanstack/react-query';
import { Ear, RadioTower } from 'lucide-react';
import { useId } from 'react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Skeleton } from '../../ui/skeleton';
import { SourceMark } from '../../ui/source-mark';
import { Switch } from '../../ui/switch';
import { type Source, sources } from './api';
import { messages } from './messages';
import { behindText } from './stream-behind';
import { useSourceSwitch } from './use-source-switch';

const words = messages.sources;

/** Where else to listen. Nothing on a server that listens to Reddit alone. */
export function SourcesCard({ userId, hasReddit }: { userId: string; hasReddit: boolean }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(sources(userId));
  const shows = useSkeleton(isPending);
  if (shows === 'nothing' || (shows === 'content' && data?.length === 0)) return null;
  return (
    <Card icon={RadioTower} title={words.title} about={hasReddit ? words.about : words.withoutReddit}>
      {shows === 'skeleton' && <SourcesSkeleton />}
      {shows === 'content' && data !== undefined && (
        <ul aria-label={words.title} className="-my-3 divide-y divide-border">
          {data.map((source) => (
            <SourceRow key={source.source} {...{ userId, source }} />
          ))}
        </ul>
      )}
      {shows === 'content' && data === undefined && isError && (
        <Alert
          kind="error"
          action={
            <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
              {words.tryAgain}
            </Button>
          }
        >
          {words.notLoaded}
        </Alert>
      )}
    </Card>
  );
}

function SourceRow({ userId, source }: { userId: string; source: Source }) {
  const { source: id, name, enabled, behindSeconds } = source;
  const switching = useSourceSwitch(userId, source);
  const aboutId = useId();
  return (
    <li className="flex items-start gap-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-label">
          <SourceMark source={id} />
          {name}
        </p>
        <p id={aboutId} className="text-foreground-soft">
          {words.each[id]}
        </p>
        {enabled && typeof behindSeconds === 'number' && (
          <p className="mt-1 flex items-center gap-2 text-xs font-semibold tabular-nums">
            <Ear size={14} aria-hidden="true" className="flex-none text-primary-text" />
            {behindText(behindSeconds)}
          </p>
        )}
      </div>
      <Switch label={name} describedBy={aboutId} isOn={enabled} isBusy={switching.isPending} onChange={switching.mutate} />
    </li>
  );
}

function SourcesSkeleton() {
  return (
    <div role="status" aria-label={words.loading} className="grid gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
