import { useState } from 'react';
import { cx } from './classes';

/** Four bars that rise in turn. Stands still for people who prefer reduced motion, and where nothing is going on. */
export function Loader({ size = 14, isStill = false, className }: { size?: number; isStill?: boolean; className?: string }) {
  return (
    <svg className={cx('flex-none fill-current', className)} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      {barHeights.map((height, index) => (
        <rect
          key={height}
          {...(!isStill && { className: 'loader-bar', style: { animationDelay: `${index * 120}ms` } })}
          x={index * 4 + 0.7}
          y={(16 - height) / 2}
          width="2.6"
          height={height}
          rx="1.3"
        />
      ))}
    </svg>
  );
}

/** A screen that waits for one answer: the loader in the middle and what is being checked below it. */
export function LoaderScreen({ children }: { children: string }) {
  // While the first screen is made, the loader of index.html still stands there: this one takes its place without a gap.
  const [isFirst] = useState(() => document.querySelector('.first-loader') !== null);
  return (
    <div
      role="status"
      className={cx(
        !isFirst && 'appear-after-150',
        'grid min-h-dvh place-content-center justify-items-center gap-3 text-sm text-foreground-soft',
      )}
    >
      <Loader size={28} className="text-primary-text" />
      {children}
    </div>
  );
}

const barHeights = [5, 12, 8, 4];
