import type { AuthError, User } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { ApiFailure, call, failed } from '../../../api/errors';
import { readRows } from '../../../api/tables';
import { saveFile } from '../../../lib/save-file';
import { identityClient } from '../client';
import { recheckSession, signOut, type SignedInUser } from '../session';

/*
 * What the account sheet asks of the server. Everything fails with an `ApiFailure`, whose message is
 * either ours or the provider's own sentence.
 */

/** The address that a change of e-mail is waiting for, if there is one. */
export const pendingEmail = (userId: string) =>
  queryOptions({
    queryKey: ['pending-email', userId],
    queryFn: async () => pendingIn((await settled(identityClient().auth.getUser())).user),
  });

/** The name stands in two places, in the session and in the profile; both agree afterwards. Doing it again is safe. */
export async function changeName(user: SignedInUser, fullName: string): Promise<void> {
  const client = identityClient();
  await readRows(
    (await client.tables()).from('profiles').update({ full_name: fullName, updated_at: new Date().toISOString() }).eq('id', user.id),
  );
  await settled(client.auth.updateUser({ data: { full_name: fullName } }));
}

/** The address changes when the link in the mail is opened. Answers which one is pending now. */
export async function changeEmail(email: string): Promise<string | null> {
  const answer = await settled(identityClient().auth.updateUser({ email }, { emailRedirectTo: `${window.location.origin}/auth` }));
  return pendingIn(answer.user);
}

/**
 * The server ends all other sessions with it. It asks for the current password unless the person has
 * just signed in.
 */
export async function changePassword({ current, password }: { current: string; password: string }): Promise<void> {
  await settled(identityClient().auth.updateUser({ password, ...(current !== '' && { current_password: current }) }));
}

/** Where the account is in use, the last used device first. */
export const signedInDevices = (userId: string) =>
  queryOptions({
    queryKey: ['signed-in-devices', userId],
    queryFn: async () => (await call(api.GET('/api/account/sessions'))).sessions,
  });

export async function signOutDevice(id: string): Promise<void> {
  await call(api.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }));
}

export async function signOutOthers(): Promise<void> {
  const { error } = await identityClient().auth.signOut({ scope: 'others' });
  if (error !== null) throw failureOf(error);
}

/** Signing out never fails, so that nobody is kept in; the promise about the other devices is asked for first. */
export async function signOutEverywhere(): Promise<void> {
  await signOutOthers();
  await signOut('global');
}

export async function downloadData(): Promise<void> {
  // As bytes, because the file is to be what the server wrote.
  const content = await call(api.GET('/api/account/export', { parseAs: 'blob' }));
  saveFile(content, 'earshot-my-data.json');
}

/** Takes the person to the marketing site afterwards, with nothing of the session left in this browser. */
export async function deleteAccount(email: string): Promise<void> {
  await call(api.DELETE('/api/account', { body: { confirm: email } }));
  await signOut('local');
}

function pendingIn(user: User | null): string | null {
  return user?.new_email ?? null;
}

async function settled<Data>(answer: Promise<AuthResult<Data>>): Promise<Data> {
  const { data, error } = await answer;
  if (error !== null) throw failureOf(error);
  return data;
}

function failureOf(error: AuthError): ApiFailure {
  if (endedSession.has(error.code ?? '')) void recheckSession();
  if (error.status === undefined || error.status === 0 || error.status >= 500) return failed('unreachable', error);
  return new ApiFailure(
    'refused',
    error.message,
    { status: error.status, statusText: '', code: error.code, retryAfterS: undefined },
    error,
  );
}

type AuthResult<Data> = { data: Data; error: null } | { data: unknown; error: AuthError };

const endedSession: ReadonlySet<string> = new Set(['session_not_found', 'user_not_found', 'bad_jwt']);
