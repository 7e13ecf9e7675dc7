import { expect, it } from 'vitest';
import { momentIn } from './time-zone';

const at = '2026-11-23T07:00:00Z';

it.each([
  ['Europe/Berlin', 'Mon 23 November, 08:00'],
  ['America/New_York', 'Mon 23 November, 02:00'],
  ['Pacific/Auckland', 'Mon 23 November, 20:00'],
  [null, 'Mon 23 November, 07:00'],
  ['Atlantis/Capital', 'Mon 23 November, 07:00'],
])('in %s the moment is %s', (zone, moment) => {
  expect(momentIn(zone, at)).toBe(moment);
});
