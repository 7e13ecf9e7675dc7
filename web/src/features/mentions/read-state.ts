import type { InfiniteData } from '@tanstack/react-query';
import type { MentionPage, MentionStats, MarkReadTarget } from './api';

/** A list after mentions were opened: they are read, and fewer are unread. */
export function withRead(pages: InfiniteData<MentionPage>, opened: MarkReadTarget): InfiniteData<MentionPage> {
  const isOpened = opened === 'all' ? () => true : (id: string) => opened.includes(id);
  const changed = new Set(
    pages.pages.flatMap(({ items }) => items.filter(({ id, is_read }) => !is_read && isOpened(id)).map(({ id }) => id)),
  );
  if (changed.size === 0 && opened !== 'all') return pages;
  const changePage = (page: MentionPage): MentionPage => ({
    ...page,
    unread: opened === 'all' ? 0 : Math.max(0, page.unread - changed.size),
    items: page.items.map((item) => (changed.has(item.id) ? { ...item, is_read: true } : item)),
  });
  return { ...pages, pages: pages.pages.map(changePage) };
}

/** The counts after so many were opened, or all. */
export function withFewerUnread(stats: MentionStats, opened: MarkReadTarget): MentionStats {
  return { ...stats, unread: opened === 'all' ? 0 : Math.max(0, stats.unread - opened.length) };
}
