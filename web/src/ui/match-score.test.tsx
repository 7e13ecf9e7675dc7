import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { levelOf, MatchScore } from './match-score';

it.each([
  [100, 4],
  [80, 4],
  [79, 3],
  [65, 3],
  [64, 2],
  [50, 2],
  [49, 1],
  [0, 1],
])('a match of %i has %i bars', (value, bars) => {
  expect(levelOf(value)).toBe(bars);
});

it('is read as a match, never as a score', () => {
  render(<MatchScore value={91} />);

  expect(screen.getByRole('img', { name: 'Match 91 of 100' })).toHaveTextContent('91');
});
