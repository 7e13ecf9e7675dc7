import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function whose identity never changes but which always runs its latest version, so that memoized rows need not render again. */
export function useStableCallback<Arguments extends readonly unknown[], Result>(
  doing: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const newest = useRef(doing);
  useLayoutEffect(() => {
    newest.current = doing;
  });
  return useCallback((...given: Arguments) => newest.current(...given), []);
}
