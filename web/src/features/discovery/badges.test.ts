import { describe, expect, it } from 'vitest';
import { isFresh, isHighValue, keywordsOfRow } from './badges';

const now = Date.parse('2026-11-15T12:00:00Z');

it.each([
  [5, 51, 0, true],
  [5, 50, 21, true],
  [1, 51, 21, true],
  [5, 50, 20, false],
  [6, 900, 90, false],
  [null, 900, 90, false],
])('rank %o with score %i and %i comments is of high value: %o', (google_ranking, score, comments, expected) => {
  expect(isHighValue({ google_ranking, score, comments })).toBe(expected);
});

it.each([
  ['2026-11-14T12:00:01Z', null, true],
  ['2026-11-15T12:00:00Z', null, true],
  ['2026-11-14T12:00:00Z', null, false],
  ['2026-11-15T11:00:00Z', 9, false],
])('made at %s with rank %o it is fresh: %o', (created_at, google_ranking, expected) => {
  expect(isFresh({ created_at, google_ranking }, now)).toBe(expected);
});

describe('the keywords of a row', () => {
  it('are two, and the number of the rest', () => {
    expect(keywordsOfRow(['a', 'b', 'c', 'd'])).toEqual({ shown: ['a', 'b'], more: ['c', 'd'] });
    expect(keywordsOfRow(['a', 'b']).more).toEqual([]);
    expect(keywordsOfRow([])).toEqual({ shown: [], more: [] });
  });
});
