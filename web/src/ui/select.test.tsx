import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Select } from './select';

const orders = [
  { value: 'relevance', label: 'Relevance' },
  { value: 'newest', label: 'Newest' },
] as const;

describe('a select', () => {
  it('is named by its label and shows the chosen value', () => {
    render(<Select label="Sort by" options={orders} value="newest" onValueChange={vi.fn<(value: string) => void>()} />);

    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveTextContent(/^Newest$/);
  });

  it('shows its label before the value when asked', () => {
    render(<Select label="Tone" isLabelShown options={orders} value="newest" onValueChange={vi.fn<(value: string) => void>()} />);

    expect(screen.getByRole('combobox', { name: 'Tone' })).toHaveTextContent('ToneNewest');
  });

  it('tells the chosen value, by pointer', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    render(<Select label="Sort by" options={orders} value="relevance" onValueChange={onValueChange} />);

    await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }));
    expect(screen.getByRole('option', { name: 'Relevance' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('option', { name: 'Newest' }));

    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('newest');
  });

  it('tells the chosen value, by keyboard, and gives the focus back', async () => {
    const onValueChange = vi.fn<(value: string) => void>();
    render(<Select label="Sort by" options={orders} value="relevance" onValueChange={onValueChange} />);

    await userEvent.tab();
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');

    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('newest');
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveFocus();
  });

  it('does not open while it is disabled', async () => {
    render(<Select label="Sort by" options={orders} value="relevance" onValueChange={vi.fn<(value: string) => void>()} isDisabled />);

    await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }));

    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('refuses an option without a value, by name', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});

    expect(() =>
      render(<Select label="Intent" options={[{ value: '', label: 'All' }]} value="" onValueChange={vi.fn<(value: string) => void>()} />),
    ).toThrow("The option 'All' of the select 'Intent' has an empty value; name it, for example 'all'.");
  });
});
