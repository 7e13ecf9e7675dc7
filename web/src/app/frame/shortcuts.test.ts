import { describe, expect, it } from 'vitest';
import { actionOf, type KeyPress } from './shortcuts';

const search = { does: 'open-tab', tab: 'search' };
const mentions = { does: 'open-tab', tab: 'mentions' };
const settings = { does: 'open-tab', tab: 'settings' };
const focusSearch = { does: 'focus-search' };
const generate = { does: 'ask-screen', target: 'generate' };
const switchTheme = { does: 'switch-theme' };
const showShortcuts = { does: 'show-shortcuts' };

describe('a key on the page', () => {
  it.each([
    ['Ctrl+1', press('1', { ctrlKey: true }), search],
    ['Cmd+2', press('2', { metaKey: true }), mentions],
    ['Ctrl+3', press('3', { ctrlKey: true }), settings],
    ['Ctrl+K', press('k', { ctrlKey: true }), focusSearch],
    ['Cmd+K', press('k', { metaKey: true }), focusSearch],
    ['Ctrl+Enter', press('Enter', { ctrlKey: true }), generate],
    ['Cmd+Enter', press('Enter', { metaKey: true }), generate],
    ['Ctrl+K with Caps Lock', press('K', { ctrlKey: true }), focusSearch],
    ['1', press('1'), search],
    ['2', press('2'), mentions],
    ['3', press('3'), settings],
    ['J', press('j'), { does: 'ask-screen', target: 'next-row' }],
    ['K', press('k'), { does: 'ask-screen', target: 'previous-row' }],
    ['S', press('s'), { does: 'ask-screen', target: 'save' }],
    ['A', press('a'), { does: 'ask-screen', target: 'mark-answered' }],
    ['W', press('w'), { does: 'ask-screen', target: 'mark-won' }],
    ['Shift+J', press('J', { shiftKey: true }), { does: 'ask-screen', target: 'pick-next' }],
    ['Shift+K', press('K', { shiftKey: true }), { does: 'ask-screen', target: 'pick-previous' }],
    ['X', press('x'), { does: 'ask-screen', target: 'reject' }],
    ['Shift+X', press('X', { shiftKey: true }), { does: 'ask-screen', target: 'toggle-rejected' }],
    ['Esc', press('Escape'), { does: 'ask-screen', target: 'back-to-list' }],
    ['Shift+D', press('D', { shiftKey: true }), switchTheme],
    ['Shift+D with Caps Lock', press('d', { shiftKey: true }), switchTheme],
    ['?', press('?', { shiftKey: true }), showShortcuts],
    ['? on a layout that has it without Shift', press('?'), showShortcuts],
    // AZERTY types digits with Shift, and says '&' for Ctrl with the same key.
    ['1 on a French layout', press('1', { shiftKey: true, code: 'Digit1' }), search],
    ['Ctrl+1 on a French layout', press('&', { ctrlKey: true, code: 'Digit1' }), search],
    ['Ctrl+K on a Russian layout', press('л', { ctrlKey: true, code: 'KeyK' }), focusSearch],
    ['Shift+D on a Russian layout', press('В', { shiftKey: true, code: 'KeyD' }), switchTheme],
    ['K where a Dvorak layout has V', press('k', { ctrlKey: true, code: 'KeyV' }), focusSearch],
  ])('%s does what the sheet says', (_name, key, action) => {
    expect(actionOf(key, 'page', true)).toEqual(action);
  });

  it.each([
    ['4', press('4')],
    ['D without Shift', press('d')],
    ['Q, which no screen answers to', press('q')],
    ['Shift+Q', press('Q', { shiftKey: true })],
    ['! (Shift+1)', press('!', { shiftKey: true, code: 'Digit1' })],
    ['Ctrl+Shift+K, which belongs to the browser', press('K', { ctrlKey: true, shiftKey: true })],
    ['Ctrl+Shift+1', press('!', { ctrlKey: true, shiftKey: true, code: 'Digit1' })],
    ['Ctrl+Shift+D', press('D', { ctrlKey: true, shiftKey: true })],
    ['Ctrl+?', press('?', { ctrlKey: true, shiftKey: true })],
    ['Ctrl+Cmd+K', press('k', { ctrlKey: true, metaKey: true })],
    ['Alt+1', press('1', { altKey: true })],
    ['AltGr+K', press('k', { ctrlKey: true, altKey: true })],
    ['the V key of a Dvorak layout with Ctrl', press('.', { ctrlKey: true, code: 'KeyV' })],
  ])('%s does nothing', (_name, key) => {
    expect(actionOf(key, 'page', true)).toBeUndefined();
  });
});

describe('where single keys are not wanted', () => {
  const single = [press('1'), press('2'), press('3'), press('D', { shiftKey: true }), press('?', { shiftKey: true })];
  const withCommand = [press('1', { ctrlKey: true }), press('k', { ctrlKey: true })];

  it.each(single)('a field keeps %o for itself', (key) => {
    expect(actionOf(key, 'field', true)).toBeUndefined();
  });

  it.each(withCommand)('a field lets %o through', (key) => {
    expect(actionOf(key, 'field', true)).toBeDefined();
  });

  it.each([...single, ...withCommand])('a menu or dialog lets nothing through: %o', (key) => {
    expect(actionOf(key, 'layer', true)).toBeUndefined();
  });

  it.each(single)('switched off, %o does nothing', (key) => {
    expect(actionOf(key, 'page', false)).toBeUndefined();
  });

  it.each(withCommand)('switched off, %o still works', (key) => {
    expect(actionOf(key, 'page', false)).toBeDefined();
  });

  it('a key that is held down acts once', () => {
    expect(actionOf(press('D', { shiftKey: true, repeat: true }), 'page', true)).toBeUndefined();
  });

  it('an input method that is still at work is left alone', () => {
    expect(actionOf(press('1', { isComposing: true }), 'page', true)).toBeUndefined();
    expect(actionOf(press('Process'), 'page', true)).toBeUndefined();
    expect(actionOf(press('k', { ctrlKey: true, isComposing: true }), 'page', true)).toBeUndefined();
  });
});

function press(key: string, rest: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, repeat: false, ...rest };
}
