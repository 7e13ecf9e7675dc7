import type { AuthChangeEvent, GoTrueClient as AuthClient, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { withinTime } from '../../api/time-limit';
import { seconds } from '../../lib/time';
import { isOutage } from './client';

/** Who is signed in, as far as this browser knows. */
type SessionState = { state: 'loading' } | { state: 'signed-out' } | { state: 'signed-in'; user: SignedInUser };

export type SignedInUser = { id: string; email: string; fullName: string; createdAt: string };

export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, currentSession);
}

export function currentSession(): SessionState {
  return current;
}

/** Reports every change, until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type SessionOptions = {
  auth: AuthClient;
  /** Where the client keeps the session in local storage. */
  tokenKey: string;
  /** Where people are after they have signed out. */
  marketingUrl: string;
};

/**
 * Loads the session and follows it from then on: refreshed, ended here, in another tab, or by the
 * server. `settleFirst` runs before any listener learns who is signed in, with the client ready to use.
 */
export async function startSession(parts: SessionOptions, settleFirst: () => Promise<void> = async () => {}): Promise<void> {
  opened = parts;
  isLeaving = false;
  current = { state: 'loading' };
  parts.auth.onAuthStateChange(hear);
  window.addEventListener('storage', hearStorage);
  window.addEventListener('pageshow', hearReturn);
  await parts.auth.initialize();
  await settleFirst();
  await readSession();
}

/** Ends the session here (`local`), or everywhere (`global`), forgets the stored token and leaves for the marketing site. */
export async function signOut(scope: 'local' | 'global' = 'global'): Promise<void> {
  const { auth, marketingUrl } = opening();
  // From here on the guards would only get in the way of leaving.
  isLeaving = true;
  await withinTime(signOutLimitMs, new AbortController().signal, () => auth.signOut({ scope })).catch(() => {});
  // The client keeps the session if the server cannot be asked. Who signs out wants it gone all the same.
  forgetToken();
  window.location.assign(marketingUrl);
}

/** For when the server says 401: asks it whether the session has ended, and signs out if so. */
export async function recheckSession(): Promise<void> {
  recheck ??= askForUser().finally(() => {
    recheck = undefined;
  });
  await recheck;
}

let opened: SessionOptions | undefined;
let current: SessionState = { state: 'loading' };
let isLeaving = false;
let recheck: Promise<void> | undefined;
const listeners = new Set<() => void>();
const signOutLimitMs = seconds(5);

function opening(): SessionOptions {
  if (opened === undefined) throw new Error('the session is used before it was started');
  return opened;
}

// Read again instead of taken from the first event, which is the same for an outage and for nobody.
async function readSession(): Promise<void> {
  const { data, error } = await opening().auth.getSession();
  if (error !== null) return isOutage(error) ? remember() : forget();
  if (data.session === null) return forgetBroken();
  return hasExpired(data.session) ? forget() : becomeUser(data.session.user);
}

/** Nobody is signed in. What is stored and cannot be read would be in the way at every load. */
function forgetBroken(): void {
  if (storedUser().isBroken) forgetToken();
  become({ state: 'signed-out' });
}

/** Whoever the stored session belongs to; nobody if there is none, or one that cannot be read. */
function remember(): void {
  const { user, isBroken } = storedUser();
  if (isBroken) forgetToken();
  become(user === undefined ? { state: 'signed-out' } : { state: 'signed-in', user });
}

/** A session without a user that can be read is of no use. */
function becomeUser(raw: unknown): void {
  const user = userOf(raw);
  if (user === undefined) forget();
  else become({ state: 'signed-in', user });
}

function hear(event: AuthChangeEvent, session: Session | null): void {
  if (current.state === 'loading' || event === 'INITIAL_SESSION') return;
  if (event === 'SIGNED_OUT') become({ state: 'signed-out' });
  else if (session === null) forget();
  else becomeUser(session.user);
}

/** Another tab took the token away: its sign-out could not reach the server, or the browser forgot this site. */
function hearStorage({ key, newValue, storageArea }: StorageEvent): void {
  const isTokenGone = key === null || (key === opening().tokenKey && newValue === null);
  if (isTokenGone && storageArea === window.localStorage && current.state !== 'loading') become({ state: 'signed-out' });
}

/** Going back after signing out shows the page as it was left; it must not look signed in. */
function hearReturn(event: PageTransitionEvent): void {
  if (!event.persisted) return;
  isLeaving = false;
  void readSession();
}

async function askForUser(): Promise<void> {
  const { error } = await opening().auth.getUser();
  if (error !== null && !isOutage(error)) forget();
}

/** Ends the session on this device without asking the server, which has refused it already. */
function forget(): void {
  forgetToken();
  void opening().auth.signOut({ scope: 'local' });
  become({ state: 'signed-out' });
}

function forgetToken(): void {
  try {
    window.localStorage.removeItem(opening().tokenKey);
  } catch {
    // Where storage is forbidden the client keeps the session in memory, and that goes with the page.
  }
}

function become(next: SessionState): void {
  // The client reports the same user again whenever the tab gets the focus.
  if (isLeaving || JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  for (const listener of listeners) listener();
}

function hasExpired({ expires_at: expiresAtS }: Session): boolean {
  return expiresAtS !== undefined && seconds(expiresAtS) <= Date.now();
}

function userOf(raw: unknown): SignedInUser | undefined {
  if (!isRecord(raw) || typeof raw['id'] !== 'string' || raw['id'] === '') return undefined;
  const metadata = isRecord(raw['user_metadata']) ? raw['user_metadata'] : {};
  return {
    id: raw['id'],
    email: textOf(raw['email']),
    fullName: textOf(metadata['full_name']).trim(),
    createdAt: textOf(raw['created_at']),
  };
}

/** The user of the stored session, which the client does not give out while it cannot be refreshed. */
function storedUser(): { user: SignedInUser | undefined; isBroken: boolean } {
  try {
    const text = window.localStorage.getItem(opening().tokenKey);
    if (text === null) return { user: undefined, isBroken: false };
    const stored: unknown = JSON.parse(text);
    const user = isRecord(stored) ? userOf(stored['user']) : undefined;
    return { user, isBroken: user === undefined };
  } catch {
    return { user: undefined, isBroken: true };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
