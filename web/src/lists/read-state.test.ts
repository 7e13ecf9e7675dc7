import type { InfiniteData } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { aMention } from '../testing/mentions-tab';
import { withFewerUnread, withRead } from './read-state';

type MentionPage = { items: ReturnType<typeof aMention>[]; total: number; unread: number; hasMore: boolean; asOf: string };

const page = (...numbers: number[]): MentionPage => ({
  items: numbers.map((number) => aMention(number, { is_read: number === 3 })),
  total: 4,
  unread: 3,
  hasMore: false,
  asOf: 'noon',
});
const list: InfiniteData<MentionPage> = { pages: [page(1, 2), page(3, 4)], pageParams: [{ offset: 0 }, { offset: 2 }] };
const unreadIn = (pages: typeof list) => pages.pages.flatMap(({ items }) => items.filter(({ is_read }) => !is_read).map(({ id }) => id));

it('an opened mention is read, and every page counts one unread less', () => {
  const after = withRead(list, ['mention-2']);

  expect(unreadIn(after)).toEqual(['mention-1', 'mention-4']);
  expect(after.pages.map(({ unread }) => unread)).toEqual([2, 2]);
});

it('what was read already, or is not there, changes nothing', () => {
  expect(withRead(list, ['mention-3'])).toBe(list);
  expect(withRead(list, ['nobody'])).toBe(list);
});

it('all are read at once, also those that are not loaded', () => {
  const after = withRead(
    {
      ...list,
      pages: [
        { ...page(1, 2), unread: 70 },
        { ...page(3, 4), unread: 70 },
      ],
    },
    'all',
  );

  expect(unreadIn(after)).toEqual([]);
  expect(after.pages.map(({ unread }) => unread)).toEqual([0, 0]);
});

it('the count beside the tab goes down with it, and never below nothing', () => {
  const stats = { total: 4, unread: 1, rejected: 0, positive: 0, negative: 0, neutral: 0, days: [] };

  expect(withFewerUnread(stats, ['a']).unread).toBe(0);
  expect(withFewerUnread({ ...stats, unread: 0 }, ['a']).unread).toBe(0);
  expect(withFewerUnread({ ...stats, unread: 9 }, 'all').unread).toBe(0);
});
