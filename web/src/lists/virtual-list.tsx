import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '../ui/classes';
import { OverlayScrollbar } from '../ui/overlay-scrollbar';
import type { ListHandle } from './list-handle';
import { useListParts } from './list-parts';

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

/** A part of the list with a line of its own above it, which stays in sight while its rows scroll. */
export type ListSection = {
  key: string;
  /** The name of its rows, for screen readers. */
  label: string;
  head: ReactNode;
  /** How many rows it has; the next section begins after them. */
  length: number;
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
  /** Together they have all rows. Without any the list is one. */
  sections?: readonly ListSection[];
  /** After the last row: Load More. */
  footer?: ReactNode;
  isBusy?: boolean;
  /** The rows are of another list, and stay only until those of this one are there: nothing can be done with them. */
  isOutdated?: boolean;
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
  sections = noSections,
  footer,
  isBusy = false,
  isOutdated = false,
  ref,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(keyOf), [items, keyOf]);
  const places = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const [focusedKey, setFocusedKey] = useState<string>();
  const reachable = activeKey !== undefined && places.has(activeKey) ? activeKey : keys[0];
  const kept = [reachable, focusedKey].map((key) => (key === undefined ? -1 : (places.get(key) ?? -1)));
  const { parts, measure } = useListParts({ scroller, keys, sections, estimate, kept });
  useListHandle(ref, scroller);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        inert={isOutdated}
        className={cx(
          'min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-width:none]',
          // A quick answer dims nothing.
          isBusy && 'opacity-60 transition-opacity delay-200 duration-(--dur)',
          // What comes into sight by a key must not be under the head of its section.
          sections.length > 0 && 'scroll-pt-8 touch:scroll-pt-(--touch)',
        )}
      >
        {parts.map(({ section, headPlace, rows, bottomGap }) => (
          <SectionFrame key={section?.key ?? label} section={section} headRef={measure} headPlace={headPlace}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of the rows' buttons. */}
            <ul
              // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari does not treat a list without bullets as a list.
              role="list"
              aria-label={section?.label ?? label}
              aria-busy={isBusy}
              onKeyDown={(event) => move(event, onMove)}
              onFocus={(event) => setFocusedKey(keyOfRow(event.target))}
              onBlur={() => setFocusedKey(undefined)}
            >
              {rows.map(({ index, place, gapBefore }) => {
                const item = items[index];
                const key = keys[index];
                if (item === undefined || key === undefined) return null;
                return (
                  <Fragment key={key}>
                    <Gap height={gapBefore} />
                    {children(item, {
                      ref: measure,
                      'data-row': key,
                      'data-index': place,
                      'aria-setsize': Math.max(total, keys.length),
                      'aria-posinset': index + 1,
                      tabIndex: key === reachable ? 0 : -1,
                    })}
                  </Fragment>
                );
              })}
              <Gap height={bottomGap} />
            </ul>
          </SectionFrame>
        ))}
        {footer}
      </div>
      <OverlayScrollbar scroller={scroller} />
    </div>
  );
}

const noSections: readonly ListSection[] = [];

type SectionFrameProps = { section: ListSection | undefined; headRef: Ref<HTMLDivElement>; headPlace: number; children: ReactNode };

/** The rows of a section under its head, which stays in sight as long as they do. */
function SectionFrame({ section, headRef, headPlace, children }: SectionFrameProps) {
  if (section === undefined) return children;
  return (
    <div>
      <div ref={headRef} data-index={headPlace} className={sectionHead}>
        {section.head}
      </div>
      {children}
    </div>
  );
}

const sectionHead =
  'sticky top-0 z-2 flex h-8 items-center gap-2 border-b border-border bg-sunken px-4 text-xs font-semibold text-foreground-soft touch:h-(--touch)';

/** The room of the rows that are not in the page. */
function Gap({ height }: { height: number }) {
  return height > 0 && <li role="presentation" aria-hidden="true" style={{ height }} />;
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
      scrollBy: (px) => {
        if (scroller.current !== null) scroller.current.scrollTop += px;
      },
      isAtTop: () => scroller.current === null || scroller.current.scrollTop <= 0,
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

export type ScrollerRef = RefObject<HTMLDivElement | null>;

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
