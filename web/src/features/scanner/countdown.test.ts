import { expect, it } from 'vitest';
import { countdownText, frequencyLabel, scanProgress, spokenCountdown } from './countdown';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [6 * day + 23 * hour + 59 * minute, '6d 23h', '6 days 23 hours'],
  [2 * day + 14 * hour, '2d 14h', '2 days 14 hours'],
  [day + hour + 59 * minute, '1d 1h', '1 day 1 hour'],
  [day, '1d 0h', '1 day 0 hours'],
  [day - 1, '23h 59m', '23 hours 59 minutes'],
  [5 * hour + 42 * minute + 59_999, '5h 42m', '5 hours 42 minutes'],
  [hour, '1h 0m', '1 hour 0 minutes'],
  [hour - 1, '59m', '59 minutes'],
  [18 * minute, '18m', '18 minutes'],
  [minute, '1m', '1 minute'],
  [1, '1m', '1 minute'],
  [0, 'Due now', 'Due now'],
  [-5, 'Due now', 'Due now'],
])('%d ms are %s', (remainingMs, text, spoken) => {
  expect(countdownText(remainingMs)).toBe(text);
  expect(spokenCountdown(remainingMs)).toBe(spoken);
});

it.each([
  [0, '6h'],
  [1, '6h'],
  [6, '6h'],
  [7, '12h'],
  [12, '12h'],
  [13, 'daily'],
  [24, 'daily'],
  [25, '2d'],
  [48, '2d'],
  [49, '3d'],
  [72, '3d'],
  [73, 'weekly'],
  [168, 'weekly'],
  [169, 'monthly'],
  [720, 'monthly'],
])('every %d hours is %s', (hours, label) => {
  expect(frequencyLabel(hours)).toBe(label);
});

it.each([
  ['at the start', 168 * hour, 168, 5],
  ['half-way', 84 * hour, 168, 50],
  ['soon', 18 * minute, 24, 95],
  ['due', 0, 168, 95],
  ['later than one whole wait', 400 * hour, 168, 5],
  ['with a frequency that says nothing', hour, 0, 95],
])('the wave is never empty nor full: %s', (_when, remainingMs, frequencyHours, percent) => {
  expect(scanProgress(remainingMs, frequencyHours)).toBe(percent);
});
