import { type KeyboardEvent, type ReactNode, type Ref, type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useRowHeights } from './row-heights';
import type { ListHandle } from './list-handle';
import { useSight } from './sight';
import { piecesOf } from './virtual-rows';

/** What a row of the list passes on to its `ListRow`. */
export type RowPlace = {
  ref: Ref<HTMLLIElement>;
  'data-row': string;
  'aria-setsize': number;
  'aria-posinset': number;
  /** 0 for the one row that the Tab key reaches. */
  tabIndex: 0 | -1;
};

/** Kept apart, so that what moves the focus need not know how rows are drawn. */
export type VirtualListHandle = ListHandle;

type VirtualListProps<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The height of a row that has not been seen yet, in px. */
  estimate: number;
  /** How many there are with those that are not loaded; screen readers say '3 of 128'. */
  total: number;
  /** The row that the Tab key reaches: the selected one, else the first. */
  activeKey: string | undefined;
  /** An arrow key, Home or End in the list. */
  onMove: (to: 'next' | 'previous' | 'first' | 'last') => void;
  children: (item: Item, place: RowPlace) => ReactNode;
  /** After the last row: Load More. */
  footer?: ReactNode;
  isBusy?: boolean;
  ref?: Ref<VirtualListHandle>;
};

/** A list of any length of which only what is looked at is in the page. Scrolls by itself. */
export function VirtualList<Item>({ label, items, keyOf, estimate, total, activeKey, onMove, children, footer, isBusy = false, ref }: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const places = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const { tower, measuring } = useRowHeights(keys, places, estimate, scroller);
  const sight = useSight(scroller, estimate);
  const [focusedKey, setFocusedKey] = useState<string>();
  const wanted = useRef<string>(undefined);
  // A row may be asked for before the list that has it is drawn.
  useEffect(() => focusWanted(scroller, wanted));
  useImperativeHandle(
    ref,
    () => ({
      focusRow: (key) => {
        wanted.current = key;
        focusWanted(scroller, wanted);
      },
      buttonOf: (key) => buttonOf(scroller, key),
      scrollToTop: () => {
        if (scroller.current !== null) scroller.current.scrollTop = 0;
      },
    }),
    [],
  );
  const reachable = activeKey !== undefined && places.has(activeKey) ? activeKey : keys[0];
  const kept = [reachable, focusedKey].map((key) => (key === undefined ? -1 : (places.get(key) ?? -1)));
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-gutter:stable] [scrollbar-width:thin]">
      {/* Safari forgets that a list without bullets is one. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-interactions -- See above; the keys are those of the rows' buttons. */}
      <ul role="list" aria-label={label} aria-busy={isBusy} onKeyDown={(event) => move(event, onMove)} onFocus={(event) => setFocusedKey(keyOfRow(event.target))} onBlur={() => setFocusedKey(undefined)}>
        {piecesOf(tower, sight, kept).map((piece) => {
          if (piece.kind === 'room') return <li key={`room before ${keys[piece.before] ?? 'the end'}`} role="presentation" aria-hidden="true" style={{ height: piece.height }} />;
          const item = items[piece.index];
          const key = keys[piece.index];
          if (item === undefined || key === undefined) return null;
          return children(item, {
            ref: measuring,
            'data-row': key,
            'aria-setsize': Math.max(total, keys.length),
            'aria-posinset': piece.index + 1,
            tabIndex: key === reachable ? 0 : -1,
          });
        })}
      </ul>
      {footer}
    </div>
  );
}

/** For `memo`: the place is made anew with every drawing of the list; what counts in it is its number and its turn. */
export function isSameRow<Props extends { place: RowPlace }>({ place, ...before }: Props, { place: nextPlace, ...after }: Props): boolean {
  return (
    place.tabIndex === nextPlace.tabIndex &&
    place['aria-posinset'] === nextPlace['aria-posinset'] &&
    place['aria-setsize'] === nextPlace['aria-setsize'] &&
    Object.entries(before).every(([name, value]) => (after as Record<string, unknown>)[name] === value)
  );
}

function move(event: KeyboardEvent, onMove: (to: 'next' | 'previous' | 'first' | 'last') => void) {
  const to = ({ ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last' } as const)[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  onMove(to);
}

function keyOfRow(place: EventTarget): string | undefined {
  return place instanceof Element ? place.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
}

type Box = RefObject<HTMLDivElement | null>;

function buttonOf(scroller: Box, key: string): HTMLElement | null {
  return scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .row-button`) ?? null;
}

function focusWanted(scroller: Box, wanted: RefObject<string | undefined>): void {
  const button = wanted.current === undefined ? null : buttonOf(scroller, wanted.current);
  if (button === null) return;
  wanted.current = undefined;
  button.focus({ preventScroll: true });
  button.closest('li')?.scrollIntoView({ block: 'nearest' });
}
