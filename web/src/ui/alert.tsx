import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './classes';

type AlertProps = {
  kind: keyof typeof kinds;
  children: ReactNode;
  /** At the right: a link or a small button that helps. */
  action?: ReactNode;
  onDismiss?: () => void;
  className?: string;
};

/** Something the reader must know before going on. Errors are announced at once, the rest politely. */
export function Alert({ kind, children, action, onDismiss, className }: AlertProps) {
  const { icon: Icon, look, role } = kinds[kind];
  return (
    <div role={role} className={cx('flex min-h-10.5 items-center gap-2.5 rounded-control-lg border px-3 py-2 text-sm', look, className)}>
      {/* The icon stands beside the first line, however many follow. */}
      <div className="flex min-w-0 flex-1 items-start gap-2.5">
        <Icon size={16} aria-hidden="true" className="mt-0.5 flex-none" />
        <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      </div>
      {action}
      {onDismiss !== undefined && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="-m-1 grid size-7 flex-none place-items-center rounded-md hover:bg-foreground/7 touch:size-(--touch)"
        >
          <X size={15} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const kinds = {
  error: { icon: CircleAlert, role: 'alert', look: 'border-negative-line bg-negative-soft text-negative' },
  notice: { icon: CircleAlert, role: 'status', look: 'border-value-line bg-value-soft text-value' },
  success: { icon: CircleCheck, role: 'status', look: 'border-positive-line bg-positive-soft text-positive' },
  info: { icon: Info, role: 'status', look: 'border-primary-line bg-primary-soft text-primary-text' },
} as const;
