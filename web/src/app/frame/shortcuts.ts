import type { KeyboardAction } from '../../lib/keyboard-actions';
import type { Tab } from './tabs';

/** What a key can ask the frame to do, or to pass on to the screen that is open. */
export type ShortcutAction =
  | { does: 'open-tab'; tab: Tab }
  | { does: 'focus-search' }
  | { does: 'switch-theme' }
  | { does: 'show-shortcuts' }
  | { does: 'ask-screen'; target: KeyboardAction };

/** Where the keyboard is: on the page itself, in something that takes text, or in a layer above the page. */
export type KeyPlace = 'page' | 'field' | 'layer';

/** The parts of a `KeyboardEvent` that decide. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'repeat'>;

type Shortcut = {
  /** As `shortcutText` and the sheet write them. */
  keys: readonly string[];
  action: ShortcutAction;
  /** Held down, it goes on. */
  mayRepeat?: boolean;
};

export const shortcuts: readonly Shortcut[] = [
  { keys: ['Mod', '1'], action: { does: 'open-tab', tab: 'search' } },
  { keys: ['Mod', '2'], action: { does: 'open-tab', tab: 'mentions' } },
  { keys: ['Mod', '3'], action: { does: 'open-tab', tab: 'settings' } },
  { keys: ['Mod', 'K'], action: { does: 'focus-search' } },
  // The same tabs, for browsers that keep Cmd or Ctrl with a digit for themselves.
  { keys: ['1'], action: { does: 'open-tab', tab: 'search' } },
  { keys: ['2'], action: { does: 'open-tab', tab: 'mentions' } },
  { keys: ['3'], action: { does: 'open-tab', tab: 'settings' } },
  { keys: ['J'], action: { does: 'ask-screen', target: 'next-row' }, mayRepeat: true },
  { keys: ['K'], action: { does: 'ask-screen', target: 'previous-row' }, mayRepeat: true },
  { keys: ['Shift', 'J'], action: { does: 'ask-screen', target: 'pick-next' }, mayRepeat: true },
  { keys: ['Shift', 'K'], action: { does: 'ask-screen', target: 'pick-previous' }, mayRepeat: true },
  { keys: ['Escape'], action: { does: 'ask-screen', target: 'back-to-list' } },
  { keys: ['S'], action: { does: 'ask-screen', target: 'save' } },
  { keys: ['A'], action: { does: 'ask-screen', target: 'mark-answered' } },
  { keys: ['W'], action: { does: 'ask-screen', target: 'mark-won' } },
  { keys: ['X'], action: { does: 'ask-screen', target: 'reject' } },
  { keys: ['Shift', 'X'], action: { does: 'ask-screen', target: 'toggle-rejected' } },
  { keys: ['O'], action: { does: 'ask-screen', target: 'visit' } },
  { keys: ['G'], action: { does: 'ask-screen', target: 'toggle-generator' } },
  { keys: ['Mod', 'Enter'], action: { does: 'ask-screen', target: 'generate' } },
  { keys: ['C'], action: { does: 'ask-screen', target: 'copy' } },
  { keys: ['U'], action: { does: 'ask-screen', target: 'mark-read' } },
  { keys: ['R'], action: { does: 'ask-screen', target: 'refresh' } },
  { keys: ['F'], action: { does: 'ask-screen', target: 'find-posts' } },
  { keys: ['Shift', 'D'], action: { does: 'switch-theme' } },
  { keys: ['?'], action: { does: 'show-shortcuts' } },
];

/** Which shortcut a key press is, if it is one here and now. */
export function actionOf(press: KeyPress, place: KeyPlace, areSingleKeysOn: boolean): ShortcutAction | undefined {
  // An input method is still putting letters together. A layer keeps its keys, and the page below it stays as it is.
  if (press.isComposing || press.key === 'Process' || place === 'layer') return undefined;
  // Esc types nothing, so nobody needs to switch it off.
  const isSilent = isSingle(press) && (place === 'field' || (!areSingleKeysOn && press.key !== 'Escape'));
  const found = isSilent ? undefined : shortcuts.find(({ keys }) => matches(press, keys));
  return press.repeat && isSingle(press) && found?.mayRepeat !== true ? undefined : found?.action;
}

function isSingle(press: KeyPress): boolean {
  return !press.ctrlKey && !press.metaKey;
}

function matches(press: KeyPress, keys: readonly string[]): boolean {
  const wantsCommand = keys.includes('Mod');
  const hasCommand = press.ctrlKey !== press.metaKey;
  const last = keys.at(-1) ?? '';
  return (
    !press.altKey &&
    wantsCommand === hasCommand &&
    (wantsCommand || isSingle(press)) &&
    // Some layouts need Shift to type a digit or '?', so without a command only letters care about it.
    (wantsCommand || isLetter(last) ? press.shiftKey === keys.includes('Shift') : true) &&
    (press.key === last || typed(press, wantsCommand) === last)
  );
}

/**
 * The character of the key, in upper case. Where the layout has no Latin letters, or where Cmd or Ctrl
 * meets a digit that needs Shift, the place of the key on the keyboard says what is meant.
 */
function typed({ key, code }: KeyPress, hasCommand: boolean): string {
  const byPlace = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const letter = byPlace?.[1];
  const digit = byPlace?.[2];
  if (letter !== undefined && !isAscii(key)) return letter;
  if (digit !== undefined && hasCommand) return digit;
  return key.toUpperCase();
}

function isLetter(key: string): boolean {
  return /^[A-Z]$/.test(key);
}

function isAscii(key: string): boolean {
  return /^[\u0020-\u007e]$/.test(key);
}
