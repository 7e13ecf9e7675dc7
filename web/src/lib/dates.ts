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

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
