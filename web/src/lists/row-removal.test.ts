import { expect, it } from 'vitest';
import { onlyOneMissing } from './row-removal';

const missing = (before: string, after: string) => onlyOneMissing(before.split(''), after.split(''), (letter) => letter);

it.each([
  ['abc', 'ac', 'b'],
  ['abc', 'bc', 'a'],
  ['abc', 'ab', 'c'],
  ['a', '', 'a'],
  ['abc', 'cb', undefined],
  ['abc', 'abc', undefined],
  ['abc', 'a', undefined],
  ['ab', 'abc', undefined],
])('from %o to %o it is %o that left', (before, after, left) => {
  expect(missing(before, after)).toBe(left);
});
