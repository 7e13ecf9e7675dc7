import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same while what it does follows the newest drawing, so that rows need not be drawn anew for it. */
export function useStableCallback<Arguments extends readonly unknown[], Result>(
  doing: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const newest = useRef(doing);
  useLayoutEffect(() => {
    newest.current = doing;
  });
  return useCallback((...given: Arguments) => newest.current(...given), []);
}
