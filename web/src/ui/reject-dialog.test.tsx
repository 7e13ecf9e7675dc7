import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { RejectDialog } from './reject-dialog';

function open() {
  const onConfirm = vi.fn<(reason: string) => void>();
  render(
    <RejectDialog
      title="Reject this post?"
      description="It leaves your list."
      confirmLabel="Reject Post"
      subject={{ title: 'Late payments', meta: 'r/freelance' }}
      quickReasons={['Off topic', 'Too old']}
      onConfirm={onConfirm}
      onClose={() => {}}
    />,
  );
  return onConfirm;
}

it('needs a reason that is not blank', async () => {
  const onConfirm = open();
  expect(screen.getByRole('button', { name: 'Reject Post' })).toBeDisabled();

  await userEvent.type(screen.getByLabelText('Reason'), '   ');
  expect(screen.getByRole('button', { name: 'Reject Post' })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onConfirm).not.toHaveBeenCalled();

  await userEvent.type(screen.getByLabelText('Reason'), 'Not ours  ');
  await userEvent.click(screen.getByRole('button', { name: 'Reject Post' }));
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Not ours');
});

it('starts in the field, and a quick reason fills it and can be edited', async () => {
  const onConfirm = open();
  expect(screen.getByLabelText('Reason')).toHaveFocus();

  await userEvent.click(screen.getByRole('button', { name: 'Off topic' }));
  expect(screen.getByLabelText('Reason')).toHaveValue('Off topic');
  await userEvent.type(screen.getByLabelText('Reason'), ' for us');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');

  expect(onConfirm).toHaveBeenCalledExactlyOnceWith('Off topic for us');
});
