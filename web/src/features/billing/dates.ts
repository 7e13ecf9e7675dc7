/** '17 November 2026', in the reader's own time zone. */
export function longDate(at: string): string {
  return long.format(new Date(at));
}

/** '17 November', where the year goes without saying. */
export function shortDate(at: string): string {
  return short.format(new Date(at));
}

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
