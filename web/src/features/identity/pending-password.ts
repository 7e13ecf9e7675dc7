import type { GoTrueClient as AuthClient } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';

/** Why the user must choose a password before going on. */
export type PendingPassword =
  /** They asked for a new one and opened the link. */
  | 'forgotten'
  /** They confirmed an address with which several sign-ups were pending, so none of their passwords counts. */
  | 'unset';

/** What this user still owes; remembered over reloads and in other tabs until it is done. */
export function usePendingPassword(userId: string | undefined): PendingPassword | undefined {
  return useSyncExternalStore(subscribe, () => pendingPassword(userId));
}

export function pendingPassword(userId: string | undefined): PendingPassword | undefined {
  const [owner, due] = stored().split(' ');
  return userId !== undefined && owner === userId && (due === 'forgotten' || due === 'unset') ? due : undefined;
}

export function markPasswordPending(userId: string, due: PendingPassword): void {
  store(`${userId} ${due}`);
}

export function markPasswordChosen(): void {
  store('');
}

/** A link from a 'forgot password' mail brings a session, and with it this event. */
export function followRecovery(auth: AuthClient): void {
  auth.onAuthStateChange((event, session) => {
    if (event === 'PASSWORD_RECOVERY' && session !== null) markPasswordPending(session.user.id, 'forgotten');
  });
}

const storageKey = 'earshot-password-due';
const listeners = new Set<() => void>();
/** Where storage is forbidden it is remembered as long as the page. */
let inMemory = '';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function stored(): string {
  try {
    return window.localStorage.getItem(storageKey) ?? '';
  } catch {
    return inMemory;
  }
}

function store(value: string): void {
  inMemory = value;
  try {
    if (value === '') window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, value);
  } catch {
    // See `inMemory`.
  }
  for (const listener of listeners) listener();
}
