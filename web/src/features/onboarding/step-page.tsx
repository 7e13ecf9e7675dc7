import type { ReactNode } from 'react';
import { cx } from '../../ui/classes';

type StepPageProps = {
  title: string;
  about: string;
  /** Two columns' width, with everything beginning at their left edge. */
  isWide?: boolean;
  children: ReactNode;
};

/** One step of onboarding: what is asked, why, and the things to do. */
export function StepPage({ title, about, isWide = false, children }: StepPageProps) {
  return (
    <main className={cx('mx-auto w-full px-5', isWide ? wide : narrow)}>
      {/* The focus comes here after a change of steps. */}
      <h1 tabIndex={-1} className={cx('text-title outline-none', !isWide && 'md:text-center')}>
        {title}
      </h1>
      <p className={cx('mt-2 text-base text-foreground-soft', !isWide && 'md:text-center')}>{about}</p>
      <div className="mt-7 md:mt-8">{children}</div>
    </main>
  );
}

const narrow = 'max-w-150 pt-7 pb-5 md:px-0 md:pt-14 md:pb-10';
// 1040 px and the margins. A phone has the strip with the posts at its lower edge.
const wide = 'max-w-280 pt-7 pb-24 md:px-10 md:pt-12 md:pb-10';
