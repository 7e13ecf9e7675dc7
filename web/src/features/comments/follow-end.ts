import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the end of a growing text in sight, as long as it was in sight: who scrolls up wants to read. */
export function useFollowEnd(text: string): { ref: RefObject<HTMLDivElement | null>; onScroll: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box !== null && text !== '' && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [text]);
  const onScroll = () => {
    const box = ref.current;
    if (box !== null) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearPx;
  };
  return { ref, onScroll };
}

const nearPx = 32;
