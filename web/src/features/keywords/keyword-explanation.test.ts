import { expect, it } from 'vitest';
import type { KeywordReading } from './api';
import { explainReading } from './keyword-explanation';

const nothing: KeywordReading = {
  words: [],
  phrases: [],
  excludedWords: [],
  excludedPhrases: [],
  communities: [],
  excludedCommunities: [],
};

it.each<[string, Partial<KeywordReading>]>([
  ['Finds posts with this word, in any form: invoicing.', { words: ['invoicing'] }],
  ['Finds posts with all of these words, in any order and form: invoicing, app.', { words: ['invoicing', 'app'] }],
  ['Finds posts with the exact phrase "late payment".', { phrases: ['late payment'] }],
  ['Finds posts with the exact phrases "late payment" and "net 30".', { phrases: ['late payment', 'net 30'] }],
  [
    'Finds posts with all of: invoicing; without: hiring, "for sale".',
    { words: ['invoicing'], excludedWords: ['hiring'], excludedPhrases: ['for sale'] },
  ],
  ['Finds posts with all of: invoicing; only in r/agency or r/freelance.', { words: ['invoicing'], communities: ['agency', 'freelance'] }],
  [
    'Finds posts with all of: invoicing, app; the exact phrase "late payment"; without: hiring; only in r/freelance; not in r/forhire.',
    {
      words: ['invoicing', 'app'],
      phrases: ['late payment'],
      excludedWords: ['hiring'],
      communities: ['freelance'],
      excludedCommunities: ['forhire'],
    },
  ],
])('a keyword is explained: %s', (sentence, reading) => {
  expect(explainReading({ ...nothing, ...reading })).toBe(sentence);
});
