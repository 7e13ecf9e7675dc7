import { EarOff, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../ui/icon-button';
import { Loader } from '../../ui/loader';
import { Skeleton } from '../../ui/skeleton';
import { Tooltip } from '../../ui/tooltip';
import { countdownText, spokenCountdown } from './countdown';
import { messages } from './messages';
import type { Scan } from './use-scan';

/** In the rail: the time under a small wave. What there is no room for is in the tooltip. */
export function ScanRail({ scan: { state, checkAgain, isChecking }, settingsHref }: { scan: Scan; settingsHref: string }) {
  switch (state.kind) {
    case 'loading':
      return (
        <div role="status" aria-label={messages.loading} className="grid h-9 content-center justify-items-center gap-1.5">
          <Skeleton className="size-4" />
          <Skeleton className="h-2.5 w-9" />
        </div>
      );
    case 'failed':
      return (
        <IconButton
          icon={RefreshCw}
          label={`${messages.notActive}: ${messages.checkAgain}`}
          tooltipSide="right"
          isTurning={isChecking}
          onClick={checkAgain}
        />
      );
    case 'inactive':
      return (
        <Small href={settingsHref} label={`${messages.inactive}. ${state.message}`}>
          <EarOff size={18} aria-hidden="true" className="text-muted-foreground" />
        </Small>
      );
    case 'waiting':
      return (
        <Small href={settingsHref} label={`${messages.nextIn} ${spokenCountdown(state.remainingMs)}`}>
          <Loader size={18} isStill className="text-primary-text" />
          {countdownText(state.remainingMs)}
        </Small>
      );
    case 'due':
    case 'running':
      return (
        <Small href={settingsHref} label={state.kind === 'due' ? `${messages.next}: ${messages.dueNow}` : messages.runningNow}>
          <Loader size={18} className="text-primary-text" />
          {state.kind === 'due' ? messages.dueNow : `${Math.round(state.percent)}%`}
        </Small>
      );
  }
}

function Small({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <Tooltip label={label} side="right">
      <Link
        to={href}
        aria-label={label}
        className="focus-inset grid min-h-9 w-14 content-center justify-items-center gap-1 rounded-md text-2xs font-semibold text-foreground-soft no-underline tabular-nums hover:bg-hover touch:min-h-(--touch)"
      >
        {children}
      </Link>
    </Tooltip>
  );
}
