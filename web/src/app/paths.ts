import { areMissing, type MissingSettings, type Settings } from '../lib/settings';

/** Which page an address shows, before anything about the person is known. */
export type Page = 'front-door' | 'not-found' | 'missing-settings';

export const titles = {
  'front-door': 'Earshot',
  'not-found': 'Page not found · Earshot',
  'missing-settings': 'Missing settings · Earshot',
} satisfies Record<Page, string>;

// The server answers these, with or without a slash at the end, with status 200 and any other page
// with 404, so the two lists agree.
const knownPaths = new Set(['/', '/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard']);

export function pageAt(pathname: string, settings: Settings | MissingSettings): Page {
  if (areMissing(settings)) return 'missing-settings';
  const withoutTrailingSlash = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return knownPaths.has(withoutTrailingSlash) ? 'front-door' : 'not-found';
}
