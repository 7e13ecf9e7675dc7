import { defaultRangeExtractor, measureElement, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ListHandle } from './list-handle';

/** What a row of the list passes on to its `ListRow`. */
export type RowPlace = {
  ref: Ref<HTMLLIElement>;
  'data-row': string;
  'data-index': number;
  'aria-setsize': number;
  'aria-posinset': number;
  /** 0 for the one row that the Tab key reaches. */
  tabIndex: 0 | -1;
};

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
  ref?: Ref<ListHandle>;
};

/** A list of any length with only the visible rows in the page. Scrolls by itself. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  estimate,
  total,
  activeKey,
  onMove,
  children,
  footer,
  isBusy = false,
  ref,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const places = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const [focusedKey, setFocusedKey] = useState<string>();
  const reachable = activeKey !== undefined && places.has(activeKey) ? activeKey : keys[0];
  const kept = [reachable, focusedKey].map((key) => (key === undefined ? -1 : (places.get(key) ?? -1)));
  const { rows, bottomGap, measureRow } = useRowWindow({ scroller, keys, estimate, kept });
  useListHandle(ref, scroller);
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-gutter:stable] [scrollbar-width:thin]"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of the rows' buttons. */}
      <ul
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari does not treat a list without bullets as a list.
        role="list"
        aria-label={label}
        aria-busy={isBusy}
        onKeyDown={(event) => move(event, onMove)}
        onFocus={(event) => setFocusedKey(keyOfRow(event.target))}
        onBlur={() => setFocusedKey(undefined)}
      >
        {rows.map(({ index, gapBefore }) => {
          const item = items[index];
          const key = keys[index];
          if (item === undefined || key === undefined) return null;
          return (
            <Fragment key={key}>
              <Gap height={gapBefore} />
              {children(item, {
                ref: measureRow,
                'data-row': key,
                'data-index': index,
                'aria-setsize': Math.max(total, keys.length),
                'aria-posinset': index + 1,
                tabIndex: key === reachable ? 0 : -1,
              })}
            </Fragment>
          );
        })}
        <Gap height={bottomGap} />
      </ul>
      {footer}
    </div>
  );
}

/** The room of the rows that are not in the page. */
function Gap({ height }: { height: number }) {
  return height > 0 && <li role="presentation" aria-hidden="true" style={{ height }} />;
}

type RowWindowOptions = {
  scroller: ScrollerRef;
  keys: readonly string[];
  estimate: number;
  /** Rows that stay mounted at any scroll position: the focused one and the selected one. */
  kept: readonly number[];
};

/** Which rows are in the page, and how much room the others take between them. */
function useRowWindow({ scroller, keys, estimate, kept }: RowWindowOptions) {
  // oxlint-disable-next-line react/incompatible-library -- No compiler runs here, and only `measureElement` is passed on, which never changes.
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    // Enough that scrolling shows no gap.
    overscan: 8,
    rangeExtractor: (range) => withKeptRows(range, kept),
    // A page that is not laid out has no heights; a window's worth of rows is a fair guess.
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: (list, tell) =>
      observeElementRect(list, (rect) => tell(rect.height > 0 ? rect : { ...rect, height: window.innerHeight })),
    measureElement: (row, entry, list) => measureElement(row, entry, list) || estimate,
    // Rows that come into sight can wait for the next frame; drawing them inside the scroll event drops frames.
    useFlushSync: false,
  });
  const shown = virtualizer.getVirtualItems();
  const rows = shown.map(({ index, start }, at) => ({ index, gapBefore: start - (shown[at - 1]?.end ?? 0) }));
  return { rows, bottomGap: virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0), measureRow: virtualizer.measureElement };
}

/** The rows in sight with some around them, and those that must stay, each once and in order. */
export function withKeptRows(range: Range, kept: readonly number[]): number[] {
  const stays = kept.filter((index) => index >= 0 && index < range.count);
  return [...new Set([...defaultRangeExtractor(range), ...stays])].toSorted((one, other) => one - other);
}

function useListHandle(ref: Ref<ListHandle> | undefined, scroller: ScrollerRef): void {
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
    [scroller],
  );
}

/** For `memo`: every render of the list makes a new `place`; only its position and its tab stop count. */
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

type ScrollerRef = RefObject<HTMLDivElement | null>;

function buttonOf(scroller: ScrollerRef, key: string): HTMLElement | null {
  return scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] .row-button`) ?? null;
}

function focusWanted(scroller: ScrollerRef, wanted: RefObject<string | undefined>): void {
  const button = wanted.current === undefined ? null : buttonOf(scroller, wanted.current);
  if (button === null) return;
  wanted.current = undefined;
  button.focus({ preventScroll: true });
  button.closest('li')?.scrollIntoView({ block: 'nearest' });
}
