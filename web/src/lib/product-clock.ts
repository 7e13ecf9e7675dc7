import { minutes } from './time';

/**
 * The product's time. It is the server's, which a sandbox can move; posts, scans and plans have theirs from it. What happens in
 * this browser alone, such as how long a job has run, goes by `Date.now()`.
 */
export function productNow(): number {
  return Date.now() + aheadMs;
}

/** Takes over the time that the server had a moment ago. */
export function setProductClock(serverNow: unknown, now: number = Date.now()): void {
  const ahead = typeof serverNow === 'string' ? Date.parse(serverNow) - now : Number.NaN;
  // The way here takes a while, and a minute makes no age.
  aheadMs = Number.isNaN(ahead) || Math.abs(ahead) < minutes(1) ? 0 : ahead;
}

let aheadMs = 0;
