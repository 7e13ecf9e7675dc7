import { useSyncExternalStore } from 'react';
import { columnWidths } from '../../ui/side-column';
import { type Tone, toneOf } from './tones';

/*
 * The user's generator preferences. The panel is created again for every post, so they live outside of
 * it, in this browser: the tone, whether the panel and its settings are open, and how large it is.
 */

export function useTone(): [Tone, (tone: Tone) => void] {
  return [useSyncExternalStore(subscribe, () => toneOf(read(toneKey))), (tone) => write(toneKey, tone)];
}

export function useSettingsOpen(): [boolean, (isOpen: boolean) => void] {
  return [useIsOpen(settingsKey), (isOpen) => write(settingsKey, isOpen ? 'open' : 'closed')];
}

export function usePanelOpen(): [boolean, (isOpen: boolean) => void] {
  return [useIsOpen(panelKey), openPanel];
}

export function openPanel(isOpen: boolean): void {
  write(panelKey, isOpen ? 'open' : 'closed');
}

/** The width of the column, in px. */
export function useColumnWidth(): SizePreference {
  return useSize(widthKey, { ...columnWidths, usual: 400 });
}

/** The height of the dock, in percent of the pane. */
export function useDockHeight(): SizePreference {
  return useSize(dockKey, { ...dockHeights, usual: 55 });
}

export const dockHeights = { min: 30, max: 75 } as const;

export type SizePreference = { size: number; setSize: (size: number) => void; resetSize: () => void };

function useSize(key: string, { min, max, usual }: { min: number; max: number; usual: number }): SizePreference {
  const stored = Number(useSyncExternalStore(subscribe, () => read(key)) ?? Number.NaN);
  return {
    // What was stored may come from another version of the page.
    size: stored >= min && stored <= max ? stored : usual,
    setSize: (size) => write(key, String(size)),
    resetSize: () => write(key, String(usual)),
  };
}

function useIsOpen(key: string): boolean {
  return useSyncExternalStore(subscribe, () => read(key) === 'open');
}

const toneKey = 'earshot-comment-tone';
const settingsKey = 'earshot-comment-settings';
const panelKey = 'earshot-comment-panel';
const widthKey = 'earshot-comment-width';
const dockKey = 'earshot-comment-dock';
const listeners = new Set<() => void>();
// What storage would not take lasts as long as the page.
const unstored = new Map<string, string>();

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
