import { expect, it } from 'vitest';
import { declinedKeywords, withAddedKeyword, type Keyword, proposedKeywords, withReplacedKeyword } from './keyword-list';

const found = (...texts: string[]): Keyword[] => texts.map((text) => ({ text, origin: 'website' }));
const added = (...texts: string[]): Keyword[] => texts.map((text) => ({ text, origin: 'person' }));

it('only the first five generated keywords are proposed', () => {
  expect(proposedKeywords(['one', 'two', 'three', 'four', 'five', 'six'], [])).toEqual(found('one', 'two', 'three', 'four', 'five'));
});

it('a keyword is proposed once, however it is written, and an empty one never', () => {
  expect(proposedKeywords(['late payments', ' Late  Payments ', '', 'CRM', 'crm'], [])).toEqual(found('late payments', 'CRM'));
});

it('another analysis keeps what the person added, within the five', () => {
  const before = [...found('old'), ...added('unpaid invoice')];

  expect(proposedKeywords(['one', 'Unpaid Invoice', 'two', 'three', 'four', 'five'], before)).toEqual([
    ...found('one', 'two', 'three', 'four'),
    ...added('unpaid invoice'),
  ]);
});

it('a typed keyword is added at the end, tidied', () => {
  const keywords = [...found('late payments'), ...added('unpaid invoice')];

  expect(withAddedKeyword(found('late payments'), '  unpaid   invoice ')).toEqual({ kind: 'added', keywords });
});

it.each(['late payments', 'LATE payments', ' late  payments'])('%o is a duplicate of late payments', (typed) => {
  expect(withAddedKeyword(found('late payments'), typed)).toEqual({ kind: 'duplicate' });
});

it('an accent may be written in two ways and is the same', () => {
  expect(withAddedKeyword(found('caf\u00e9'), 'cafe\u0301')).toEqual({ kind: 'duplicate' });
});

it('a sixth keyword is refused, even one that is there already', () => {
  const five = found('one', 'two', 'three', 'four', 'five');

  expect(withAddedKeyword(five, 'six')).toEqual({ kind: 'limit' });
  expect(withAddedKeyword(five, 'five')).toEqual({ kind: 'limit' });
  expect(withAddedKeyword(five.slice(1), 'six').kind).toBe('added');
});

it('a proposal that is taken out is declined, until it is typed again', () => {
  const before = { keywords: [...found('late payments', 'invoice app'), ...added('unpaid invoice')] };

  const declined = declinedKeywords(before, found('invoice app'));

  expect(declined).toEqual(['late payments']);
  expect(declinedKeywords({ keywords: found('invoice app'), declined }, [...found('invoice app'), ...added('Late payments')])).toEqual([]);
});

it('what was taken out is not proposed again, whatever its case', () => {
  expect(proposedKeywords(['Late Payments', 'invoicing app'], [], ['late payments'])).toEqual(found('invoicing app'));
});

it('a better phrase takes the place of its keyword, as the choice of the person', () => {
  expect(withReplacedKeyword(found('late payments', 'invoicing app'), 0, ' late invoice  payments')).toEqual([
    ...added('late invoice payments'),
    ...found('invoicing app'),
  ]);
});
