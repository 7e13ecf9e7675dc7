import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage, PagedRow } from './pages';

/** Which rows to mark as read: some, or all. */
export type MarkReadTarget = readonly string[] | 'all';

/** A list after rows were opened: they are read, and fewer are unread. */
export function withRead<OnePage extends ListPage<PagedRow>>(pages: InfiniteData<OnePage>, opened: MarkReadTarget): InfiniteData<OnePage> {
  const isOpened = opened === 'all' ? () => true : (id: string) => opened.includes(id);
  const changed = new Set(
    pages.pages.flatMap(({ items }) => items.filter((item) => isUnread(item) && isOpened(item.id)).map(({ id }) => id)),
  );
  if (changed.size === 0 && opened !== 'all') return pages;
  // With all of them read nothing is new any more; one that was opened stays new until the next visit.
  const isChanged = ({ id, is_new: isNew }: PagedRow) => changed.has(id) || (opened === 'all' && isNew === true);
  const changePage = (page: OnePage): OnePage => ({
    ...page,
    unread: opened === 'all' ? 0 : Math.max(0, (page.unread ?? 0) - changed.size),
    items: page.items.map((item) => (isChanged(item) ? { ...item, is_read: true, ...(opened === 'all' && isNoLongerNew) } : item)),
  });
  return { ...pages, pages: pages.pages.map(changePage) };
}

const isNoLongerNew = { is_new: false };

/** The counts after so many were opened, or all. */
export function withFewerUnread<Counts extends { unread: number }>(counts: Counts, opened: MarkReadTarget): Counts {
  return { ...counts, unread: opened === 'all' ? 0 : Math.max(0, counts.unread - opened.length) };
}

/** What does not say whether it was read cannot be told from what was. */
export function isUnread({ is_read: isRead }: Pick<PagedRow, 'is_read'>): boolean {
  return isRead === false;
}
