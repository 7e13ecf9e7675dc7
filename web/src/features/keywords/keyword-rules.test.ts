import { expect, it } from 'vitest';
import type { TrackedKeyword } from './api';
import { hasRoom, judgeAddition, activeKeywords, withKeywordAt, withoutKeyword } from './keyword-rules';

const awake = (...keywords: string[]): TrackedKeyword[] => keywords.map((keyword) => ({ keyword, isPaused: false }));
const paused = (...keywords: string[]): TrackedKeyword[] => keywords.map((keyword) => ({ keyword, isPaused: true }));
const starter = { name: 'Starter', limit: 3 };

it.each([
  ['nothing typed', awake(), '', { kind: 'nothing' }],
  ['only spaces', awake(), ' \t ', { kind: 'nothing' }],
  ['only spaces, and no room', awake('a', 'b', 'c'), '  ', { kind: 'nothing' }],
  ['a new one', awake('a'), '  late   payments ', { kind: 'fits', keyword: 'late payments' }],
  ['one that is there', awake('late payments'), 'Late  Payments', { kind: 'duplicate' }],
  ['one that rests', paused('late payments'), 'late payments', { kind: 'duplicate' }],
  ['one with its accent written differently', awake('caf\u00e9'), 'cafe\u0301', { kind: 'duplicate' }],
  ['the last there is room for', awake('a', 'b'), 'c', { kind: 'fits', keyword: 'c' }],
  ['one too many', awake('a', 'b', 'c'), 'd', { kind: 'limit' }],
  ['one more beside those that rest', [...awake('a', 'b'), ...paused('c', 'd')], 'e', { kind: 'fits', keyword: 'e' }],
])('%s', (_what, all, typed, verdict) => {
  expect(judgeAddition(all, typed, starter)).toEqual(verdict);
});

it('a limit of -1 is none', () => {
  const many = awake(...Array.from({ length: 500 }, (_, index) => `keyword ${index}`));

  expect(judgeAddition(many, 'one more', { name: 'Enterprise', limit: -1 })).toEqual({ kind: 'fits', keyword: 'one more' });
  expect(hasRoom(many, 500)).toBe(false);
  expect(hasRoom(many, 501)).toBe(true);
});

it('those that rest are not listened for', () => {
  expect(activeKeywords([...awake('a'), ...paused('b')])).toEqual(awake('a'));
});

it('what is put back stands where it stood, and never twice', () => {
  const [second] = awake('b');
  if (second === undefined) throw new Error('there is one');

  expect(withoutKeyword(awake('a', 'b', 'c'), 'B')).toEqual(awake('a', 'c'));
  expect(withKeywordAt(awake('a', 'c'), second, 1)).toEqual(awake('a', 'b', 'c'));
  expect(withKeywordAt(awake('a', 'b', 'c'), second, 0)).toEqual(awake('a', 'b', 'c'));
  expect(withKeywordAt(awake('a'), second, 9)).toEqual(awake('a', 'b'));
});
