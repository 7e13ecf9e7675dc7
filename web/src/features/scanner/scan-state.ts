import type { JobProgress } from '../../api/progress';
import type { ScanStatus } from './api';
import { clamped, frequencyLabel, scanProgress } from './countdown';
import { messages } from './messages';

/** What there is to say about the scanner, one thing at a time. */
export type ScanState =
  | { kind: 'loading' }
  /** The schedule could not be read. */
  | { kind: 'failed' }
  | { kind: 'inactive'; message: string }
  | (Scheduled & { kind: 'waiting' | 'due'; remainingMs: number; percent: number })
  | (Scheduled & { kind: 'running'; percent: number; found: number });

type Scheduled = {
  frequency: string;
  planType: string | null;
  nextAt: string | null;
};

/** What was read, and when by this computer's clock. */
type ScanStatusRead = { status: ScanStatus | undefined; readAt: number; hasFailed: boolean };

export function scanState({ status, readAt, hasFailed }: ScanStatusRead, heard: JobProgress | null | undefined, now: number): ScanState {
  if (hasFailed) return { kind: 'failed' };
  if (status === undefined) return { kind: 'loading' };
  if (!status.hasJob) return { kind: 'inactive', message: status.message?.trim() || messages.inactiveWhy };
  const hours = status.frequencyHours ?? weekHours;
  const scheduled: Scheduled = {
    frequency: frequencyLabel(hours),
    planType: status.planType ?? null,
    nextAt: status.nextExecution ?? null,
  };
  const told = heard?.state === 'running' ? heard : undefined;
  if (told !== undefined || status.running === true) {
    return { ...scheduled, kind: 'running', percent: clamped(told?.percent ?? 0), found: Math.max(0, told?.found ?? 0) };
  }
  const remainingMs = remaining(status, readAt, now);
  return { ...scheduled, kind: remainingMs > 0 ? 'waiting' : 'due', remainingMs, percent: scanProgress(remainingMs, hours) };
}

/** By the server's count, less what has passed since: the two clocks may differ. */
function remaining({ timeUntilNextMs, nextExecution }: ScanStatus, readAt: number, now: number): number {
  if (typeof timeUntilNextMs === 'number') return Math.max(0, timeUntilNextMs - Math.max(0, now - readAt));
  return typeof nextExecution !== 'string' ? 0 : Math.max(0, Date.parse(nextExecution) - now);
}

const weekHours = 168;
