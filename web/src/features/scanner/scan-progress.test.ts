import { expect, it } from 'vitest';
import type { JobProgress } from '../../api/progress';
import { type ReportedScan, scanProgressOf } from './scan-progress';

const heard = (at: number, told: Partial<JobProgress> | null): ReportedScan => ({
  at,
  told: told && { job: 'any', stage: 'Searching', percent: 5, found: 0, state: 'running', ...told },
});
const percentOf = (scan: ReportedScan, ...parts: ReportedScan[]) => scanProgressOf(scan, parts)?.percent;

it('a scan is as far as its parts are on average', () => {
  const scan = heard(100, {});

  expect(percentOf(scan, heard(0, null), heard(0, null))).toBe(5);
  expect(percentOf(scan, heard(110, { percent: 60 }), heard(120, { percent: 30 }))).toBe(45);
  expect(percentOf(scan, heard(130, { percent: 100, state: 'done' }), heard(120, { percent: 30 }))).toBe(65);
});

it('the end of an earlier search is not an end of this scan', () => {
  expect(percentOf(heard(100, {}), heard(90, { percent: 100, state: 'done' }), heard(120, { percent: 30 }))).toBe(15);
});

it('what the parts have found is counted together', () => {
  const posts = heard(110, { found: 4 });
  const mentions = heard(110, { found: 3, state: 'done' });

  expect(scanProgressOf(heard(100, {}), [posts, mentions])?.found).toBe(7);
});

it('a scan that has ended or is silent says so itself', () => {
  expect(scanProgressOf(heard(100, { state: 'done', percent: 100 }), [heard(110, { percent: 60 })])).toMatchObject({
    state: 'done',
    percent: 100,
  });
  expect(scanProgressOf(heard(0, null), [heard(110, { percent: 60 })])).toBeUndefined();
});
