/** Joins class names and leaves out the ones whose condition does not hold. */
export function cx(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== '').join(' ');
}
