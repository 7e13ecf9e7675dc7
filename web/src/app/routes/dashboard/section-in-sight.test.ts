import { expect, it } from 'vitest';
import { sectionInSight } from './section-in-sight';

const sections = [
  { name: 'plan', top: 0 },
  { name: 'alerts', top: 1000 },
  { name: 'company', top: 2000 },
  { name: 'account', top: 2300 },
] as const;
const page = { clientHeight: 600, scrollHeight: 2500 };

it.each([
  [0, 'plan'],
  [890, 'plan'],
  [910, 'alerts'],
  [1300, 'alerts'],
  // Company never reaches the top, nor does Account.
  [1750, 'company'],
  [1900, 'account'],
])('at %d px the section in sight is %s', (scrollTop, name) => {
  expect(sectionInSight(sections, { ...page, scrollTop })).toBe(name);
});

it('is the first one on a page that needs no scrolling', () => {
  expect(sectionInSight(sections, { scrollTop: 0, clientHeight: 3000, scrollHeight: 3000 })).toBe('plan');
});

it('is none where there are none', () => {
  expect(sectionInSight([], { ...page, scrollTop: 0 })).toBeUndefined();
});
