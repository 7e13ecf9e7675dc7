import { useEffect, useRef, useState } from 'react';

/**
 * What to show of something that loads: nothing for a moment (a quick answer needs no skeleton),
 * then a skeleton that stays long enough to be no flash, then the content.
 */
export function useSkeleton(isPending: boolean): 'nothing' | 'skeleton' | 'content' {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isPending === isShown) return;
    const waitMs = isPending ? showAfterMs : shownAt.current + showForMs - performance.now();
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(isPending);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isPending, isShown]);
  if (isShown) return 'skeleton';
  return isPending ? 'nothing' : 'content';
}

const showAfterMs = 200;
const showForMs = 400;
