import { useQuery } from '@tanstack/react-query';
import { EarOff, RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Tables } from '../../api/tables';
import { useSkeleton } from '../../lib/skeleton';
import { Button } from '../../ui/button';
import { Loader } from '../../ui/loader';
import { Skeleton } from '../../ui/skeleton';
import { userHasData } from './api';
import { countdownText, spokenCountdown } from './countdown';
import { messages } from './messages';
import { FrequencyPill, headings, RestingWave, ScanWave, Timer } from './scan-parts';
import { ScanRail } from './scan-rail';
import type { ScanState } from './scan-state';
import { ScanStrip } from './scan-strip';
import { type Scan, useScan } from './use-scan';

/** Where the countdown stands: a card in the sidebar, a small one in the rail, a strip on phones. */
export type ScanPlace = 'sidebar' | 'rail' | 'phone';

type ScanCardProps = { userId: string; tables: Tables; place: ScanPlace; settingsHref: string };

/** When the next scan is; only for a user who already has data (spec §2, Dashboard shell). */
export function ScanCard({ userId, tables, place, settingsHref }: ScanCardProps) {
  const { data: hasData } = useQuery(userHasData(tables, userId));
  return hasData === true && <Countdown {...{ userId, place, settingsHref }} />;
}

function Countdown({ userId, place, settingsHref }: Omit<ScanCardProps, 'tables'>) {
  const scan = useScan(userId);
  const shows = useSkeleton(scan.state.kind === 'loading');
  if (shows === 'nothing') return null;
  const state: ScanState = shows === 'skeleton' ? { kind: 'loading' } : scan.state;
  const Look = looks[place];
  return <Look scan={{ ...scan, state }} settingsHref={settingsHref} />;
}

function SidebarCard({ scan: { state, checkAgain, isChecking }, settingsHref }: { scan: Scan; settingsHref: string }) {
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label={messages.loading} className={`${surface} grid h-25 content-start gap-2`}>
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-5.5" />
        </div>
      );
    case 'failed':
      return (
        <div className={`${surface} grid gap-2.5`}>
          <InactiveScanCard title={messages.notActive}>
            <span className="sr-only">{messages.failed}. </span>
            {messages.notRead}
          </InactiveScanCard>
          <Button size="sm" icon={RefreshCw} isBusy={isChecking} onClick={checkAgain}>
            {messages.checkAgain}
          </Button>
        </div>
      );
    case 'inactive':
      return (
        <div className={`${surface} ${linked}`}>
          <InactiveScanCard title={messages.inactive} settingsHref={settingsHref}>
            {state.message}
          </InactiveScanCard>
          <RestingWave className="mt-2" />
        </div>
      );
    default:
      return <ActiveScanCard state={state} settingsHref={settingsHref} />;
  }
}

function ActiveScanCard({ state, settingsHref }: { state: Extract<ScanState, { frequency: string }>; settingsHref: string }) {
  const timerId = useId();
  return (
    <div className={`${surface} ${linked} h-25`}>
      <div className="flex h-5 items-center justify-between gap-2">
        {/* Stretched over the card, which is a link to Settings. */}
        <Link to={settingsHref} aria-describedby={timerId} className={`${stretched} truncate text-xs text-foreground-soft`}>
          {headings[state.kind]}
        </Link>
        <FrequencyPill>{state.frequency}</FrequencyPill>
      </div>
      <p id={timerId} className="flex items-center gap-2 font-display text-[20px] leading-6.5 font-semibold">
        {state.kind === 'waiting' ? (
          <Timer text={countdownText(state.remainingMs)} spoken={spokenCountdown(state.remainingMs)} />
        ) : (
          <span className="flex items-center gap-2 text-primary-text">
            {state.kind === 'due' ? messages.dueNow : messages.running} <Loader />
          </span>
        )}
      </p>
      <div className="mt-1.5">
        <ScanWave state={state} height={22} />
      </div>
    </div>
  );
}

/** The scanner is off, or its state is unknown. */
function InactiveScanCard({ title, settingsHref, children }: { title: string; settingsHref?: string; children: ReactNode }) {
  return (
    <div role="status">
      <p className="flex items-center gap-2 text-sm font-semibold">
        <EarOff size={15} aria-hidden="true" className="flex-none text-muted-foreground" />
        {settingsHref === undefined ? (
          title
        ) : (
          <Link to={settingsHref} className={`${stretched} text-foreground`}>
            {title}
          </Link>
        )}
      </p>
      <p className="mt-0.5 -mr-2 text-xs text-muted-foreground">{children}</p>
    </div>
  );
}

const surface = 'relative rounded-card border border-border bg-card p-3 shadow-xs';
const linked = 'transition-colors duration-(--dur-instant) hover:border-border-strong';
const stretched =
  'no-underline outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:[box-shadow:var(--focus-ring)] forced:focus-visible:after:outline-2';

const looks = { sidebar: SidebarCard, rail: ScanRail, phone: ScanStrip } satisfies Record<ScanPlace, unknown>;
