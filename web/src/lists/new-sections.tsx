import { useMemo } from 'react';
import { sinceLabel } from '../lib/dates';
import { useStableCallback } from '../lib/stable-callback';
import { sharedMessages } from './messages';
import type { PagedRow } from './pages';
import type { ListSection } from './virtual-list';

const words = sharedMessages.newRows;

/** What is new in a list, for the sections that say so. */
export type NewSection = {
  ids: ReadonlySet<string>;
  /** The end of the last visit; null in the first one. */
  since: string | null;
  /** How many are unread, also those that are not loaded. */
  unread: number;
  onMarkAllRead: () => void;
};

/** 'New since yesterday, 18:40' and 'Earlier'. Without new rows there are no sections. */
export function useNewSections(
  items: readonly PagedRow[],
  section: NewSection | undefined,
  { label, now }: { label: string; now: number },
): readonly ListSection[] {
  const markAllRead = useStableCallback(() => section?.onMarkAllRead());
  const fresh = section === undefined ? [] : items.filter(({ id }) => section.ids.has(id));
  const length = fresh.length;
  const unread = section?.unread ?? 0;
  // Those that were opened meanwhile still stand there.
  const count = unread + fresh.filter(({ is_read: isRead }) => isRead === true).length;
  const since = section?.since ?? null;
  const title = since === null ? words.first : words.since(sinceLabel(since, now));
  const others = items.length - length;
  return useMemo(() => {
    if (length === 0) return [];
    const head = <NewHead title={title} count={count} {...(unread > 0 && { onMarkAllRead: markAllRead })} />;
    const sections = [{ key: 'new', label: words.newList(label), head, length }];
    return others === 0
      ? sections
      : [
          ...sections,
          { key: 'earlier', label: words.earlierList(label), head: <h3 className={heading}>{words.earlier}</h3>, length: others },
        ];
  }, [length, others, title, count, unread, label, markAllRead]);
}

function NewHead({ title, count, onMarkAllRead }: { title: string; count: number; onMarkAllRead?: () => void }) {
  return (
    <>
      <h3 className={heading}>
        {title} <span className="ml-1 font-medium text-muted-foreground tabular-nums">{count}</span>
      </h3>
      {onMarkAllRead !== undefined && (
        <button
          type="button"
          onClick={onMarkAllRead}
          className="focus-inset -mr-2 h-full flex-none rounded-sm px-2 font-medium text-primary-text hover:underline"
        >
          {words.markAllRead}
        </button>
      )}
    </>
  );
}

const heading = 'min-w-0 flex-1 truncate font-sans text-xs font-semibold tracking-normal';
