import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './classes';

/** A word or a number with its meaning in colour, never by colour alone. */
export function Badge({ tone, icon: Icon, children }: { tone: keyof typeof tones; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={cx('inline-flex h-5 flex-none items-center gap-1 rounded-sm border px-1.5 text-2xs whitespace-nowrap', tones[tone])}>
      {Icon !== undefined && <Icon size={12} aria-hidden="true" className="flex-none" />}
      {children}
    </span>
  );
}

/** How many, at the right of a label. What is counted is said beside it ('7 unread'), not here. */
export function CountBadge({ children }: { children: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-flex h-4.5 min-w-5.5 items-center justify-center rounded-full border border-primary-line bg-primary-soft px-1.5 text-2xs font-semibold text-primary-text tabular-nums"
    >
      {children > mostCounted ? `${mostCounted}+` : children}
    </span>
  );
}

// More would leave no room for what it counts. It is visual only; screen readers get the number.
const mostCounted = 99;

const tones = {
  rank: 'border-rank bg-rank font-semibold text-rank-foreground tabular-nums',
  fresh: 'border-fresh-line bg-fresh-soft font-semibold text-fresh',
  value: 'border-value-line bg-value-soft font-semibold text-value',
  positive: 'border-positive-line bg-positive-soft font-semibold text-positive',
  negative: 'border-negative-line bg-negative-soft font-semibold text-negative',
  neutral: 'border-neutral-line bg-neutral-soft font-semibold text-neutral',
  accent: 'border-primary-line bg-primary-soft font-semibold text-primary-text',
  outline: 'border-border-strong font-medium text-foreground-soft',
} as const;
