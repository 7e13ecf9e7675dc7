import { type RefObject, useEffect, useState } from 'react';
import type { Window } from './virtual-rows';

/** What of a box that scrolls is looked at, in steps of half a row: more often nothing could change. */
export function useSight(scroller: RefObject<HTMLElement | null>, rowHeight: number): Window {
  const [sight, setSight] = useState({ top: 0, height: window.innerHeight });
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const step = rowHeight / 2;
    const look = () => {
      const top = Math.floor(box.scrollTop / step) * step;
      // A page that is not laid out has no height; a window's worth of rows is a fair guess.
      const height = box.clientHeight === 0 ? window.innerHeight : box.clientHeight + step;
      setSight((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scroller, rowHeight]);
  return sight;
}
