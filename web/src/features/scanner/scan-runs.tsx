import { useQuery } from '@tanstack/react-query';
import { History, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
import { PartBoundary } from '../../ui/part-boundary';
import { Skeleton } from '../../ui/skeleton';
import { type ScanFailure, type ScanRun, scanRuns } from './api';
import { dayOf, timeOf } from '../../lib/dates';
import { messages } from './messages';

const words = messages.runs;

/** When the last scan was, what it found, and what it could not look at. */
export function LastScan({ run }: { run: ScanRun | null }) {
  if (run === null) return <p className="text-sm text-foreground-soft">{words.none}</p>;
  return (
    <section aria-label={words.last} className="text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-sans text-xs font-normal text-muted-foreground">{words.last}</h3>
        <When run={run} />
      </div>
      <p className="font-semibold">{foundBy(run)}</p>
      <Failures failures={run.failures} />
      <Repeat at={run.repeatsAt ?? null} />
    </section>
  );
}

/** The scans before it, for who wants to know. */
export function RecentScans({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Collapsible label={words.recent} icon={History} isOpen={isOpen} onOpenChange={setOpen} className="-mx-2">
      {isOpen && <RunList userId={userId} />}
    </Collapsible>
  );
}

function RunList({ userId }: { userId: string }) {
  const { data: runs, isError, isFetching, refetch } = useQuery(scanRuns(userId));
  if (runs === undefined && isError) {
    return (
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
    );
  }
  if (runs === undefined) {
    return (
      <div role="status" aria-label={words.loading} className="grid gap-2 px-2">
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
      </div>
    );
  }
  if (runs.length === 0) return <p className="px-2 text-xs text-muted-foreground">{words.empty}</p>;
  return (
    <ol aria-label={words.recent} className="divide-y divide-border px-2">
      {runs.map((run, index) => (
        // A run is known by its start; an odd one may have none.
        <li key={(run as ScanRun | null)?.startedAt ?? index} className="py-2 text-xs first:pt-0 last:pb-0">
          <PartBoundary subject={run} instead={<span className="text-foreground-soft">{words.unshowable}</span>}>
            <Run run={run} />
          </PartBoundary>
        </li>
      ))}
    </ol>
  );
}

function Run({ run }: { run: ScanRun }) {
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-foreground-soft">{foundBy(run)}</span>
        <When run={run} />
      </div>
      <Failures failures={run.failures} />
    </>
  );
}

function When({ run: { startedAt } }: { run: ScanRun }) {
  return (
    <time dateTime={startedAt} className="flex-none text-xs text-muted-foreground tabular-nums">
      {dayOf(startedAt)}, {timeOf(startedAt)}
    </time>
  );
}

function Failures({ failures }: { failures: readonly ScanFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <div className="mt-1 flex items-start gap-1.5 text-xs text-value">
      <TriangleAlert size={13} aria-hidden="true" className="mt-px flex-none" />
      <p className="min-w-0 wrap-anywhere">
        {words.failures} {failures.map(({ what, why }) => `${what} (${why})`).join(', ')}
      </p>
    </div>
  );
}

/** A scan that met an outage is not left at that. */
function Repeat({ at }: { at: string | null }) {
  return at !== null && <p className="mt-0.5 text-xs text-muted-foreground">{words.triesAgain(timeOf(at))}</p>;
}

/** '12 new posts, 3 new mentions'; zero counts are left out. */
function foundBy({ newPosts, newMentions, endedAt }: ScanRun): string {
  const found = [newPosts > 0 && words.posts(newPosts), newMentions > 0 && words.mentions(newMentions)].filter((part) => part !== false);
  if (found.length > 0) return found.join(', ');
  return endedAt === null ? words.stillRunning : words.nothing;
}
