import { useEffect, useRef, useState } from 'react';
import { useMediaQuery } from '../../lib/media-query';
import { easedPercent, type ProgressGoal } from './analysis-stages';

/** The percentage to draw while the goal is being approached. Who prefers reduced motion sees only what was told. */
export function useEasedPercent({ percent, limit }: ProgressGoal): number {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState(percent);
  const exact = useRef(percent);
  useEffect(() => {
    if (isStill) return undefined;
    const from = exact.current;
    const since = performance.now();
    let frame = requestAnimationFrame(draw);
    function draw(now: number) {
      exact.current = easedPercent(from, { percent, limit }, Math.max(0, now - since));
      // Half a percent is less than a bar; finer steps would only be work.
      setShown(Math.round(exact.current * 2) / 2);
      if (Math.abs(limit - exact.current) > 0.1) frame = requestAnimationFrame(draw);
    }
    return () => cancelAnimationFrame(frame);
  }, [percent, limit, isStill]);
  return isStill ? percent : shown;
}
