import { expect, it } from 'vitest';
import { insightOf, sentimentOf, typeOf, wordsToMark } from './badges';

it.each([
  [null, true, 'a reason', undefined],
  [0.9, null, 'a reason', undefined],
  [-0.9, null, 'a reason', undefined],
  [0.75, true, 'a reason', undefined],
  [-0.75, false, 'a reason', undefined],
  [0, true, null, undefined],
  [0, false, '  ', undefined],
  [0, true, 'a reason', 'neutral'],
  [0, false, 'a reason', 'neutral'],
  [0.24, true, null, 'neutral'],
  [-0.249, false, 'a reason', 'neutral'],
  [0.25, true, null, 'positive'],
  [-0.25, false, null, 'negative'],
  [0.749, true, 'a reason', 'positive'],
  [0.751, true, 'a reason', 'positive'],
  [-1, false, 'a reason', 'negative'],
  // Above the line of neutral it is `is_positive` that decides, not the sign.
  [-0.9, true, 'a reason', 'positive'],
  [0.9, false, 'a reason', 'negative'],
] as const)('a score of %s with is_positive %s and the reason %o reads %s', (score, isPositive, reason, badge) => {
  expect(sentimentOf({ sentiment_score: score, is_positive: isPositive, ai_analysis_reason: reason })).toBe(badge);
});

it('what the server leaves out is as undecided as null', () => {
  expect(sentimentOf({})).toBeUndefined();
  expect(sentimentOf({ sentiment_score: 0.9 })).toBeUndefined();
  expect(sentimentOf({ is_positive: true })).toBeUndefined();
});

it.each([
  ['title', 'title'],
  ['content', 'content'],
  ['comment', 'comment'],
  ['post', 'post'],
  ['other', 'other'],
  ['sidebar', 'other'],
  ['', 'other'],
])('what was found in %o is placed as %s', (type, placed) => {
  expect(typeOf({ mention_type: type })).toBe(placed);
});

it.each([
  ['mixed_reactions', 'Mixed reactions'],
  ['mostly_agree,_suggest_Test_Teapot', 'Mostly agree, suggest Test Teapot'],
  ['minimal_engagement', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the insight %o reads %o', (raw, text) => {
  expect(insightOf(raw)).toBe(text);
});

it('the brand is marked as it is written and as it is looked for', () => {
  expect(wordsToMark({ matched: ['paper-lark', 'Paperlark'], brand_terms: { term_value: 'Paperlark' } })).toEqual([
    'paper-lark',
    'Paperlark',
  ]);
  expect(wordsToMark({ brand_terms: { term_value: '@paperlark' } })).toEqual(['@paperlark']);
});
