import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ListHandle } from './list-handle';

type RowFocusOptions = {
  rows: RefObject<ListHandle | null>;
  openId: string | undefined;
  /** The details stand over the list. */
  isReading: boolean;
};

/** Moves the focus to the title when a row opens, and back to the row when it closes. */
export function useRowFocus({ rows, openId, isReading }: RowFocusOptions) {
  const title = useRef<HTMLHeadingElement>(null);
  const wanted = useRef<string>(undefined);
  const lastRead = useRef<string>(undefined);

  // The title appears a few renders after it was asked for.
  useEffect(() => {
    if (wanted.current === undefined || wanted.current !== openId || title.current === null) return;
    wanted.current = undefined;
    title.current.focus();
  });

  useEffect(() => {
    // By the button in the bar or by the device's own back.
    if (!isReading && lastRead.current !== undefined && openId === undefined) rows.current?.focusRow(lastRead.current);
    lastRead.current = isReading ? openId : undefined;
  }, [rows, isReading, openId]);

  return {
    titleRef: title,
    onTitleOf: useCallback(
      (id: string) => {
        if (id === openId) title.current?.focus();
        else wanted.current = id;
      },
      [openId],
    ),
  };
}
