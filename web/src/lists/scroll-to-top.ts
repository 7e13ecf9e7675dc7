import { type RefObject, useEffect, useRef } from 'react';
import type { ListHandle } from './list-handle';

/** Scrolls to the top after the filters change, once the new rows are there. */
export function useScrollToTop(rows: RefObject<ListHandle | null>, filters: string, isStandIn: boolean): void {
  const shown = useRef(filters);
  useEffect(() => {
    if (isStandIn || shown.current === filters) return;
    shown.current = filters;
    rows.current?.scrollToTop();
  }, [rows, filters, isStandIn]);
}
