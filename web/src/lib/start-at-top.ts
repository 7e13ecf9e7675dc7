import { type RefObject, useEffect, useRef } from 'react';
import type { RowsHandle } from './rows-handle';

/** Whatever is filtered anew starts at its top, once its rows are there. */
export function useStartAtTop(rows: RefObject<RowsHandle | null>, filters: string, isStandIn: boolean): void {
  const shown = useRef(filters);
  useEffect(() => {
    if (isStandIn || shown.current === filters) return;
    shown.current = filters;
    rows.current?.scrollToTop();
  }, [rows, filters, isStandIn]);
}
