/** How long a `Retry-After` header asks to wait: seconds, or a date. Nothing if it says neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // `Date.parse` makes a date of nearly anything ('-5' is a day in May 2001); a date of HTTP ends in GMT.
  const date = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
