import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Segmented } from './segmented';

describe('a segmented control', () => {
  it('is a named group in which one is chosen', async () => {
    render(<Theme />);
    expect(screen.getByRole('radiogroup', { name: 'Theme' })).toBeVisible();

    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));

    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Light' })).not.toBeChecked();
  });

  it('keeps the chosen one when it is pressed again', async () => {
    render(<Theme />);

    await userEvent.click(screen.getByRole('radio', { name: 'Light' }));

    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
  });

  it('is one stop of the Tab key, and arrows choose inside', async () => {
    render(<Theme />);

    await userEvent.tab();
    expect(screen.getByRole('radio', { name: 'Light' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');

    expect(screen.getByRole('radio', { name: 'Dark', checked: true })).toHaveFocus();
  });

  it('keeps its names when only icons are seen', () => {
    render(<Theme isIconOnly />);

    expect(screen.getByRole('radio', { name: 'Dark' })).toBeInTheDocument();
    expect(screen.queryByText('Dark')).not.toBeInTheDocument();
  });
});

function Theme({ isIconOnly = false }: { isIconOnly?: boolean }) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  return <Segmented label="Theme" isIconOnly={isIconOnly} options={themes} value={theme} onValueChange={setTheme} />;
}

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;
