import { expect, it } from 'vitest';
import { minutes, seconds } from './time';

it('seconds and minutes are counted in milliseconds', () => {
  expect(seconds(0.3)).toBe(300);
  expect(minutes(5)).toBe(300_000);
});
