import type { ReactNode } from 'react';
import { timeOf } from '../lib/dates';
import { useNowEverySecond } from '../lib/now';
import type { RunningJob } from '../lib/running-job';
import { Wave } from './wave';

type RunningStripProps = {
  /** 'Listening for new posts' */
  title: string;
  percent: number;
  seed: string;
  /** 'Reading posts' */
  stage?: string | undefined;
  /** At the left below the wave: '1:24 so far'. */
  elapsed: string | undefined;
  /** '12 found so far' */
  found: string | undefined;
  /** 'may take 4-5 minutes' */
  promise: string;
};

/** A running job while the list can be used: 56 px above the rows. */
export function RunningStrip({ title, percent, seed, stage, elapsed, found, promise }: RunningStripProps) {
  const note = [stage, elapsed, found].filter((part) => part !== undefined).join(' · ');
  return (
    <Strip title={title} note={note === '' ? promise : note}>
      <WaveOfStrip label={title} value={percent} seed={seed} />
    </Strip>
  );
}

/** The wave of a strip, which leaves most of it to the words. */
export function WaveOfStrip({ label, value, seed }: { label: string; value: number; seed: string }) {
  return (
    <div className="w-21">
      <Wave label={label} value={value} seed={seed} height={30} isRunning />
    </div>
  );
}

type StripProps = {
  /** Before the words: a wave or an icon. */
  children: ReactNode;
  title: string;
  note: string;
  action?: ReactNode;
};

/** A line of 56 px above the rows: what goes on, in words, and one thing to do about it. */
export function Strip({ children, title, note, action }: StripProps) {
  return (
    <div className="flex h-14 flex-none items-center gap-3 border-b border-border bg-sunken px-4">
      <div className="flex-none">{children}</div>
      <div className="min-w-0 flex-1">
        <p role="status" className="truncate text-sm font-semibold tabular-nums">
          {title}
        </p>
        <p className="truncate text-xs text-foreground-soft tabular-nums">{note}</p>
      </div>
      {action}
    </div>
  );
}

/** The same where there is no list yet, below the rings. */
export function RunningWave({ title, percent, seed, stage, elapsed, found, promise }: RunningStripProps) {
  return (
    <div className="w-85 max-w-full">
      <Wave label={title} value={percent} seed={seed} height={30} isRunning />
      <div className="mt-1.5 flex justify-between gap-3 text-xs text-foreground-soft tabular-nums">
        <span>{[stage, elapsed, found].filter((part) => part !== undefined).join(' · ')}</span>
        <span>{promise}</span>
      </div>
    </div>
  );
}

type RunningMessages = {
  title: string;
  elapsed: (clock: string) => string;
  found: (count: number) => string;
  promise: string;
  /** In place of what is being done, while it waits: 'Waiting for Reddit until 03:42'. */
  waits?: ((time: string) => string) | undefined;
};

/** The texts of a running job, with the time so far. */
export function useRunningTexts(
  { title, elapsed, found, promise, waits }: RunningMessages,
  { percent, found: count, stage, startedAt, waitsUntil }: RunningJob,
  seed: string,
): RunningStripProps {
  const now = useNowEverySecond();
  return {
    title,
    percent,
    seed,
    stage: waitsUntil === undefined ? stage : (waits?.(timeOf(waitsUntil)) ?? stage),
    elapsed: startedAt === undefined ? undefined : elapsed(clockText(now - startedAt)),
    found: count === 0 ? undefined : found(count),
    promise,
  };
}

/** '1:24', '61:05' */
function clockText(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
