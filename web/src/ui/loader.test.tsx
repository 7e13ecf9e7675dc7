import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { LoaderScreen } from './loader';

afterEach(() => document.querySelector('.first-loader')?.remove());

test('a wait on the way shows itself only when it lasts', () => {
  render(<LoaderScreen>Checking…</LoaderScreen>);

  expect(screen.getByRole('status')).toHaveClass('appear-after-150');
});

test('the first wait takes the place of the loader in index.html at once', () => {
  const first = document.createElement('div');
  first.className = 'first-loader';
  document.body.append(first);

  render(<LoaderScreen>Checking…</LoaderScreen>);

  expect(screen.getByRole('status')).not.toHaveClass('appear-after-150');
});
