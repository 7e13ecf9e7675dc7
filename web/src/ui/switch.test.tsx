import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Switch } from './switch';

describe('a switch', () => {
  it('is named by its label and asks for the other state when pressed', async () => {
    const onChange = vi.fn<(isOn: boolean) => void>();
    render(<Switch label="Email Notifications" isOn onChange={onChange} />);

    await userEvent.click(screen.getByRole('switch', { name: 'Email Notifications', checked: true }));

    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('answers to the space bar', async () => {
    const onChange = vi.fn<(isOn: boolean) => void>();
    render(<Switch label="Email Notifications" isOn={false} onChange={onChange} />);

    await userEvent.tab();
    await userEvent.keyboard(' ');

    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('keeps the focus and ignores presses while busy', async () => {
    const onChange = vi.fn<(isOn: boolean) => void>();
    render(<Switch label="Email Notifications" isOn onChange={onChange} isBusy />);
    const control = screen.getByRole('switch', { name: 'Email Notifications' });

    await userEvent.click(control);
    await userEvent.keyboard(' ');

    expect(onChange).not.toHaveBeenCalled();
    expect(control).toHaveFocus();
    expect(control).toHaveAttribute('aria-busy', 'true');
  });

  it('does nothing while disabled', async () => {
    const onChange = vi.fn<(isOn: boolean) => void>();
    render(<Switch label="Email Notifications" isOn onChange={onChange} isDisabled />);

    await userEvent.click(screen.getByRole('switch', { name: 'Email Notifications' }));

    expect(onChange).not.toHaveBeenCalled();
  });
});
