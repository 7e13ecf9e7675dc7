import { describe, expect, it } from 'vitest';
import { readMailLink, withoutMailLink } from './mail-link';

describe('what a link brings', () => {
  it.each([
    ['?code=abc', '', { kind: 'code' }],
    [
      '',
      '#access_token=a&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=signup',
      { kind: 'tokens', accessToken: 'a', refreshToken: 'r', isRecovery: false },
    ],
    ['', '#access_token=a&refresh_token=r&type=recovery', { kind: 'tokens', accessToken: 'a', refreshToken: 'r', isRecovery: true }],
    ['?error=access_denied&error_code=otp_expired', '#error=access_denied&error_code=otp_expired&sb=', { kind: 'dead' }],
    ['', '#error=access_denied&error_code=otp_expired', { kind: 'dead' }],
    ['?error=access_denied&error_code=access_denied', '', { kind: 'google-failed', failure: 'google-cancelled' }],
    ['?error=invalid_request&error_code=bad_oauth_state', '', { kind: 'google-failed', failure: 'google-expired' }],
    ['', '', { kind: 'none' }],
    ['', '#access_token=without-its-other-half', { kind: 'none' }],
  ])('%s%s', (search, hash, landing) => {
    expect(readMailLink({ search, hash })).toEqual(landing);
  });

  it('is not the error of a payment', () => {
    expect(readMailLink({ search: '?error=payment_failed', hash: '' })).toEqual({ kind: 'none' });
  });
});

describe('the address afterwards', () => {
  it.each([
    ['?code=abc', ''],
    ['?tab=mentions&code=abc', '?tab=mentions'],
    ['?error=access_denied&error_code=otp_expired&error_description=Email+link', ''],
    ['?error=payment_failed&code=abc', '?error=payment_failed'],
    ['', ''],
  ])('%s becomes %s', (search, clean) => {
    expect(withoutMailLink(search)).toBe(clean);
  });
});
