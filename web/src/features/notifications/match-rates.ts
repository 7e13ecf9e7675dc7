import type { Matches } from './api';

export const lowestMatch = 40;
export const highestMatch = 100;
/** The points of match that one bar stands for. */
const pointsPerBar = 2;
const barCount = (highestMatch - lowestMatch) / pointsPerBar;

/** How many posts each bar has, the lowest match first. The last one has 100 as well. */
export function barsOf({ counts }: Pick<Matches, 'counts'>): readonly number[] {
  const bars = Array.from({ length: barCount }, () => 0);
  for (const [point, count] of counts.entries()) {
    const bar = Math.min(Math.floor(point / pointsPerBar), barCount - 1);
    bars[bar] = (bars[bar] ?? 0) + count;
  }
  return bars;
}

/** Whether posts of this bar are above the line. */
export function isBarAbove(bar: number, minimum: number): boolean {
  const highest = bar === barCount - 1 ? highestMatch : lowestMatch + (bar + 1) * pointsPerBar - 1;
  return highest >= minimum;
}

export function countFrom({ counts }: Pick<Matches, 'counts'>, minimum: number): number {
  return counts.slice(minimum - lowestMatch).reduce((sum, count) => sum + count, 0);
}

/** How many come in which time; the first word is the quiet one: 'about', '3 a week'. */
export function rateOf(matches: Matches, minimum: number): { about?: string; rate: string } {
  const count = countFrom(matches, minimum);
  const perWeek = (count / matches.days) * 7;
  if (count === 0) return { rate: `none in ${matches.days} ${matches.days === 1 ? 'day' : 'days'}` };
  if (perWeek < 1) return { about: 'less than', rate: '1 a week' };
  if (perWeek > mostAWeek) return { about: 'about', rate: `${Math.round(perWeek / 7)} a day` };
  return { about: 'about', rate: `${Math.round(perWeek)} a week` };
}

/** More than that is easier to imagine by day. */
const mostAWeek = 14;
