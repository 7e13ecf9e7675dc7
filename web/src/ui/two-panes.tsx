import type { ReactNode } from 'react';
import { useMediaQuery } from '../lib/media-query';
import { cx } from './classes';

type TwoPanesProps = {
  listLabel: string;
  list: ReactNode;
  details: ReactNode;
  /** Something is open. Matters where there is no room for both: then the details stand over the list. */
  isReading?: boolean;
};

/**
 * List and details, 40 to 60. Without room for both there is the list alone, until something is
 * opened. The list stays where it is below the details, so that coming back finds it was.
 */
export function TwoPanes({ listLabel, list, details, isReading = false }: TwoPanesProps) {
  return (
    <div className="relative grid h-full min-h-0 grid-cols-1 overflow-hidden lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section
        aria-label={listLabel}
        className={cx('@container flex min-h-0 min-w-0 flex-col bg-card lg:border-r lg:border-border', isReading && hiddenLater)}
      >
        {list}
      </section>
      <section aria-label="Details" className={cx('min-h-0 min-w-0 flex-col bg-background', isReading ? `flex ${over}` : 'hidden lg:flex')}>
        {details}
      </section>
    </div>
  );
}

/** Whether list and details stand side by side. */
export function useHasBothPanes(): boolean {
  return useMediaQuery('(width >= 64rem)');
}

/** Whether the list stands beside the details and has little room for that. */
export function useHasNarrowList(): boolean {
  const hasRoom = useMediaQuery('(width >= 85rem)');
  return useHasBothPanes() && !hasRoom;
}

/** Whether the page is laid out for a phone. */
export function useIsPhone(): boolean {
  return !useMediaQuery('(width >= 48rem)');
}

// Hidden from everybody, but only when the details have come over it.
const hiddenLater = 'max-lg:invisible max-lg:transition-[visibility] max-lg:duration-0 max-lg:delay-(--dur-slow)';
const over = 'max-lg:absolute max-lg:inset-0 max-lg:z-(--z-sticky) max-lg:animate-push';
