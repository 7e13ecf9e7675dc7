import { useSyncExternalStore } from 'react';

/*
 * Whether keys without Cmd or Ctrl do something. People who speak to their computer or brush over
 * keys need to switch them off (WCAG 2.1.4). On by default; kept in this browser.
 */

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}

export function areSingleKeysOn(): boolean {
  return unstored ?? read() !== 'off';
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
    unstored = undefined;
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
    unstored = isOn;
  }
  for (const listener of listeners) listener();
}

const storageKey = 'earshot-single-keys';
const listeners = new Set<() => void>();
let unstored: boolean | undefined;

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  // Other tabs of this browser.
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}
