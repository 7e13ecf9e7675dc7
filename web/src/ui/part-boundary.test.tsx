import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PartBoundary } from './part-boundary';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

it('shows something else in place of what breaks, and the rest stays', () => {
  render(page(null));

  expect(screen.getByText('This cannot be shown.')).toBeVisible();
  expect(screen.getByText('The rest')).toBeVisible();
});

it('tries again with another subject', () => {
  const { rerender } = render(page(null));

  rerender(page(['late payments']));

  expect(screen.getByText('late payments')).toBeVisible();
  expect(screen.queryByText('This cannot be shown.')).not.toBeInTheDocument();
});

function page(words: string[] | null) {
  return (
    <>
      <PartBoundary subject={words} instead={<p>This cannot be shown.</p>}>
        <Words words={words as string[]} />
      </PartBoundary>
      <p>The rest</p>
    </>
  );
}

function Words({ words }: { words: string[] }) {
  return <p>{words.join(', ')}</p>;
}
