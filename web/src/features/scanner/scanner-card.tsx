import { Activity, CircleAlert, CircleSlash, EarOff, Radar, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { planOf } from '../../api/product';
import { useSkeleton } from '../../lib/skeleton';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Loader } from '../../ui/loader';
import { Skeleton } from '../../ui/skeleton';
import { countdownText, spokenCountdown } from './countdown';
import { dayOf, timeOf } from '../../lib/dates';
import { messages } from './messages';
import { LastScan, RecentScans } from './scan-runs';
import { headings, RestingWave, ScanWave, Timer } from './scan-parts';
import type { ScanState } from './scan-state';
import { StreamLine } from './stream-line';
import { type Scan, useScan } from './use-scan';

const words = messages.card;

/** Settings' own view of the scanner: the countdown, what the last scans found, and what they could not look at. */
export function ScannerCard({ userId }: { userId: string }) {
  const scan = useScan(userId);
  const shows = useSkeleton(scan.state.kind === 'loading');
  const state: ScanState = shows === 'skeleton' ? { kind: 'loading' } : scan.state;
  return (
    <Card
      icon={Radar}
      title={words.title}
      about={'frequency' in state ? words.runsBy(state.frequency) : words.about}
      status={<ScannerStatus state={state} />}
    >
      {shows === 'nothing' ? <div className="h-44" /> : <ScannerContent scan={{ ...scan, state }} />}
      {'frequency' in state && <StreamLine />}
      {state.kind !== 'loading' && <Runs userId={userId} scan={scan} />}
    </Card>
  );
}

function ScannerStatus({ state: { kind } }: { state: ScanState }) {
  switch (kind) {
    case 'loading':
      return null;
    case 'failed':
      return (
        <Badge tone="negative" icon={CircleAlert}>
          {words.unknown}
        </Badge>
      );
    case 'inactive':
      return (
        <Badge tone="neutral" icon={CircleSlash}>
          {words.inactive}
        </Badge>
      );
    default:
      return (
        <Badge tone="positive" icon={Activity}>
          {kind === 'running' ? words.scanning : words.active}
        </Badge>
      );
  }
}

function ScannerContent({ scan: { state, checkAgain, isChecking } }: { scan: Scan }) {
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label={messages.loading} className="grid h-44 content-start gap-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-32" />
          <Skeleton className="h-8.5" />
          <Skeleton className="mt-3 h-8 w-1/2" />
        </div>
      );
    case 'failed':
      return (
        <div className="grid gap-3">
          <InactiveScanner title={messages.notActive}>
            {messages.failed}. {messages.goesOn}
          </InactiveScanner>
          <Button icon={RefreshCw} isBusy={isChecking} onClick={checkAgain} className="justify-self-start max-md:w-full">
            {messages.checkAgain}
          </Button>
        </div>
      );
    case 'inactive':
      return (
        <div className="grid gap-3">
          <InactiveScanner title={messages.inactive}>{state.message}</InactiveScanner>
          <RestingWave />
        </div>
      );
    default:
      return <ActiveScanner state={state} />;
  }
}

function ActiveScanner({ state }: { state: Extract<ScanState, { frequency: string }> }) {
  return (
    <>
      <div>
        <div className="flex items-end justify-between gap-3">
          <div>
            <p className="text-xs text-foreground-soft">{headings[state.kind]}</p>
            <p className="font-display text-[30px] leading-9 font-semibold">
              {state.kind === 'waiting' ? (
                <Timer text={countdownText(state.remainingMs)} spoken={spokenCountdown(state.remainingMs)} />
              ) : (
                <span className="flex items-center gap-2.5 text-primary-text">
                  {state.kind === 'due' ? messages.dueNow : messages.running} <Loader size={18} />
                </span>
              )}
            </p>
          </div>
          <p className="pb-1 text-right text-xs text-muted-foreground tabular-nums">
            <ScannerAction state={state} />
          </p>
        </div>
        <div className="mt-2">
          <ScanWave state={state} height={34} />
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-4 border-t border-border pt-4 text-sm">
        <Fact name={words.plan}>{planOf(state.planType).name}</Fact>
        <Fact name={words.frequency}>{state.frequency}</Fact>
      </dl>
    </>
  );
}

function ScannerAction({ state }: { state: Extract<ScanState, { frequency: string }> }) {
  if (state.kind === 'running') return state.found > 0 && messages.found(state.found);
  if (state.nextAt === null) return null;
  return (
    <time dateTime={state.nextAt}>
      <span className="block">{dayOf(state.nextAt)}</span>
      <span className="block">{timeOf(state.nextAt)}</span>
    </time>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted-foreground">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function InactiveScanner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <EarOff size={16} aria-hidden="true" className="flex-none text-muted-foreground" />
        {title}
      </p>
      <p className="mt-1 text-foreground-soft">{children}</p>
    </div>
  );
}

/** Results stay readable while the schedule is paused. Where nothing is known, nothing is shown. */
function Runs({ userId, scan: { state, lastScan } }: { userId: string; scan: Scan }) {
  const isScheduled = 'frequency' in state;
  if (!isScheduled && lastScan === null) return null;
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <LastScan run={lastScan} />
      {lastScan !== null && <RecentScans userId={userId} />}
    </div>
  );
}
