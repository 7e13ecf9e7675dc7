import { cx } from './classes';

/**
 * A key, or keys pressed together, as a visual hint. Screen readers get it from
 * `aria-keyshortcuts` of the control; touch screens have no use for it.
 */
export function Kbd({ variant = 'default', children }: { variant?: keyof typeof variants; children: string }) {
  return (
    <kbd aria-hidden="true" className={cx(shape, variants[variant])}>
      {children}
    </kbd>
  );
}

const shape =
  'inline-flex h-4.5 min-w-4.5 flex-none items-center justify-center rounded-[5px] border px-1 font-sans text-2xs font-medium touch:hidden';

const variants = {
  default: 'border-border-strong bg-card text-muted-foreground',
  /** On ink: tooltips and toasts. */
  inverse: 'border-toast-line bg-transparent text-toast-muted',
  /** On a filled button: the letter without a box. */
  plain: 'border-transparent text-current',
} as const;
