import { afterEach, expect, it, vi } from 'vitest';
import { areSingleKeysOn, switchSingleKeys } from './single-keys';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('is on until somebody switches it off, and is remembered', () => {
  expect(areSingleKeysOn()).toBe(true);

  switchSingleKeys(false);
  expect(areSingleKeysOn()).toBe(false);
  expect(localStorage.getItem('earshot-single-keys')).toBe('off');

  switchSingleKeys(true);
  expect(areSingleKeysOn()).toBe(true);
});

it('holds as long as the page where nothing can be stored', () => {
  const forbidden = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('storage is forbidden', 'SecurityError');
  });

  switchSingleKeys(false);
  expect(areSingleKeysOn()).toBe(false);

  forbidden.mockRestore();
  switchSingleKeys(true);
  expect(areSingleKeysOn()).toBe(true);
});
