import { describe, expect, it } from 'vitest';
import { changesOf, confidenceOf, type FilterFormValues, withEntries, formValuesOf } from './filter-rules';

const kept = {
  enabled: true,
  level: 'advanced' as const,
  minConfidence: 40,
  instructions: 'No agencies.',
  excludedSubreddits: ['forhire'],
  excludedAuthors: [],
  excludedWords: ['giveaway'],
};

describe('what has changed', () => {
  it.each<[Partial<FilterFormValues>, object | undefined]>([
    [{}, undefined],
    [{ minConfidence: ' 40 ' }, undefined],
    [{ minConfidence: '55' }, { minConfidence: 55 }],
    [{ instructions: ' No agencies. ' }, undefined],
    [
      { level: 'basic', excludedWords: [] },
      { level: 'basic', excludedWords: [] },
    ],
  ])('%o is %o', (edits, expected) => {
    expect(changesOf(kept, { ...formValuesOf(kept), ...edits })).toEqual(expected);
  });
});

describe('the confidence', () => {
  it.each([
    ['0', 0],
    [' 100 ', 100],
    ['101', undefined],
    ['-1', undefined],
    ['4.5', undefined],
    ['1e1', undefined],
    ['', undefined],
  ])('%o is %o', (text, expected) => {
    expect(confidenceOf(text)).toBe(expected);
  });
});

describe('an entry', () => {
  it.each([
    ['excludedSubreddits', ' /r/SaaS/ ', ['SaaS']],
    ['excludedSubreddits', 'r/saas, startups,', ['saas', 'startups']],
    ['excludedAuthors', 'u/promo-bot', ['promo-bot']],
    ['excludedWords', ' free   trial ', ['free trial']],
    ['excludedWords', 'one, One, two', ['one', 'two']],
  ] as const)('of %s typed as %o is added as %o', (name, typed, expected) => {
    expect(withEntries(name, [], typed)).toEqual({ list: expected });
  });

  it.each([
    ['excludedSubreddits', 'not a name', '“not a name” is not the name of a subreddit.'],
    ['excludedAuthors', 'ünal', '“ünal” is not the name of a Reddit user.'],
    ['excludedWords', 'x'.repeat(101), 'A word or phrase can have at most 100 characters.'],
    ['excludedWords', 'GIVEAWAY', 'GIVEAWAY is already in the list.'],
  ] as const)('of %s typed as %o is refused', (name, typed, complaint) => {
    expect(withEntries(name, ['giveaway'], typed)).toEqual({ complaint });
  });

  it('beyond the hundredth is refused', () => {
    const full = Array.from({ length: 100 }, (_, number) => `word ${number}`);

    expect(withEntries('excludedWords', full, 'one more').complaint).toBe('Each list can have at most 100 entries.');
  });
});
