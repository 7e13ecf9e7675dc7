/** Tells whoever opens the browser's console about something that went wrong and is not shown. */
export function logWarning(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- The one place that may.
  console.warn(`Earshot: ${what}`, cause);
}
