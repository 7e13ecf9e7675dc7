import { TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes';

type NoticeLineProps = {
  kind: keyof typeof looks;
  children: string;
  /** At the right: what helps, or says more. */
  action?: ReactNode;
};

/** What the reader must know, in one line. Errors are announced at once, the rest politely. */
export function NoticeLine({ kind, children, action }: NoticeLineProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex min-h-8 min-w-0 items-center gap-2.5 rounded-control-lg border px-3 text-xs touch:min-h-(--touch) touch:text-sm',
        looks[kind],
      )}
    >
      <TriangleAlert size={14} aria-hidden="true" className="flex-none" />
      <span className="min-w-0 flex-1 truncate" title={children}>
        {children}
      </span>
      {action}
    </div>
  );
}

/** The word at the right of the line that can be pressed. */
export function NoticeAction({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('flex-none rounded-xs font-semibold underline underline-offset-3 hover:decoration-2 touch:min-h-(--touch)', className)}
    />
  );
}

const looks = {
  notice: 'border-value-line bg-value-soft text-value',
  error: 'border-negative-line bg-negative-soft text-negative',
} as const;
