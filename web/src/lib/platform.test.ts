import { afterEach, describe, expect, it, vi } from 'vitest';
import { ariaShortcut, modifierKey, shortcutText } from './platform';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

afterEach(() => vi.restoreAllMocks());

describe('shortcuts are written as the platform writes them', () => {
  it.each([
    { browser: mac, modifier: '⌘', search: '⌘K', rejected: '⇧X', aria: 'Meta+K' },
    { browser: iphone, modifier: '⌘', search: '⌘K', rejected: '⇧X', aria: 'Meta+K' },
    { browser: windows, modifier: 'Ctrl', search: 'Ctrl+K', rejected: 'Shift+X', aria: 'Control+K' },
  ])('$modifier in $browser', ({ browser, modifier, search, rejected, aria }) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(browser);

    expect(modifierKey()).toBe(modifier);
    expect(shortcutText(['Mod', 'K'])).toBe(search);
    expect(shortcutText(['Shift', 'X'])).toBe(rejected);
    expect(ariaShortcut(['Mod', 'K'])).toBe(aria);
  });

  it('names Enter and Escape as the keys do', () => {
    expect([shortcutText(['Enter']), shortcutText(['Escape']), shortcutText(['?'])]).toEqual(['↵', 'Esc', '?']);
  });
});
