import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { ariaShortcut } from '../lib/platform';
import { cx } from './classes';
import { Tooltip } from './tooltip';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon;
  /** The accessible name, and what the tooltip says. */
  label: string;
  shortcut?: readonly string[];
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** The icon turns and presses are ignored while what it started goes on. */
  isTurning?: boolean;
  tooltipSide?: ComponentProps<typeof Tooltip>['side'];
};

export function IconButton({ label, shortcut, tooltipSide = 'bottom', 'aria-describedby': describedBy, ...button }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltipSide}>
      <NamedButton {...button} {...{ label, shortcut, describedBy }} />
    </Tooltip>
  );
}

type NamedButtonProps = Omit<IconButtonProps, 'shortcut' | 'tooltipSide'> & {
  shortcut: readonly string[] | undefined;
  describedBy: string | undefined;
};

/**
 * The tooltip describes its trigger, here with the name that the button has already: a screen reader
 * would say it twice. So the description comes under a name of its own and replaces that of the tooltip.
 */
function NamedButton({
  icon: Icon,
  label,
  shortcut,
  describedBy,
  variant = 'ghost',
  size = 'md',
  isTurning = false,
  className,
  onClick,
  ...rest
}: NamedButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-describedby={describedBy}
      {...(shortcut !== undefined && { 'aria-keyshortcuts': ariaShortcut(shortcut) })}
      {...(isTurning && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={isTurning ? swallow : onClick}
      className={cx(shape, sizes[size], variants[variant], className)}
    >
      <Icon size={size === 'sm' ? 15 : 16} aria-hidden="true" className={isTurning ? 'animate-turn' : undefined} />
    </button>
  );
}

const swallow = (event: MouseEvent) => event.preventDefault();

const shape =
  'inline-grid flex-none place-items-center rounded-md border transition-colors duration-(--dur-instant) touch:size-(--touch) ' +
  'disabled:border-transparent disabled:bg-transparent disabled:text-disabled-foreground disabled:shadow-none';

const sizes = {
  sm: 'size-(--control-sm)',
  md: 'size-(--control)',
} as const;

const variants = {
  ghost:
    'border-transparent text-foreground-soft hover:bg-hover hover:text-foreground active:bg-sunken aria-pressed:bg-primary-soft aria-pressed:text-primary-text',
  outline: 'border-border-strong bg-card text-foreground shadow-xs hover:bg-hover active:bg-sunken dark:shadow-none',
  /** Takes something away: quiet until the pointer or the focus is on it. */
  negative: 'border-transparent text-muted-foreground hover:bg-negative-soft hover:text-negative focus-visible:text-negative',
} as const;
