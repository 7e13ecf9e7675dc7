import { type GoogleFailure, googleFailureOf } from './google-failure';

/** What a link from a mail, or the way back from Google, has put into the address of the page it leads to. */
export type MailLink =
  | { kind: 'none' }
  /** To be exchanged for a session, by the client and only in the browser that asked for the link. */
  | { kind: 'code' }
  /** A session as it is, from a link that was asked for without a proof key. */
  | { kind: 'tokens'; accessToken: string; refreshToken: string; isRecovery: boolean }
  /** The link has expired or was used already. */
  | { kind: 'dead' }
  /** Google, or the way there and back, brought nobody. */
  | { kind: 'google-failed'; failure: GoogleFailure };

/** Read before the client is made, which takes the code out of the address. */
export function readMailLink({ search, hash }: Pick<Location, 'search' | 'hash'>): MailLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  const errorCode = query.get('error_code') ?? fragment.get('error_code');
  if (errorCode !== null) {
    const failure = googleFailureOf(errorCode);
    return failure === undefined ? { kind: 'dead' } : { kind: 'google-failed', failure };
  }
  if (accessToken !== null && refreshToken !== null) {
    return { kind: 'tokens', accessToken, refreshToken, isRecovery: fragment.get('type') === 'recovery' };
  }
  return query.has('code') ? { kind: 'code' } : { kind: 'none' };
}

/** The query without what the link has put there. The fragment goes altogether: the app has no other use for it. */
export function withoutMailLink(search: string): string {
  const query = new URLSearchParams(search);
  if (query.has('error_code')) query.delete('error');
  for (const name of ['code', 'error_code', 'error_description', 'sb']) query.delete(name);
  return query.size === 0 ? '' : `?${query}`;
}
