/** 'Tue 17 Nov', in the reader's own time zone. */
export function dayOf(at: string): string {
  const date = new Date(at);
  return `${weekday.format(date)} ${day.format(date)}`;
}

/** '14:20' */
export function timeOf(at: string): string {
  return time.format(new Date(at));
}

/** 'at 14:20', or with the day where that is another one: 'on Tue 17 Nov at 14:20'. */
export function momentOf(at: string, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? `at ${timeOf(at)}` : `on ${dayOf(at)} at ${timeOf(at)}`;
}

/** '12 Nov'; with the year where that is another one. */
export function shortDay(at: string, now: number): string {
  return withYear(day, at, now);
}

/** '2 November'; with the year where that is another one. */
export function longDay(at: string, now: number): string {
  return withYear(longDayFormat, at, now);
}

function withYear(format: Intl.DateTimeFormat, at: string, now: number): string {
  const date = new Date(at);
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? format.format(date) : `${format.format(date)} ${year}`;
}

const longDayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** When something was, as one says it: '09:12', 'yesterday, 18:40', 'Tuesday, 18:40', and after a week '2 November'. */
export function sinceLabel(at: string, now: number): string {
  const date = new Date(at);
  const daysAgo = daysBetween(date, new Date(now));
  if (daysAgo <= 0) return timeOf(at);
  if (daysAgo === 1) return `yesterday, ${timeOf(at)}`;
  return daysAgo < 7 ? `${longWeekday.format(date)}, ${timeOf(at)}` : longDayFormat.format(date);
}

/** Whole days in the reader's calendar; a day on which the clocks change is one, too. */
function daysBetween(one: Date, other: Date): number {
  return Math.round((dateOf(other) - dateOf(one)) / dayMs);
}

const dateOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
const dayMs = 86_400_000;
const longWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
