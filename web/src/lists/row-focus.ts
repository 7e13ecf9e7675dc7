import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ListHandle } from './list-handle';

type RowFocusOptions = {
  rows: RefObject<ListHandle | null>;
  openId: string | undefined;
  /** The details stand over the list. */
  isReading: boolean;
};

/** Where the keyboard goes when something is opened or left: to the title of what is read, and back to its row. */
export function useRowFocus({ rows, openId, isReading }: RowFocusOptions) {
  const title = useRef<HTMLHeadingElement>(null);
  const wanted = useRef<string>(undefined);
  const lastRead = useRef<string>(undefined);

  // The title is there some drawings after it was asked for.
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
