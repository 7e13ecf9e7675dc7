/** The key that people hold for a command: ⌘ on a Mac, iPhone or iPad, Ctrl elsewhere. */
export function modifierKey(): '⌘' | 'Ctrl' {
  return isApple() ? '⌘' : 'Ctrl';
}

/** A key as the keyboard shows it. `Mod` is the command key of this platform. */
export function keyText(key: string): string {
  switch (key) {
    case 'Mod':
      return modifierKey();
    case 'Shift':
      return isApple() ? '⇧' : 'Shift';
    case 'Enter':
      return '↵';
    case 'Escape':
      return 'Esc';
    default:
      return key;
  }
}

/** Keys pressed together, as this platform writes them: '⌘K' or 'Ctrl+K' for `['Mod', 'K']`. */
export function shortcutText(keys: readonly string[]): string {
  return keys.map(keyText).join(isApple() ? '' : '+');
}

/** The same for `aria-keyshortcuts`, which knows the keys by their names in events. */
export function ariaShortcut(keys: readonly string[]): string {
  return keys.map((key) => (key === 'Mod' ? (isApple() ? 'Meta' : 'Control') : key)).join('+');
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
