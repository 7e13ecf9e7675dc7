import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './classes';
import { Loader } from './loader';

type ButtonLook = {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Before the label; the loader takes its place while busy. */
  icon?: LucideIcon;
  /** After the label: an arrow that leads out of the app, a chevron that opens. */
  iconAfter?: LucideIcon;
};

type ButtonProps = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean };

/**
 * A busy button keeps its width, its label and the focus: it is `aria-disabled` and swallows the
 * click (so a form is not sent twice), because a natively disabled one would drop the focus.
 */
export function Button({
  variant = 'outline',
  size = 'md',
  icon,
  iconAfter,
  isBusy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={isBusy ? swallow : onClick}
      className={cx(shape, sizes[size], variants[variant], className)}
    >
      <ButtonContent icon={icon} iconAfter={iconAfter} isBusy={isBusy}>
        {children}
      </ButtonContent>
    </button>
  );
}

/** A link that looks like a button. Links that leave the app say so in their own accessible name. */
export function ButtonLink({
  variant = 'outline',
  size = 'md',
  icon,
  iconAfter,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a {...rest} className={cx(shape, sizes[size], variants[variant], className)}>
      <ButtonContent icon={icon} iconAfter={iconAfter}>
        {children}
      </ButtonContent>
    </a>
  );
}

function ButtonContent({
  icon: Icon,
  iconAfter: IconAfter,
  isBusy = false,
  children,
}: {
  icon?: LucideIcon | undefined;
  iconAfter?: LucideIcon | undefined;
  isBusy?: boolean;
  children: ReactNode;
}) {
  if (isBusy && Icon === undefined) {
    return (
      <span className="-mx-2 inline-flex items-center gap-1">
        <Loader size={12} />
        {children}
      </span>
    );
  }
  return (
    <>
      {Icon !== undefined && (isBusy ? <Loader size={15} /> : <Icon size={15} aria-hidden="true" className="flex-none" />)}
      {children}
      {IconAfter !== undefined && <IconAfter size={15} aria-hidden="true" className="flex-none" />}
    </>
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
}

const shape =
  'inline-flex flex-none items-center justify-center gap-2 border font-label whitespace-nowrap no-underline select-none ' +
  'transition-colors duration-(--dur-instant) touch:min-h-(--touch) ' +
  'disabled:border-border disabled:bg-sunken disabled:bg-none disabled:text-disabled-foreground disabled:shadow-none';

const sizes = {
  sm: 'min-h-(--control-sm) rounded-md px-2.5 text-xs',
  md: 'min-h-(--control) rounded-md px-3 text-sm',
  lg: 'min-h-(--control-lg) rounded-control-lg px-4.5 text-list',
} as const;

const variants = {
  primary:
    'border-transparent bg-primary text-primary-foreground shadow-[inset_0_1px_0_rgb(255_255_255/0.18),var(--shadow-xs)] ' +
    'hover:bg-primary-hover active:bg-primary-active',
  outline: 'border-border-strong bg-card text-foreground shadow-xs hover:bg-hover active:bg-sunken dark:shadow-none',
  ghost:
    'border-transparent text-foreground-soft hover:bg-hover hover:text-foreground active:bg-sunken disabled:border-transparent disabled:bg-transparent',
  danger: 'border-transparent bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-hover',
  'danger-ghost': 'border-transparent text-negative hover:bg-negative-soft disabled:border-transparent disabled:bg-transparent',
} as const;
