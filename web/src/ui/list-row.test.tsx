import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ListRow } from './list-row';

it('opens by its title and leaves its action alone', async () => {
  const onOpen = vi.fn<() => void>();
  const onReject = vi.fn<() => void>();
  render(
    <ListRow
      title="Late payments"
      onOpen={onOpen}
      meta="r/freelance"
      action={
        <button type="button" onClick={onReject}>
          Reject post
        </button>
      }
    />,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Reject post' }));
  expect(onOpen).not.toHaveBeenCalled();

  await userEvent.click(within(screen.getByRole('heading', { level: 3 })).getByRole('button', { name: 'Late payments' }));
  expect(onOpen).toHaveBeenCalledOnce();
  expect(onReject).toHaveBeenCalledOnce();
});

it('says that it is the open one, and that it is unread', () => {
  const { rerender } = render(<ListRow title="Late payments" onOpen={() => {}} meta="r/freelance" isSelected isUnread />);
  expect(screen.getByRole('button', { name: 'Late payments' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('img', { name: 'Unread' })).toBeInTheDocument();

  rerender(<ListRow title="Late payments" onOpen={() => {}} meta="r/freelance" isUnread={false} />);
  expect(screen.getByRole('button', { name: 'Late payments' })).not.toHaveAttribute('aria-current');
  expect(screen.queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument();
});
