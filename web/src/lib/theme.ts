import { useSyncExternalStore } from 'react';

type ThemeChoice = 'light' | 'dark' | 'system';

/**
 * Chooses light, dark, or whatever the system says. The script at `/settings.js` sets the class
 * before the first paint and is the only one that does: it listens for this event, for the system
 * changing its mind and for other tabs.
 */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
  }
  window.dispatchEvent(new CustomEvent(changeEvent, { detail: choice }));
}

/** The choice (not the look): 'system' stays 'system' in the dark. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, chosenTheme);
}

function chosenTheme(): ThemeChoice {
  const choice = document.documentElement.dataset['theme'];
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

const storageKey = 'earshot-theme';
const changeEvent = 'earshot-theme';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
