import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Wave } from './wave';
import { fadingShape, waveShape } from './wave-shape';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('has a shape of its own for every seed, the same each time, and never leaves its box', () => {
  const shape = waveShape('discovery', 80);

  expect(waveShape('discovery', 80)).toEqual(shape);
  expect(waveShape('trial', 80)).not.toEqual(shape);
  expect(Math.min(...shape)).toBeGreaterThanOrEqual(0.14);
  expect(Math.max(...shape)).toBeLessThanOrEqual(1);
});

it('keeps the bars it has when there is room for more', () => {
  expect(waveShape('discovery', 80).slice(0, 40)).toEqual(waveShape('discovery', 40));
});

it('dies out to the right', () => {
  const shape = fadingShape('out of earshot', 61);

  expect(Math.max(...shape)).toBe(1);
  expect(Math.max(...shape.slice(50))).toBeLessThan(0.1);
});

it.each([
  [0, 0],
  [50, 20],
  [100, 40],
  [140, 40],
  [-5, 0],
])('at %i percent %i of 40 bars are filled', (value, filled) => {
  render(<Wave label="Finding opportunities" value={value} seed="discovery" height={30} />);

  const wave = screen.getByRole('progressbar', { name: 'Finding opportunities' });
  expect(wave.querySelectorAll('rect')).toHaveLength(40);
  expect(wave.querySelectorAll('.wave-heard')).toHaveLength(filled);
});

it('tells its value as a number and, where that says too little, in words', () => {
  render(<Wave label="Next scan" value={61.6} valueText="2 days 14 hours" seed="scan" height={22} />);

  const wave = screen.getByRole('progressbar', { name: 'Next scan' });
  expect(wave).toHaveAttribute('aria-valuenow', '62');
  expect(wave).toHaveAttribute('aria-valuetext', '2 days 14 hours');
});
