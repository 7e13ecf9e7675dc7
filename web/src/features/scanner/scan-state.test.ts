import { expect, it } from 'vitest';
import type { JobProgress } from '../../api/progress';
import { aSchedule, noSchedule } from '../../testing/scanner';
import type { ScanStatus } from './api';
import { scanState } from './scan-state';

const readAt = Date.parse('2026-11-15T00:00:00Z');
const hour = 3_600_000;
const heard = (changes: Partial<JobProgress> = {}): JobProgress => ({
  job: 'scan',
  stage: 'Searching',
  percent: 40,
  found: 7,
  state: 'running',
  ...changes,
});
const at = (status: ScanStatus, now = readAt, told: JobProgress | null = null) =>
  scanState({ status, readAt, hasFailed: false }, told, now);

it('counts down from what the server has counted, whatever this clock says about the date', () => {
  const schedule = aSchedule({ nextExecution: '2031-01-01T00:00:00Z' });

  expect(at(schedule)).toMatchObject({ kind: 'waiting', remainingMs: 62 * hour, frequency: 'weekly' });
  expect(at(schedule, readAt + 2 * hour)).toMatchObject({ kind: 'waiting', remainingMs: 60 * hour });
  expect(at(schedule, readAt - 10), 'a second hand that is behind the answer').toMatchObject({ remainingMs: 62 * hour });
});

it('goes by the date where the server has not counted', () => {
  const schedule = aSchedule({ timeUntilNextMs: null, nextExecution: '2026-11-15T05:00:00Z' });

  expect(at(schedule, readAt + hour)).toMatchObject({ kind: 'waiting', remainingMs: 4 * hour });
  expect(at({ ...schedule, nextExecution: null })).toMatchObject({ kind: 'due' });
});

it('is due at zero and stays so', () => {
  expect(at(aSchedule(), readAt + 62 * hour)).toMatchObject({ kind: 'due', remainingMs: 0, percent: 95 });
  expect(at(aSchedule(), readAt + 99 * hour)).toMatchObject({ kind: 'due', remainingMs: 0 });
});

it('runs when the worker or the server says so, and shows how far it is', () => {
  expect(at(aSchedule(), readAt, heard())).toMatchObject({ kind: 'running', percent: 40, found: 7 });
  expect(at(aSchedule(), readAt, heard({ percent: 100 }))).toMatchObject({ kind: 'running', percent: 95 });
  expect(at(aSchedule({ running: true }))).toMatchObject({ kind: 'running', percent: 5, found: 0 });
  expect(at(aSchedule(), readAt, heard({ state: 'done' }))).toMatchObject({ kind: 'waiting' });
});

it('says why there is no job, in the words of the server or its own', () => {
  expect(at({ ...noSchedule, message: 'Automatic scanning starts with a subscription.' })).toEqual({
    kind: 'inactive',
    message: 'Automatic scanning starts with a subscription.',
  });
  expect(at(noSchedule)).toEqual({ kind: 'inactive', message: 'Automatic scanning not active' });
});

it('does not go on counting what could not be read again', () => {
  expect(scanState({ status: aSchedule(), readAt, hasFailed: true }, null, readAt)).toEqual({ kind: 'failed' });
  expect(scanState({ status: undefined, readAt: 0, hasFailed: false }, null, readAt)).toEqual({ kind: 'loading' });
});
