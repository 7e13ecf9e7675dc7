import type { ScanRun, ScanStatus } from '../features/scanner/api';
import { nora } from './identity';

const hour = 3_600_000;

/** The schedule of the mockups: weekly, 2 days and 14 hours from now. */
export function aSchedule(changes: Partial<ScanStatus> = {}): ScanStatus {
  return {
    hasJob: true,
    message: 'Automatic scanning is active.',
    planType: 'pro',
    nextExecution: '2026-11-17T14:20:00Z',
    timeUntilNextMs: 62 * hour,
    frequencyHours: 168,
    running: false,
    lastScan: aRun(),
    ...changes,
  };
}

export function aRun(changes: Partial<ScanRun> = {}): ScanRun {
  return {
    startedAt: '2026-11-10T14:20:00Z',
    endedAt: '2026-11-10T14:21:04Z',
    newPosts: 12,
    newMentions: 3,
    failures: [],
    repeatsAt: null,
    ...changes,
  };
}

export const noSchedule: ScanStatus = {
  hasJob: false,
  message: '',
  planType: null,
  nextExecution: null,
  timeUntilNextMs: null,
  frequencyHours: null,
  running: null,
  lastScan: null,
};

export const statusCall = `GET /api/cron-jobs/${nora.id}/status`;
export const runsCall = `GET /api/cron-jobs/${nora.id}/runs`;
export const says = (status: ScanStatus) => () => Response.json({ status });
