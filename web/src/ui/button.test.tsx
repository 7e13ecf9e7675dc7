import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Plus } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

it('a busy button keeps its label and the focus, and does nothing', async () => {
  const onClick = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={onClick}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  rerender(
    <Button onClick={onClick} isBusy>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Save', busy: true });
  await userEvent.click(button);

  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(onClick).toHaveBeenCalledOnce();
});

it.each(['a click', 'Enter in the field'])('a form is not sent twice by %s while its button is busy', async (way) => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form aria-label="Account" onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" isBusy>
        Saving
      </Button>
    </form>,
  );

  if (way === 'a click') await userEvent.click(screen.getByRole('button'));
  else await userEvent.type(screen.getByLabelText('Name'), 'Nora{Enter}');

  expect(onSubmit).not.toHaveBeenCalled();
});

it('does not submit the form around it unless asked to', async () => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form aria-label="Account" onSubmit={onSubmit}>
      <Button icon={Plus}>Add</Button>
    </form>,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Add' }));

  expect(onSubmit).not.toHaveBeenCalled();
});
