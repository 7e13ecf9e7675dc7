import { useEffect, useEffectEvent } from 'react';
import { keyboardActionHandler } from '../../lib/keyboard-actions';
import { searchTarget } from '../../lib/search-shortcut-target';
import { areSingleKeysOn } from '../../lib/single-keys';
import { chooseTheme } from '../../lib/theme';
import { actionOf, type KeyPlace, type ShortcutAction } from './shortcuts';
import type { Tab } from './tabs';

type ShortcutHandlers = {
  showShortcuts: () => void;
  /** Left out on pages that have no tabs; their keys then stay with the browser. */
  openTab?: ((tab: Tab) => void) | undefined;
};

/** Listens to the keyboard of the whole page while the frame is on it. */
export function useShortcuts(doers: ShortcutHandlers): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const action = actionOf(event, keyPlace(event.target), areSingleKeysOn());
    if (action !== undefined && perform(action, doers)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Says whether there was something to do: if not, the key belongs to the browser. */
function perform(action: ShortcutAction, { openTab, showShortcuts }: ShortcutHandlers): boolean {
  switch (action.does) {
    case 'open-tab':
      openTab?.(action.tab);
      return openTab !== undefined;
    case 'focus-search': {
      const field = searchTarget();
      field?.focus();
      field?.select();
      return field !== undefined;
    }
    case 'switch-theme':
      chooseTheme(document.documentElement.classList.contains('dark') ? 'light' : 'dark');
      return true;
    case 'show-shortcuts':
      showShortcuts();
      return true;
    case 'ask-screen': {
      const doing = keyboardActionHandler(action.target);
      doing?.();
      return doing !== undefined;
    }
  }
}

function keyPlace(target: EventTarget | null): KeyPlace {
  // An open layer is modal: it counts even while the focus is on its way there.
  if (document.querySelector(openLayer) !== null) return 'layer';
  return target instanceof Element && target.closest(fields) !== null ? 'field' : 'page';
}

const openLayer = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])[data-state="open"]';

const fields =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"]), ' +
  '[role="textbox"], [role="searchbox"], [role="combobox"], [role="spinbutton"]';
