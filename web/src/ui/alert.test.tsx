import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Alert } from './alert';

it.each([
  ['error', 'alert'],
  ['notice', 'status'],
  ['success', 'status'],
] as const)('an alert of kind %s is announced as %s', (kind, role) => {
  render(<Alert kind={kind}>Your payment was not successful.</Alert>);

  expect(screen.getByRole(role)).toHaveTextContent('Your payment was not successful.');
});

it('can be dismissed only where somebody takes it away', async () => {
  const onDismiss = vi.fn<() => void>();
  const { rerender } = render(<Alert kind="error">Failed</Alert>);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();

  rerender(
    <Alert kind="error" onDismiss={onDismiss}>
      Failed
    </Alert>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

  expect(onDismiss).toHaveBeenCalledOnce();
});
