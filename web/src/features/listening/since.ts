/** '14:05', or 'Tue 17 Nov, 14:05' if that was not today, in the reader's own time zone. */
export function since(at: string, now: Date): string {
  const date = new Date(at);
  const time = clock.format(date);
  return day.format(date) === day.format(now) ? time : `${weekday.format(date)} ${day.format(date)}, ${time}`;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
