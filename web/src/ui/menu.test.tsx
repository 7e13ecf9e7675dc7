import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Menu, MenuHeader, MenuItem, MenuRadioGroup, MenuSeparator } from './menu';

describe('a menu', () => {
  it('opens from its button by keyboard, acts and gives the focus back', async () => {
    const onSignOut = vi.fn<() => void>();
    render(<UserMenu onSignOut={onSignOut} />);

    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('menu', { name: 'Nora Feld' })).toBeVisible();
    await userEvent.keyboard('{End}{Enter}');

    expect(onSignOut).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Nora Feld' })).toHaveFocus();
  });

  it('keeps the shortcut out of the name of an item', async () => {
    render(<UserMenu />);

    await userEvent.click(screen.getByRole('button', { name: 'Nora Feld' }));

    expect(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveTextContent('?');
  });

  it('makes an item with an address a link', async () => {
    render(<UserMenu />);

    await userEvent.click(screen.getByRole('button', { name: 'Nora Feld' }));

    const item = screen.getByRole('menuitem', { name: 'Settings' });
    expect(item.tagName).toBe('A');
    expect(item).toHaveAttribute('href', '/settings');
  });

  it('does not act on a disabled item', async () => {
    const onSignOut = vi.fn<() => void>();
    render(<UserMenu onSignOut={onSignOut} isSigningOut />);

    await userEvent.click(screen.getByRole('button', { name: 'Nora Feld' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }));

    expect(onSignOut).not.toHaveBeenCalled();
  });

  it('ticks the chosen one of a list and closes after a choice', async () => {
    render(<UserMenu look="list" />);
    await userEvent.click(screen.getByRole('button', { name: 'Nora Feld' }));
    expect(screen.getByRole('group', { name: 'Theme' })).toBeVisible();
    expect(screen.getByRole('menuitemradio', { name: 'Light', checked: true })).toBeVisible();

    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));

    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('stays open while segments are tried, which also go left and right', async () => {
    render(<UserMenu look="segments" />);
    await userEvent.click(screen.getByRole('button', { name: 'Nora Feld' }));

    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark', checked: false }));
    expect(screen.getByRole('menuitemradio', { name: 'Dark', checked: true })).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{Enter}');

    expect(screen.getByRole('menuitemradio', { name: 'Light', checked: true })).toHaveFocus();
  });
});

function UserMenu({
  onSignOut,
  isSigningOut = false,
  look = 'list',
}: {
  onSignOut?: () => void;
  isSigningOut?: boolean;
  look?: 'list' | 'segments';
}) {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  return (
    <Menu trigger={<button type="button">Nora Feld</button>}>
      <MenuHeader name="Nora Feld" email="nora@paperlark.example" />
      <MenuSeparator />
      <MenuRadioGroup label="Theme" look={look} options={themes} value={theme} onValueChange={setTheme} />
      <MenuItem label="Keyboard shortcuts" shortcut={['?']} />
      <MenuItem label="Settings" href="/settings" />
      <MenuItem label="Sign Out" {...(onSignOut !== undefined && { onSelect: onSignOut })} isDisabled={isSigningOut} />
    </Menu>
  );
}

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const;
