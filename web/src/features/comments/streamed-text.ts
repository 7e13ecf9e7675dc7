import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/media-query';

/** A text that comes in pieces, calm enough to be read: at most every 50 ms, with reduced motion by whole sentences. */
export function useStreamedText(soFar: string): string {
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState(soFar);
  const shownAt = useRef(0);
  useEffect(() => {
    const show = () => {
      shownAt.current = Date.now();
      setShown(soFar);
    };
    const timer = setTimeout(show, Math.max(0, betweenPiecesMs - (Date.now() - shownAt.current)));
    return () => clearTimeout(timer);
  }, [soFar]);
  // What belongs to another text is not shown at all.
  const own = soFar.startsWith(shown) ? shown : soFar;
  return isCalm ? wholeSentences(own) : own;
}

/** Up to the last sentence that has ended. */
export function wholeSentences(text: string): string {
  return /^[\s\S]*[.!?…]["'”’)\]]*(?=\s|$)/.exec(text)?.[0] ?? '';
}

const betweenPiecesMs = 50;
