import { useSyncExternalStore } from 'react';
import type { Consent } from './rules';

/** What was answered, here or in another tab. */
export function useConsent(): Consent {
  return useSyncExternalStore(subscribe, currentConsent);
}

function currentConsent(): Consent {
  return parsed(stored()) ?? forThisPage;
}

/** Answers the question, or changes the answer; 'undecided' asks again. */
export function decideConsent(consent: Consent): void {
  forThisPage = consent;
  try {
    if (consent === 'undecided') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, consent);
  } catch {
    // Storage may be forbidden; then the answer lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Whether the browser says that its owner does not want to be followed. */
export function isTrackingUnwanted(): boolean {
  const signals: { doNotTrack?: string | null; globalPrivacyControl?: boolean } = navigator;
  return signals.doNotTrack === '1' || signals.doNotTrack === 'yes' || signals.globalPrivacyControl === true;
}

const storageKey = 'earshot-analytics-consent';
const listeners = new Set<() => void>();
let forThisPage: Consent = 'undecided';

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function parsed(value: string | null): Consent | undefined {
  return value === 'allowed' || value === 'refused' ? value : undefined;
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    // Another tab answered, or everything was cleared: that counts more than what this page remembers.
    forThisPage = parsed(event.newValue) ?? 'undecided';
    onChange();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onStorage);
  };
}
