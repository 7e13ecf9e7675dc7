import { expect, it } from 'vitest';
import { tabAddress, tabOf } from './tabs';

it.each([
  ['', 'search'],
  ['tab=search', 'search'],
  ['tab=mentions', 'mentions'],
  ['tab=settings', 'settings'],
  ['tab=Settings', 'search'],
  ['tab=posts', 'search'],
  ['tab=', 'search'],
])('the address with "%s" shows %s', (search, tab) => {
  expect(tabOf(new URLSearchParams(search))).toBe(tab);
});

it('keeps the filters of every tab, and leaves the default tab out', () => {
  const current = new URLSearchParams('tab=mentions&search_q=invoice&mentions_sort=new');

  expect(tabAddress('settings', current)).toBe('/dashboard?tab=settings&search_q=invoice&mentions_sort=new');
  expect(tabAddress('search', current)).toBe('/dashboard?search_q=invoice&mentions_sort=new');
  expect(tabAddress('search', new URLSearchParams('tab=settings'))).toBe('/dashboard');
});
