import { expect, it } from 'vitest';
import { barsOf, countFrom, isBarAbove, rateOf } from './match-rates';

/** So many posts with each match. */
function matches(byMatch: Record<number, number>, days = 30) {
  const counts = Array.from({ length: 61 }, (_, point) => byMatch[40 + point] ?? 0);
  return { counts, total: 122, days };
}

it('thirty bars have two points each, and the last one has 100 as well', () => {
  const bars = barsOf(matches({ 40: 1, 41: 2, 42: 4, 98: 8, 99: 16, 100: 32 }));

  expect(bars).toHaveLength(30);
  expect([bars[0], bars[1], bars[29]]).toEqual([3, 4, 56]);
});

it('a bar is above the line as soon as one of its points is', () => {
  expect([70, 71, 72].map((minimum) => isBarAbove(15, minimum))).toEqual([true, true, false]);
  expect([28, 29].map((bar) => isBarAbove(bar, 100))).toEqual([false, true]);
});

it('what is at the line counts', () => {
  expect(countFrom(matches({ 69: 5, 70: 2, 100: 1 }), 70)).toBe(3);
  expect(countFrom(matches({ 69: 5, 70: 2, 100: 1 }), 40)).toBe(8);
  expect(countFrom(matches({ 100: 1 }), 100)).toBe(1);
});

it.each([
  [14, 30, 'about 3 a week'],
  [4, 30, 'less than 1 a week'],
  [5, 30, 'about 1 a week'],
  [60, 30, 'about 14 a week'],
  [61, 30, 'about 2 a day'],
  [150, 30, 'about 5 a day'],
  [2, 1, 'about 14 a week'],
  [3, 1, 'about 3 a day'],
  [0, 30, 'none in 30 days'],
  [0, 1, 'none in 1 day'],
])('%i posts in %i days are %s', (count, days, said) => {
  const { about, rate } = rateOf(matches({ 80: count }, days), 70);

  expect([about, rate].filter(Boolean).join(' ')).toBe(said);
});
