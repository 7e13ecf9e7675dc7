import { expect, it } from 'vitest';
import { sinceLabel } from './dates';

const now = new Date(2026, 10, 17, 9, 30).getTime();

it.each([
  [new Date(2026, 10, 17, 9, 12), '09:12'],
  [new Date(2026, 10, 16, 18, 40), 'yesterday, 18:40'],
  [new Date(2026, 10, 15, 23, 59), 'Sunday, 23:59'],
  [new Date(2026, 10, 11, 7, 5), 'Wednesday, 07:05'],
  [new Date(2026, 10, 10, 23, 0), '10 November'],
  [new Date(2026, 9, 2, 8, 0), '2 October'],
])('%s is said as %s', (at, label) => {
  expect(sinceLabel(at.toISOString(), now)).toBe(label);
});
