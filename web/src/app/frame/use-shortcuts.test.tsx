import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useSearchTarget } from '../../lib/search-shortcut-target';
import { useShortcuts } from './use-shortcuts';

it('goes to the search field with Ctrl+K and selects what is in it', async () => {
  render(<Page hasSearch />);

  await userEvent.keyboard('{Control>}k{/Control}');

  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search posts' });
  expect(field).toHaveFocus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 'late payments'.length]);
});

it('leaves Ctrl+K to the browser where there is nothing to search', async () => {
  const { unmount } = render(<Page hasSearch />);
  unmount();
  render(<Page hasSearch={false} />);

  expect(isTaken('k', { ctrlKey: true })).toBe(false);
  expect(isTaken('1', { ctrlKey: true })).toBe(true);
});

it('types into a field what would be a shortcut beside it', async () => {
  const openTab = vi.fn<(tab: string) => void>();
  render(<Page hasSearch openTab={openTab} />);

  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.keyboard('12?');
  expect(screen.getByRole('textbox')).toHaveValue('late payments12?');
  expect(openTab).not.toHaveBeenCalled();

  await userEvent.keyboard('{Control>}2{/Control}');
  expect(openTab).toHaveBeenCalledExactlyOnceWith('mentions');
});

it('lets a choice of one, which takes no text, pass single keys on', async () => {
  const openTab = vi.fn<(tab: string) => void>();
  render(<Page hasSearch={false} openTab={openTab} />);

  await userEvent.click(screen.getByRole('radio'));
  await userEvent.keyboard('3');

  expect(openTab).toHaveBeenCalledExactlyOnceWith('settings');
});

function Page({ hasSearch, openTab = ignore }: { hasSearch: boolean; openTab?: (tab: string) => void }) {
  useShortcuts({ openTab, showShortcuts: () => {} });
  return (
    <>
      <input type="radio" aria-label="Dark" />
      {hasSearch && <SearchField />}
    </>
  );
}

const ignore = () => {};

function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  useSearchTarget(field);
  return <input ref={field} aria-label="Search posts" defaultValue="late payments" />;
}

function isTaken(key: string, modifiers: KeyboardEventInit): boolean {
  return !window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...modifiers }));
}
