/**
 * The page of a post on Reddit. Only the path of what was stored is used, so that nothing that a
 * stranger wrote can lead anywhere else (security, XSS).
 */
export function redditAddress(permalink: string): string {
  return `${origin}${pathOf(permalink)}`;
}

const origin = 'https://www.reddit.com';

function pathOf(permalink: string): string {
  try {
    // An address with another scheme has no path of a page; one of another host keeps only its path.
    const { protocol, pathname } = new URL(permalink, origin);
    return protocol === 'https:' || protocol === 'http:' ? pathname : '/';
  } catch {
    return '/';
  }
}
