import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseTheme, useThemeChoice } from './theme';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  delete document.documentElement.dataset['theme'];
});

it('a choice is kept and told to the script that sets the class', () => {
  const told: unknown[] = [];
  window.addEventListener('earshot-theme', (event) => told.push((event as CustomEvent).detail), { once: true });

  chooseTheme('dark');

  expect(localStorage.getItem('earshot-theme')).toBe('dark');
  expect(told).toEqual(['dark']);
});

it('a choice counts for this page where storage is forbidden', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  const told: unknown[] = [];
  window.addEventListener('earshot-theme', (event) => told.push((event as CustomEvent).detail), { once: true });

  chooseTheme('light');

  expect(told).toEqual(['light']);
});

it('the choice is read from the page and followed when it changes', async () => {
  const { result } = renderHook(useThemeChoice);
  expect(result.current).toBe('system');

  await act(async () => {
    document.documentElement.dataset['theme'] = 'dark';
  });

  expect(result.current).toBe('dark');
});
