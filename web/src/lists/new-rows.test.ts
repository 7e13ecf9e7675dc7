import { expect, it } from 'vitest';
import { newFirst } from './new-rows';

const row = (id: string, isNew: boolean, isRead = false) => ({ id, is_new: isNew, is_read: isRead });

it('new rows come first, read or not, and nothing else changes its place', () => {
  const { items, newIds } = newFirst([row('a', true), row('b', false), row('c', true, true), row('d', false)]);

  expect(items.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd']);
  expect([...newIds]).toEqual(['a', 'c']);
});

it('a list without new rows stays the very same', () => {
  const items = [row('a', false), { id: 'b' }];

  expect(newFirst(items)).toEqual({ items, newIds: new Set() });
  expect(newFirst(items).items).toBe(items);
});
