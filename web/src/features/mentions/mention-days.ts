import type { NamedDay } from '../../ui/trend-chart';
import type { MentionDay } from './api';

/** How far back the trend may look. */
const trendWindows = [30, 90] as const;
export type TrendWindow = (typeof trendWindows)[number];

/** The days of the window as the chart shows them. Whose sentiment is undecided counts as neutral in volume only (design §8). */
export function daysOf(days: readonly MentionDay[], window: TrendWindow): NamedDay[] {
  return days.slice(-window).map(({ day, count, positive, negative, neutral }) => ({
    up: positive,
    middle: Math.max(0, count - positive - negative),
    down: negative,
    name: shortDay.format(new Date(day)),
    longName: longDay.format(new Date(day)),
    counts: [count, positive, neutral, negative],
  }));
}

/** What the days of the window come to. */
export function totalsOf(
  days: readonly MentionDay[],
  window: TrendWindow,
): { total: number; positive: number; neutral: number; negative: number } {
  const totals = { total: 0, positive: 0, neutral: 0, negative: 0 };
  for (const { count, positive, neutral, negative } of days.slice(-window)) {
    totals.total += count;
    totals.positive += positive;
    totals.neutral += neutral;
    totals.negative += negative;
  }
  return totals;
}

// Days are those of UTC, on the server too.
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
