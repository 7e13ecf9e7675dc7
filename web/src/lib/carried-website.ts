import { forgetDraft, readDraft, saveDraft } from './drafts';
import { minutes } from './time';

/**
 * A website address that somebody gave before they had an account, on its way to onboarding. The
 * address bar loses it between sign-up, the mail and a sign-in elsewhere; this browser keeps it.
 */
export function carryWebsite(search: string, now: number): void {
  const website = new URLSearchParams(search).get('website')?.trim() ?? '';
  if (website !== '' && website.length <= longestAddress) saveDraft(name, { website, since: now });
}

/** What is on its way; nothing after a week, when another person may sit here. */
export function carriedWebsite(now: number): string | undefined {
  const kept = readDraft(name);
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { website, since } = kept as Record<string, unknown>;
  const isRecent = typeof since === 'number' && now - since < keptMs;
  return typeof website === 'string' && isRecent ? website : undefined;
}

export function forgetCarriedWebsite(): void {
  forgetDraft(name);
}

const name = 'carried-website';
const longestAddress = 2000;
const keptMs = minutes(7 * 24 * 60);
