import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from './stable-callback';

/**
 * A value that is changed step by step, and saved when the steps come to rest: shown at once as it is
 * moved, then as it is kept elsewhere.
 */
export function useSettledValue<Value>(kept: Value, save: (value: Value) => void, pauseMs: number) {
  const [moved, setMoved] = useState<{ value: Value }>();
  const waiting = useRef<{ value: Value; timer: ReturnType<typeof setTimeout> }>(undefined);
  const settle = useStableCallback(() => {
    const due = waiting.current;
    if (due === undefined) return;
    clearTimeout(due.timer);
    waiting.current = undefined;
    setMoved(undefined);
    if (due.value !== kept) save(due.value);
  });
  // Whoever leaves in the middle of it has decided, too.
  useEffect(() => settle, [settle]);
  return {
    value: moved === undefined ? kept : moved.value,
    /** On the way; nothing is saved yet. */
    move: (value: Value) => setMoved({ value }),
    /** Saved after a pause, unless another step follows. */
    rest: (value: Value) => {
      clearTimeout(waiting.current?.timer);
      setMoved({ value });
      waiting.current = { value, timer: setTimeout(settle, pauseMs) };
    },
  };
}
