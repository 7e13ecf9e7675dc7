import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after';

const noon = Date.parse('Wed, 21 Oct 2026 12:00:00 GMT');

it.each([
  ['seconds', '7', 7000],
  ['seconds with blanks around them', ' 7 ', 7000],
  ['no wait at all', '0', 0],
  ['a date ahead', 'Wed, 21 Oct 2026 12:00:04 GMT', 4000],
  ['a date gone by', 'Wed, 21 Oct 2026 11:59:00 GMT', 0],
  ['no header', null, undefined],
  ['an empty header', '', undefined],
  ['less than nothing', '-5', undefined],
  ['a fraction', '1.5', undefined],
  ['words', 'soon GMT', undefined],
])('Retry-After with %s', (_case, header, expected) => {
  expect(retryAfterMs(header, noon)).toBe(expected);
});
