import { defaultRangeExtractor, measureElement, observeElementRect, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import { useMediaQuery } from '../lib/media-query';
import type { ListSection } from './virtual-list';

type ListPartsOptions = {
  scroller: RefObject<HTMLDivElement | null>;
  keys: readonly string[];
  sections: readonly ListSection[];
  /** The height of a row that has not been seen yet, in px. */
  estimate: number;
  /** Rows that stay mounted at any scroll position: the focused one and the selected one. */
  kept: readonly number[];
};

/** A row in the page, its place among rows and heads, and the room of those before it that are not. */
type PlacedRow = { index: number; place: number; gapBefore: number };

type ListPart = { section: ListSection | undefined; headPlace: number; rows: readonly PlacedRow[]; bottomGap: number };

/** Which rows are in the page, section by section, and how much room the others take between them. */
export function useListParts({ scroller, keys, sections, estimate, kept }: ListPartsOptions) {
  const plan = useMemo(() => planOf(keys.length, sections), [keys.length, sections]);
  const headHeight = useMediaQuery('(pointer: coarse)') ? touchHeadHeight : ordinaryHeadHeight;
  const heads = plan.flatMap(({ section, top }) => (section === undefined ? [] : [top]));
  const keyAt = useCallback(
    (place: number) => {
      const part = partAt(plan, place);
      return place < part.firstRow ? `section:${part.section?.key}` : (keys[place - part.shift] ?? place);
    },
    [keys, plan],
  );
  const heightAt = (place: number) => (heads.includes(place) ? headHeight : estimate);
  // oxlint-disable-next-line react/incompatible-library -- No compiler runs here, and only `measureElement` is passed on, which never changes.
  const virtualizer = useVirtualizer({
    count: keys.length + heads.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    getItemKey: keyAt,
    // Enough that scrolling shows no gap.
    overscan: 8,
    rangeExtractor: (range) => withKeptRows(range, [...heads, ...kept.map((index) => placeOf(plan, index))]),
    // A page that is not laid out has no heights; a window's worth of rows is a fair guess.
    initialRect: { width: 0, height: window.innerHeight },
    observeElementRect: (list, tell) =>
      observeElementRect(list, (rect) => tell(rect.height > 0 ? rect : { ...rect, height: window.innerHeight })),
    measureElement: (row, entry, list) => measureElement(row, entry, list) || heightAt(list.indexFromElement(row)),
    // Rows that come into sight can wait for the next frame; drawing them inside the scroll event drops frames.
    useFlushSync: false,
  });
  const shown = virtualizer.getVirtualItems();
  const startOf = (place: number) => virtualizer.measurementsCache[place]?.start ?? virtualizer.getTotalSize();
  const parts = plan.map((part, at): ListPart => {
    let reached = startOf(part.firstRow);
    const rows = shown
      .filter(({ index }) => index >= part.firstRow && index < part.end)
      .map(({ index: place, start, end }) => {
        const gapBefore = start - reached;
        reached = end;
        return { index: place - part.shift, place, gapBefore };
      });
    const bottom = at === plan.length - 1 ? virtualizer.getTotalSize() : startOf(part.end);
    return { section: part.section, headPlace: part.top, rows, bottomGap: bottom - reached };
  });
  return { parts, measure: virtualizer.measureElement };
}

// As the style of a head has it.
const ordinaryHeadHeight = 32;
const touchHeadHeight = 44;

/** Where a section stands among heads and rows: its head, its first row, and what comes after its last one. */
type PlannedPart = {
  section: ListSection | undefined;
  top: number;
  firstRow: number;
  end: number;
  /** From the place of a row to its index. */
  shift: number;
};

function planOf(count: number, sections: readonly ListSection[]): readonly [PlannedPart, ...PlannedPart[]] {
  const [first, ...others] = sections;
  if (first === undefined) return [{ section: undefined, top: 0, firstRow: 0, end: count, shift: 0 }];
  const planned: [PlannedPart, ...PlannedPart[]] = [{ section: first, top: 0, firstRow: 1, end: 1 + first.length, shift: 1 }];
  for (const section of others) {
    const top = planned.at(-1)?.end ?? 0;
    planned.push({ section, top, firstRow: top + 1, end: top + 1 + section.length, shift: planned.length + 1 });
  }
  return planned;
}

function partAt(plan: readonly [PlannedPart, ...PlannedPart[]], place: number): PlannedPart {
  return plan.find(({ end }) => place < end) ?? plan[0];
}

function placeOf(plan: readonly PlannedPart[], index: number): number {
  const part = plan.find(({ end, shift }) => index + shift < end);
  return index < 0 || part === undefined ? -1 : index + part.shift;
}

/** The rows in sight with some around them, and those that must stay, each once and in order. */
export function withKeptRows(range: Range, kept: readonly number[]): number[] {
  const stays = kept.filter((index) => index >= 0 && index < range.count);
  return [...new Set([...defaultRangeExtractor(range), ...stays])].toSorted((one, other) => one - other);
}
