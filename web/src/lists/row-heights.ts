import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useStable } from '../lib/stable';
import { RowTower } from './virtual-rows';

/** How high the rows of a list are, measured as they come into the page. Rows carry their key as `data-row`. */
export function useRowHeights(keys: readonly string[], places: ReadonlyMap<string, number>, estimate: number, scroller: RefObject<HTMLElement | null>) {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(() => new Map());
  const tower = useMemo(() => new RowTower(keys.map((key) => heights.get(key) ?? estimate)), [keys, heights, estimate]);

  const measure = useStable((entries: readonly ResizeObserverEntry[]) => {
    const news = entries.map(({ target, borderBoxSize }) => ({ key: (target as HTMLElement).dataset['row'] ?? '', height: borderBoxSize[0]?.blockSize ?? 0 }));
    const changes = news.filter(({ key, height }) => height > 0 && places.has(key) && heights.get(key) !== height);
    if (changes.length === 0) return;
    const top = scroller.current?.scrollTop ?? 0;
    // A row that turns out higher or lower above what is looked at must not move it.
    const above = changes.filter(({ key }) => tower.top(places.get(key) ?? 0) < top);
    const shift = above.reduce((sum, { key, height }) => sum + height - (heights.get(key) ?? estimate), 0);
    setHeights(new Map([...heights, ...changes.map(({ key, height }) => [key, height] as const)]));
    if (shift !== 0) scroller.current?.scrollBy(0, shift);
  });
  const [observer] = useState(() => new ResizeObserver((entries) => measure(entries)));
  useEffect(() => () => observer.disconnect(), [observer]);

  const measuring = useCallback(
    (row: HTMLLIElement | null) => {
      if (row === null) return undefined;
      observer.observe(row);
      return () => observer.unobserve(row);
    },
    [observer],
  );
  return { tower, measuring };
}
