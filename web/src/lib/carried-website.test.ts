import { beforeEach, expect, it } from 'vitest';
import { carriedWebsite, carryWebsite, forgetCarriedWebsite } from './carried-website';

const now = Date.UTC(2026, 10, 17);
const day = 86_400_000;

beforeEach(() => localStorage.clear());

it('an address is carried until it is used', () => {
  carryWebsite('?website=cragdesk.example', now);
  expect(carriedWebsite(now + day)).toBe('cragdesk.example');

  forgetCarriedWebsite();
  expect(carriedWebsite(now + day)).toBeUndefined();
});

it('the last one counts, and a page without one changes nothing', () => {
  carryWebsite('?website=cragdesk.example', now);
  carryWebsite('?website=paperlark.example', now);
  carryWebsite('?view=forgot-password', now);
  carryWebsite('?website=', now);

  expect(carriedWebsite(now)).toBe('paperlark.example');
});

it('is forgotten after a week', () => {
  carryWebsite('?website=cragdesk.example', now);

  expect(carriedWebsite(now + 7 * day)).toBeUndefined();
});

it.each(['{', '"text"', '{"website":7,"since":0}', '{"website":"cragdesk.example"}'])('what is of another make is nothing: %s', (text) => {
  localStorage.setItem('earshot-draft-carried-website', text);

  expect(carriedWebsite(now)).toBeUndefined();
});
