import { useState } from 'react';
import { mostAtOnce } from './states-api';

type PickableRow = { id: string };

type Picks = {
  /** The list that they were picked in: in another one nothing is picked. */
  list: string;
  ids: readonly string[];
  /** Where the range begins, and where it ends for now. */
  anchor: string | undefined;
  head: string | undefined;
};

type PickedRowsOptions<Item> = {
  /** Tells one list from another: its filters. */
  list: string;
  items: readonly Item[];
  /** Where a range begins: the row that is open, or that the cursor is on. */
  active: string | undefined;
  /** Moves the focus to a row. */
  onFocus: (id: string) => void;
};

/** The rows that an action on several is for. Apart from the row that is open. */
export function usePickedRows<Item extends PickableRow>({ list, items, active, onFocus }: PickedRowsOptions<Item>) {
  const [kept, setPicks] = useState<Picks>(none);
  const picks = kept.list === list ? kept : none;
  // What has left the list meanwhile is no longer picked.
  const wanted = new Set(picks.ids);
  const rows = items.filter(({ id }) => wanted.has(id));

  const pickRange = (anchor: string, head: string) => setPicks({ list, ids: idsBetween(items, anchor, head), anchor, head });
  return {
    rows,
    isFull: rows.length >= mostAtOnce,
    has: (id: string) => wanted.has(id),
    /** From where the last range began to this row. A row that is picked already is let go again, it alone. */
    pickTo: ({ id }: Item) => {
      if (wanted.has(id)) setPicks({ ...picks, ids: picks.ids.filter((other) => other !== id), head: id });
      else pickRange(picks.anchor ?? active ?? id, id);
    },
    /** This row and no range: for fingers. */
    toggle: ({ id }: Item) => {
      const ids = wanted.has(id) ? picks.ids.filter((other) => other !== id) : [...picks.ids, id].slice(0, mostAtOnce);
      setPicks({ list, ids, anchor: id, head: id });
    },
    /** One row further from where the range began, or back towards it. */
    extend: (step: 1 | -1) => {
      const anchor = picks.anchor ?? active ?? items[0]?.id;
      const at = items.findIndex(({ id }) => id === (picks.head ?? anchor));
      const head = items[at + step]?.id ?? items[at]?.id;
      if (anchor === undefined || head === undefined) return;
      pickRange(anchor, head);
      onFocus(head);
    },
    clear: () => setPicks(none),
  };
}

export type PickedRows<Item extends PickableRow> = ReturnType<typeof usePickedRows<Item>>;

const none: Picks = { list: '', ids: [], anchor: undefined, head: undefined };

/** The rows of a range, from its beginning on and no more than can be changed at once. */
export function idsBetween(items: readonly PickableRow[], anchor: string, head: string): string[] {
  const ids = items.map(({ id }) => id);
  const from = ids.indexOf(anchor);
  const to = ids.indexOf(head);
  if (from === -1 || to === -1) return [head];
  return from <= to ? ids.slice(from, to + 1).slice(0, mostAtOnce) : ids.slice(to, from + 1).slice(-mostAtOnce);
}
