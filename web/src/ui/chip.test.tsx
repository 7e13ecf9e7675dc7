import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ChoiceChip, RemovableChip } from './chip';

it('a chip is removed by a button that names it', async () => {
  const onRemove = vi.fn<() => void>();
  render(<RemovableChip label="late fees" removeLabel="Remove late fees" onRemove={onRemove} />);

  await userEvent.click(screen.getByRole('button', { name: 'Remove late fees' }));

  expect(onRemove).toHaveBeenCalledOnce();
});

it('a choice says whether it is the chosen one', () => {
  render(
    <>
      <ChoiceChip isChosen onChoose={() => {}}>
        Off topic
      </ChoiceChip>
      <ChoiceChip onChoose={() => {}}>Too old</ChoiceChip>
    </>,
  );

  expect(screen.getByRole('button', { name: 'Off topic', pressed: true })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Too old', pressed: false })).toBeInTheDocument();
});
