/*
 * The calls that the ordinary limits do not fit, by path and in one place, so that no caller can
 * forget it.
 */

/** Calls that wait for a whole job and so have no time-out. */
export const longCalls: ReadonlySet<string> = new Set([
  '/api/analyze-website',
  '/api/reddit-discovery',
  '/api/mentions/search-now',
  '/api/ai-comment/generate',
]);

/** Calls whose failure is the answer, so it is reported at once instead of retried. */
export const askedOnce: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
