import type { Session } from '@supabase/supabase-js';
import { type Browser, type Reply, type Site, address, expect, password, sha256Challenge } from './fixtures';

// Calls that several chapters of the auth contract make.

/** What the page of a dead link finds in its address. */
export const deadLink = { error: 'access_denied', error_code: 'otp_expired', error_description: 'Email link is invalid or has expired' };
export const tooSoon = /^For security purposes, you can only request this after \d+ seconds\.$/;
/** The secret of the browser that asks for links without the stock client. */
export const verifier = 'c0ffee'.repeat(16);

export function signIn(site: Site, email: string, secret: string) {
  return site.browser().client.auth.signInWithPassword({ email, password: secret });
}

export async function expectRefused(answer: ReturnType<typeof signIn>, code: string): Promise<void> {
  expect((await answer).error?.code).toBe(code);
}

export function passwordGrant(site: Site, email: string, secret: string): Promise<Reply> {
  return site.auth('/token?grant_type=password', { email, password: secret, gotrue_meta_security: {} });
}

export function refresh(site: Site, { refresh_token }: Pick<Session, 'refresh_token'>): Promise<Reply> {
  return site.auth('/token?grant_type=refresh_token', { refresh_token });
}

export function exchange(site: Site, code: string, code_verifier = verifier): Promise<Reply> {
  return site.auth('/token?grant_type=pkce', { auth_code: code, code_verifier });
}

export function getUser(site: Site, token: string): Promise<Reply> {
  return site.request('GET', '/auth/v1/user', { token });
}

/** Ends all sessions of a user without the client that has one of them noticing. */
export async function signOutEverywhere(site: Site, session: Session): Promise<void> {
  expect((await site.auth('/logout?scope=global', undefined, session.access_token)).status).toBe(204);
}

/** Signs up with the verifier of this page, and gives the link of the mail. */
export async function signedUp(site: Site, { redirect }: { redirect?: string } = {}): Promise<URL> {
  const email = address('ada');
  const body = { email, password, code_challenge: await sha256Challenge(verifier), code_challenge_method: 's256' };
  const query = redirect === undefined ? '' : `?redirect_to=${encodeURIComponent(redirect)}`;
  expect((await site.auth(`/signup${query}`, body)).status).toBe(200);
  return site.link(email);
}

type Answer = Awaited<ReturnType<Browser['client']['auth']['resend']>> | Awaited<ReturnType<Browser['client']['auth']['signUp']>>;

/** Asks for a mail again and again, until the minute since the last one is over. */
export async function retryForAMinute<Given extends Answer>(ask: () => Promise<Given>): Promise<Given> {
  // Not by `expect.poll`, which ends with the test that begins it: these minutes pass for several tests at once.
  const patienceMs = 80_000;
  const begun = Date.now();
  while (Date.now() - begun < patienceMs) {
    const answer = await ask();
    if (answer.error?.code !== 'over_email_send_rate_limit') return answer;
    await new Promise((again) => setTimeout(again, 3000));
  }
  throw new Error(`no mail was allowed in ${patienceMs} ms`);
}
