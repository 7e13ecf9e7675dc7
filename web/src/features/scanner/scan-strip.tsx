import { EarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button';
import { Loader } from '../../ui/loader';
import { Skeleton } from '../../ui/skeleton';
import { countdownText, spokenCountdown } from './countdown';
import { messages } from './messages';
import { FrequencyPill, headings, ScanWave, Timer } from './scan-parts';
import type { Scan } from './use-scan';

/** On phones: one line of 44 px at the top of the list. */
export function ScanStrip({ scan: { state, checkAgain, isChecking }, settingsHref }: { scan: Scan; settingsHref: string }) {
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label={messages.loading} className={strip}>
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-4.5 w-12" />
        </div>
      );
    case 'failed':
      return (
        <div role="status" className={strip}>
          <InactiveScanStrip>{messages.notActive}</InactiveScanStrip>
          <span className="sr-only">{messages.failed}.</span>
          <Button size="sm" variant="ghost" isBusy={isChecking} onClick={checkAgain} className="-mr-2.5 ml-auto">
            {messages.checkAgain}
          </Button>
        </div>
      );
    case 'inactive':
      return (
        <Link to={settingsHref} className={link}>
          <InactiveScanStrip>{messages.inactive}</InactiveScanStrip>
          <span className="min-w-0 flex-1 truncate text-muted-foreground">{state.message}</span>
        </Link>
      );
    default:
      return (
        <Link to={settingsHref} className={link}>
          <span className="flex flex-none items-center gap-1 text-foreground-soft">
            {headings[state.kind]}{' '}
            <span className="flex items-center gap-1.5 font-semibold text-foreground">
              {state.kind === 'waiting' && <Timer text={countdownText(state.remainingMs)} spoken={spokenCountdown(state.remainingMs)} />}
              {state.kind === 'due' && messages.dueNow}
              {state.kind !== 'waiting' && <Loader size={12} className="text-primary-text" />}
            </span>
          </span>
          <span className="min-w-0 flex-1">
            <ScanWave state={state} height={16} />
          </span>
          <FrequencyPill>{state.frequency}</FrequencyPill>
        </Link>
      );
  }
}

function InactiveScanStrip({ children }: { children: ReactNode }) {
  return (
    <span className="flex flex-none items-center gap-2 font-semibold text-foreground">
      <EarOff size={14} aria-hidden="true" className="flex-none text-muted-foreground" />
      {children}
    </span>
  );
}

const strip = 'flex h-(--touch) flex-none items-center gap-3 border-b border-border bg-sunken px-4 text-xs';
const link = `${strip} focus-inset no-underline`;
