/** Logs a problem that the page does not show to the browser's console. */
export function logWarning(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- The one place that may.
  console.warn(`Earshot: ${what}`, cause);
}
