import { useState } from 'react';
import { TrendChart } from '../../ui/trend-chart';
import type { MentionStats } from './api';
import { messages } from './messages';
import { daysOf, totalsOf, type TrendWindow } from './mention-days';

const words = messages.trend;

/** How many people spoke of the brand, day by day, and in which mood (design §8). */
export function MentionsTrend({ stats }: { stats: MentionStats }) {
  const [window, setWindow] = useState<TrendWindow>(30);
  const { total, positive, neutral, negative } = totalsOf(stats.days, window);
  const other = window === 30 ? 90 : 30;
  return (
    <TrendChart
      title={words.title}
      total={total}
      about={
        <button
          type="button"
          title={words.showDays(other)}
          onClick={() => setWindow(other)}
          className="relative rounded-xs before:absolute before:-inset-y-1 before:inset-x-0 hover:text-foreground hover:underline"
        >
          {words.total(total, window)}
        </button>
      }
      days={daysOf(stats.days, window)}
      legend={{ up: words.positive, middle: words.neutral, down: words.negative }}
      summary={words.summary(total, positive, neutral, negative, window)}
      columns={[words.day, words.mentions, words.positive, words.neutral, words.negative]}
    />
  );
}
