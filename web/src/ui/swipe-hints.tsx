import { cx } from './classes';

/** What a swipe is about to do, in the room that the row leaves. Only eyes need it: the row's menu does the same. */
export function SwipeHints({ left, right }: { left: string; right: string }) {
  return (
    <>
      <span aria-hidden="true" className={cx(hint, 'right-0 w-[calc(var(--swipe,0px)*-1)] justify-end group-data-[swipe=left]:flex')}>
        {left}
      </span>
      <span aria-hidden="true" className={cx(hint, 'left-0 w-(--swipe) justify-start group-data-[swipe=right]:flex')}>
        {right}
      </span>
    </>
  );
}

const hint =
  'absolute inset-y-0 hidden items-center overflow-hidden bg-primary-soft px-4 text-sm font-semibold whitespace-nowrap text-primary-text';
