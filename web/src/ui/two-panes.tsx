import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../lib/media-query';
import { cx } from './classes';
import { SideColumnHost, useIsSideColumnShown } from './side-column';

type TwoPanesProps = {
  listLabel: string;
  list: ReactNode;
  details: ReactNode;
  /** Something is open. Matters where there is no room for both: then the details stand over the list. */
  isReading?: boolean;
};

/**
 * List and details, 40 to 60, and what they open in a column beside them. Without room for both there is the list alone, until something is
 * opened. The list stays where it is below the details, so that coming back finds it was.
 */
export function TwoPanes({ listLabel, list, details, isReading = false }: TwoPanesProps) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const hasColumn = useIsSideColumnShown();
  return (
    <div className={cx('relative grid h-full min-h-0 grid-cols-1 overflow-hidden [container-type:inline-size]', panes(hasColumn))}>
      <section
        aria-label={listLabel}
        className={cx('@container flex min-h-0 min-w-0 flex-col bg-card lg:border-r lg:border-border', isReading && hiddenLater)}
      >
        {list}
      </section>
      <section aria-label="Details" className={cx('min-h-0 min-w-0 flex-col bg-background', isReading ? `flex ${over}` : 'hidden lg:flex')}>
        <SideColumnHost value={host}>{details}</SideColumnHost>
      </section>
      <div ref={setHost} className="min-h-0 empty:hidden" />
    </div>
  );
}

/** With a column the list has 312 px at 1280 and 336 at 1440, and the details never fewer than 440. */
function panes(hasColumn: boolean): string {
  return hasColumn
    ? 'grid-cols-[minmax(312px,clamp(312px,312px+(100vw-1280px)*0.15,440px))_minmax(440px,1fr)_auto]'
    : 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]';
}

/** Whether list and details stand side by side. */
export function useHasBothPanes(): boolean {
  return useMediaQuery('(width >= 64rem)');
}

/** Whether the list stands beside the details and has little room for that. */
export function useHasNarrowList(): boolean {
  const hasRoom = useMediaQuery('(width >= 85rem)');
  const hasColumn = useIsSideColumnShown();
  return useHasBothPanes() && (!hasRoom || hasColumn);
}

/** Whether the page is laid out for a phone. */
export function useIsPhone(): boolean {
  return !useMediaQuery('(width >= 48rem)');
}

// Hidden from everybody, but only when the details have come over it.
const hiddenLater = 'max-lg:invisible max-lg:transition-[visibility] max-lg:duration-0 max-lg:delay-(--dur-slow)';
const over = 'max-lg:absolute max-lg:inset-0 max-lg:z-(--z-sticky) max-lg:animate-push';
