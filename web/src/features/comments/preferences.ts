import { useSyncExternalStore } from 'react';
import { type Tone, toneOf } from './tones';

/*
 * The user's generator preferences. The panel is created again for every post, so they live outside of
 * it: the tone and the settings row in this browser, whether the panel is open as long as the page.
 */

export function useTone(): [Tone, (tone: Tone) => void] {
  return [useSyncExternalStore(subscribe, () => toneOf(read(toneKey))), (tone) => write(toneKey, tone)];
}

export function useSettingsOpen(): [boolean, (isOpen: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => read(settingsKey) === 'open'), (isOpen) => write(settingsKey, isOpen ? 'open' : 'closed')];
}

export function usePanelOpen(): [boolean, (isOpen: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => isPanelOpen), openPanel];
}

export function openPanel(isOpen: boolean): void {
  isPanelOpen = isOpen;
  tellListeners();
}

const toneKey = 'earshot-comment-tone';
const settingsKey = 'earshot-comment-settings';
const listeners = new Set<() => void>();
// What storage would not take lasts as long as the page.
const unstored = new Map<string, string>();
let isPanelOpen = false;

function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
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
