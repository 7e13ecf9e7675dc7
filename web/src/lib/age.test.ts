import { expect, it } from 'vitest';
import { ageLabel } from './age';

const now = Date.parse('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T12:00:00Z', '0h ago'],
  ['2026-11-15T11:00:01Z', '0h ago'],
  ['2026-11-15T11:00:00Z', '1h ago'],
  ['2026-11-14T12:00:01Z', '23h ago'],
  ['2026-11-14T12:00:00Z', '1d ago'],
  ['2026-10-27T09:30:00Z', '19d ago'],
  // The other clock is ahead of ours.
  ['2026-11-15T12:20:00Z', '0h ago'],
  ['not a time', '0h ago'],
])('what was made at %s is %s', (createdAt, label) => {
  expect(ageLabel(createdAt, now)).toBe(label);
});
