import type { SourceName } from './source';

/**
 * The page of a text at its source. Only the path of what was stored is used, and on Hacker News the number
 * of the item, so that nothing that a stranger wrote can lead anywhere else (security, XSS).
 */
export function pageAddress(source: SourceName, stored: string): string {
  const origin = origins[source];
  const url = readAddress(stored, origin);
  if (url === undefined) return `${origin}/`;
  const item = source === 'hacker_news' ? url.searchParams.get('id') : null;
  return `${origin}${url.pathname}${item !== null && /^\d+$/u.test(item) ? `?id=${item}` : ''}`;
}

/** Where a stored address leads, for a row that does not say where it was written. */
export function sourceOfAddress(stored: string): SourceName {
  const origin = readAddress(stored, origins.reddit)?.origin;
  if (origin === origins.hacker_news) return 'hacker_news';
  return origin === origins.bluesky ? 'bluesky' : 'reddit';
}

const origins = {
  reddit: 'https://www.reddit.com',
  hacker_news: 'https://news.ycombinator.com',
  bluesky: 'https://bsky.app',
} satisfies Record<SourceName, string>;

/** An address with another scheme has no path of a page; one of another host keeps only its path. */
function readAddress(stored: string, base: string): URL | undefined {
  try {
    const url = new URL(stored, base);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
  } catch {
    return undefined;
  }
}
