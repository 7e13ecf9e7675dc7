import type { GoTrueClient as AuthClient, User } from '@supabase/auth-js';
import type { IdentityClient } from './client';
import type { GoogleFailure } from './google-failure';
import type { MailLink } from './mail-link';
import { markPasswordPending } from './pending-password';
import { createProfile } from './profile';
import { notifyOfSignup } from './signup-notification';

/** What has become of a link from a mail. */
export type MailLinkResult =
  /** A sign-up is confirmed and its profile made. Where to go depends on the name (spec §4, Authentication). */
  | { kind: 'confirmed'; hasName: boolean }
  /** There is a session, and the password is due. */
  | { kind: 'password-due' }
  /** There is a session, for no particular reason: a changed address, or one that was there before. */
  | { kind: 'signed-in' }
  /** The link did its work on the server, and no session came of it: it was opened in another browser. */
  | { kind: 'elsewhere' }
  | { kind: 'dead' }
  | { kind: 'google-failed'; failure: GoogleFailure };

/** Where the page was opened. The links of sign-up and of 'forgot password' lead to pages of their own. */
type LinkTarget = 'sign-up' | 'other';

/** Opens the link, once: the client is initialised and no listener knows of a session yet. */
export async function openMailLink(
  client: IdentityClient,
  landing: Exclude<MailLink, { kind: 'none' }>,
  target: LinkTarget,
): Promise<MailLinkResult> {
  switch (landing.kind) {
    case 'dead':
      return { kind: 'dead' };
    case 'google-failed':
      return landing;
    case 'code':
      return openWithCode(client, target);
    case 'tokens':
      return openWithTokens(client, landing);
  }
}

type LinkTokens = Extract<MailLink, { kind: 'tokens' }>;

async function openWithCode(client: IdentityClient, target: LinkTarget): Promise<MailLinkResult> {
  const { error } = await client.auth.initialize();
  const user = await userOf(client.auth);
  // Without a verifier the client does nothing, not even complain: only the code that stays in the address shows it.
  const isExchanged = error === null && !new URLSearchParams(window.location.search).has('code');
  if (user === undefined) return { kind: 'elsewhere' };
  if (!isExchanged || target === 'other') return { kind: 'signed-in' };
  return openConfirmed(client, user);
}

async function openConfirmed(client: IdentityClient, user: User): Promise<MailLinkResult> {
  const confirmed = await confirm(client, user);
  // Several sign-ups were pending, so the link confirmed the address and set no password (decisions, Identity).
  if (user.app_metadata['needs_password'] !== true) return confirmed;
  markPasswordPending(user.id, 'unset');
  return { kind: 'password-due' };
}

async function openWithTokens(client: IdentityClient, { accessToken, refreshToken, isRecovery }: LinkTokens): Promise<MailLinkResult> {
  // Anybody can write such an address. It must not swap the account of somebody who is signed in.
  if ((await userOf(client.auth)) !== undefined) return { kind: 'signed-in' };
  const { data } = await client.auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
  if (data.user === null) return { kind: 'elsewhere' };
  if (!isRecovery) return openConfirmed(client, data.user);
  markPasswordPending(data.user.id, 'forgotten');
  return { kind: 'password-due' };
}

async function confirm(client: IdentityClient, user: User): Promise<Extract<MailLinkResult, { kind: 'confirmed' }>> {
  const fullName: unknown = user.user_metadata['full_name'];
  const name = typeof fullName === 'string' ? fullName.trim() : '';
  const isCreated = await createProfile(client.tables, user.id);
  // Not awaited: nothing depends on it. Without a profile it waits for the load that makes one.
  if (isCreated) void notifyOfSignup({ id: user.id, email: user.email ?? '', fullName: name });
  return { kind: 'confirmed', hasName: name !== '' };
}

async function userOf(auth: AuthClient): Promise<User | undefined> {
  const { data } = await auth.getSession();
  return data.session?.user;
}
