import { Wave } from '../../ui/wave';
import { spokenCountdown } from './countdown';
import { messages } from './messages';
import type { ScanState } from './scan-state';

/** The wait as a wave; while a scan runs, its progress. */
export function ScanWave({ state, height }: { state: Extract<ScanState, { percent: number }>; height: number }) {
  return state.kind === 'running' ? (
    <Wave label={messages.runningWave} value={state.percent} seed="scan" height={height} isRunning />
  ) : (
    <Wave label={messages.wave} value={state.percent} valueText={spokenCountdown(state.remainingMs)} seed="scan" height={height} />
  );
}

/** A flat wave. Decoration only. */
export function RestingWave({ className = '' }: { className?: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <Wave label={messages.wave} value={0} seed="scan" height={10} />
    </div>
  );
}

/** Ticks silently; a screen reader gets it in words when it asks. */
export function Timer({ text, spoken }: { text: string; spoken: string }) {
  return (
    <span role="timer" aria-live="off">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}

/** How often it scans: 'weekly'. */
export function FrequencyPill({ children }: { children: string }) {
  return (
    <span className="inline-flex h-4.5 flex-none items-center rounded-full bg-foreground/7 px-2 text-2xs font-medium text-foreground-soft forced:border">
      {children}
    </span>
  );
}

/** Before the time. */
export const headings = { waiting: messages.nextIn, due: messages.next, running: messages.runningNow } as const;
