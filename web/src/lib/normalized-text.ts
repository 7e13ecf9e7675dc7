/** A phrase as it is kept: without spaces around it, and single ones inside. */
export function normalizeSpaces(typed: string): string {
  return typed.trim().replaceAll(/\s+/gu, ' ');
}

/** Without regard to case, and to how an accent is written. */
export function isSameText(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}
