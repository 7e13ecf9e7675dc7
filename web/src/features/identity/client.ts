import { GoTrueClient as AuthClient, type AuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { sendTokenFrom } from '../../api/client';
import type { Tables } from '../../api/tables';
import type { Settings } from '../../lib/settings';

/**
 * The stock client in its two halves: who is signed in, and what they may read. The second half is
 * large and of no use to somebody who only signs in, so it comes with its first use.
 */
export type IdentityClient = { auth: AuthClient; tables: Tables };

/**
 * Makes the one client. From then on the calls to the product's own API carry its session's token
 * too. Once is enough: the same settings give the same client.
 */
export function openIdentityClient({ authUrl, authKey }: Pick<Settings, 'authUrl' | 'authKey'>): IdentityClient {
  if (opened?.authUrl === authUrl && opened.authKey === authKey) return opened.client;
  const auth = new AuthClient({
    url: `${authUrl.replace(/\/+$/, '')}/auth/v1`,
    headers: { apikey: authKey, Authorization: `Bearer ${authKey}` },
    storageKey: storedTokenKey(authUrl),
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    // Of the address the client reads `?code=` only. Tokens and errors are read by `landing.ts`: a client
    // with PKCE refuses the former, and would take /payment?error=payment_failed for one of the latter.
    detectSessionInUrl: () => false,
  });
  const client = { auth, tables: tablesAt(authUrl, authKey, auth) };
  opened = { authUrl, authKey, client };
  sendTokenFrom(() => tokenOf(auth));
  return client;
}

/** The client that `openIdentityClient` has made. */
export function identityClient(): IdentityClient {
  if (opened === undefined) throw new Error('the identity client is used before the settings are known');
  return opened.client;
}

/** Where the browser keeps the session; the name that the stock client would choose by itself. */
export function storedTokenKey(authUrl: string): string {
  return `sb-${new URL(authUrl).hostname.split('.')[0]}-auth-token`;
}

/** Whether the server could not answer. That says nothing about the session, so nobody is signed out for it. */
export function isOutage(error: AuthError): boolean {
  return isAuthRetryableFetchError(error) || error.status === 429 || (error.status ?? 0) >= 500;
}

let opened: { authUrl: string; authKey: string; client: IdentityClient } | undefined;

function tablesAt(authUrl: string, authKey: string, auth: AuthClient): Tables {
  let loading: ReturnType<Tables> | undefined;
  const load = async () => {
    const { createClient } = await import('@supabase/supabase-js');
    return createClient(authUrl, authKey, { accessToken: async () => (await tokenOf(auth)) ?? null });
  };
  return () => {
    loading ??= load().catch((failure: unknown) => {
      // A network that was away for a moment must not be away for good.
      loading = undefined;
      throw failure;
    });
    return loading;
  };
}

async function tokenOf(auth: AuthClient): Promise<string | undefined> {
  const { data, error } = await auth.getSession();
  // A call without its token would look like a sign-out, so an outage fails the call instead.
  if (error !== null && isOutage(error)) throw error;
  return data.session?.access_token;
}
