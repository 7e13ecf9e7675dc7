import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PasswordField } from './password-field';

describe('a password field', () => {
  it('hides what is typed until it is asked to show it, and hides it again', async () => {
    render(<PasswordField label="Password" />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');

    await userEvent.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
    expect(field).toHaveAttribute('type', 'text');

    await userEvent.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
    expect(field).toHaveAttribute('type', 'password');
  });

  it('keeps the caret where it was while it is shown', async () => {
    render(<PasswordField label="Password" />);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await userEvent.type(field, 'secret');
    field.setSelectionRange(3, 3);

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));

    expect(field).toHaveFocus();
    expect(field.selectionStart).toBe(3);
  });

  it('does not send the form when the toggle is pressed', async () => {
    const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <PasswordField label="Password" />
      </form>,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));

    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shares one state with another field when the state is given', async () => {
    render(<SignInAndSignUp />);

    await userEvent.click(screen.getAllByRole('button', { name: 'Show password' })[0] ?? document.body);

    expect(screen.getByLabelText('Password of sign-in')).toHaveAttribute('type', 'text');
    expect(screen.getByLabelText('Password of sign-up')).toHaveAttribute('type', 'text');
  });
});

function SignInAndSignUp() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <PasswordField label="Password of sign-in" isShown={isShown} onShownChange={setShown} />
      <PasswordField label="Password of sign-up" isShown={isShown} onShownChange={setShown} />
    </>
  );
}
