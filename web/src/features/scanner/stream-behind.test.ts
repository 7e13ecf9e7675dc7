import { expect, it } from 'vitest';
import { behindText } from './stream-behind';

it.each([
  [0, 'Listening, up to date'],
  [14, 'Listening, up to date'],
  [40, 'Listening, 40 s behind'],
  [119, 'Listening, 119 s behind'],
  [150, 'Listening, 3 min behind'],
  [7_200, 'Listening, 2 h behind'],
])('%d seconds are said as %s', (seconds, text) => {
  expect(behindText(seconds)).toBe(text);
});
