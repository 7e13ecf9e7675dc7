import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/classes';
import type { MentionStats } from './api';
import { totalsOf } from './mention-days';
import { MentionsTrend } from './mentions-trend';
import { messages } from './messages';

const words = messages.trend;

type TrendStripProps = {
  stats: MentionStats;
  /** Shows or leaves the Overview beside the list; without one the trend unfolds in place. */
  overview: { isShown: boolean; onShow: () => void } | undefined;
};

/** How many mentions there were, in one line above the list, so that the first mention is in sight. */
export function TrendStrip({ stats, overview }: TrendStripProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { total } = totalsOf(stats.days, 30);
  const isOpen = overview?.isShown ?? isUnfolded;
  const Chevron = overview === undefined ? ChevronDown : ChevronRight;
  return (
    <div className="flex-none">
      <button
        type="button"
        {...(overview === undefined ? { 'aria-expanded': isOpen } : { 'aria-pressed': isOpen })}
        onClick={overview?.onShow ?? (() => setUnfolded(!isUnfolded))}
        className={cx(
          'focus-inset flex h-10 w-full items-center gap-2 border-b border-border px-4 text-sm touch:h-12',
          isOpen && overview !== undefined ? 'bg-selected' : 'bg-sunken hover:bg-hover',
        )}
      >
        <strong className="font-semibold tabular-nums">{total}</strong>{' '}
        <span className="min-w-0 flex-1 truncate text-left text-foreground-soft">{words.total(total, 30)}</span>{' '}
        {overview !== undefined && <span className="flex-none text-xs font-medium text-foreground-soft">{words.overview}</span>}
        <Chevron
          size={16}
          aria-hidden="true"
          className={cx('flex-none text-muted-foreground', overview === undefined && isOpen && 'rotate-180')}
        />
      </button>
      {overview === undefined && isUnfolded && <MentionsTrend stats={stats} />}
    </div>
  );
}
