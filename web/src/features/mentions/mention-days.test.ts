import { expect, it } from 'vitest';
import { days } from '../../testing/mentions-tab';
import { daysOf, totalsOf } from './mention-days';

const ninety = days({ count: 6, positive: 3, negative: 1, neutral: 1 });

it('the window is the last days, named as people name them', () => {
  const shown = daysOf(ninety, 30);

  expect(shown).toHaveLength(30);
  expect([shown[0]?.name, shown[15]?.name, shown.at(-1)?.name]).toEqual(['17 Oct', '1 Nov', '15 Nov']);
  expect(shown.at(-1)?.longName).toBe('Sunday 15 November');
  expect(daysOf(ninety, 90)[0]?.name).toBe('18 Aug');
});

it('an undecided mention is neutral in volume, and in no count of the neutral ones', () => {
  expect(daysOf(ninety, 30)[0]).toMatchObject({ up: 3, middle: 2, down: 1, counts: [6, 3, 1, 1] });
});

it('the totals are those of the window', () => {
  expect(totalsOf(ninety, 30)).toEqual({ total: 180, positive: 90, neutral: 30, negative: 30 });
  expect(totalsOf(ninety, 90).total).toBe(540);
  expect(totalsOf([], 30)).toEqual({ total: 0, positive: 0, neutral: 0, negative: 0 });
});
