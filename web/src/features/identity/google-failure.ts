/** Why signing in with Google brought nobody; also the notice that says so. */
export type GoogleFailure = (typeof googleFailures)[number];

export const googleFailures = [
  'google-cancelled',
  'google-unverified',
  'google-taken',
  'google-expired',
  'google-limited',
  'google-failed',
] as const;

/** By the code in the address; undefined for the codes of links in mails. */
export function googleFailureOf(errorCode: string): GoogleFailure | undefined {
  return byCode.get(errorCode);
}

const byCode: ReadonlyMap<string, GoogleFailure> = new Map<string, GoogleFailure>([
  ['access_denied', 'google-cancelled'],
  ['provider_email_needs_verification', 'google-unverified'],
  ['identity_already_exists', 'google-taken'],
  ['bad_oauth_state', 'google-expired'],
  ['over_request_rate_limit', 'google-limited'],
  ['bad_oauth_callback', 'google-failed'],
  ['unexpected_failure', 'google-failed'],
  ['user_not_found', 'google-failed'],
]);
