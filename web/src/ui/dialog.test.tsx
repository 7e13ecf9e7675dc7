import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';
import { Menu, MenuItem } from './menu';

describe('a dialog', () => {
  it('is named by its title and described by its line', () => {
    render(<Dialog isOpen onClose={vi.fn<() => void>()} title="Reject this post?" description="It leaves your list." />);

    expect(screen.getByRole('dialog', { name: 'Reject this post?' })).toHaveAccessibleDescription('It leaves your list.');
  });

  it('starts in what it is about and gives the focus back to its opener', async () => {
    render(<Opener />);

    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('gives the focus to the button of the menu that it was opened from', async () => {
    render(<MenuOpener />);

    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Open' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));

    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('gives the focus elsewhere when its opener is not the right place any more', async () => {
    render(<Opener returnFocusTo={() => screen.getByRole('button', { name: 'Next row' })} />);

    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));

    expect(screen.getByRole('button', { name: 'Next row' })).toHaveFocus();
  });

  it.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['the x', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['the overlay', pressBesideIt],
  ])('is closed by %s, but not while it is busy', async (_by, close) => {
    const onClose = vi.fn<() => void>();
    const { rerender } = render(<Dialog isOpen onClose={onClose} title="Cancel Trial" isBusy />);

    await close();
    expect(onClose).not.toHaveBeenCalled();

    rerender(<Dialog isOpen onClose={onClose} title="Cancel Trial" />);
    await close();
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('a dialog that asks', () => {
  it('takes the action by its button', async () => {
    const { onConfirm, onClose } = ask();

    await userEvent.click(screen.getByRole('button', { name: 'Reject Post' }));

    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each(['Control', 'Meta'])('takes the action by %s and Enter, from inside a text too', async (modifier) => {
    const { onConfirm } = ask({ children: <textarea aria-label="Reason" /> });

    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), `Too old{Enter}{${modifier}>}{Enter}{/${modifier}}`);

    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('cannot be confirmed before it is ready', async () => {
    const { onConfirm } = ask({ isReady: false });

    await userEvent.keyboard('{Control>}{Enter}{/Control}');

    expect(screen.getByRole('button', { name: 'Reject Post' })).toBeDisabled();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('waits while busy: no second action, no way out', async () => {
    const { onConfirm, onClose } = ask({ isBusy: true });

    await userEvent.click(screen.getByRole('button', { name: 'Reject Post', busy: true }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(onConfirm).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('starts at Cancel when there is nothing to fill in', () => {
    ask();

    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('says why it failed', () => {
    ask({ error: 'Failed to reject the post.' });

    expect(screen.getByRole('alert')).toHaveTextContent('Failed to reject the post.');
  });
});

/** Radix begins to listen for presses outside one turn after opening, and switches the body off for pointers. */
async function pressBesideIt() {
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  fireEvent.pointerDown(document.body);
  fireEvent.click(document.body);
}

function ask(more: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(<ConfirmDialog isOpen title="Reject this post?" confirmLabel="Reject Post" isDanger {...{ onConfirm, onClose }} {...more} />);
  return { onConfirm, onClose };
}

function Opener({ returnFocusTo }: { returnFocusTo?: () => HTMLElement | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Next row</button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Reject this post?"
        {...(returnFocusTo !== undefined && { returnFocusTo })}
      >
        <input aria-label="Reason" />
      </Dialog>
    </>
  );
}

function MenuOpener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu trigger={<button type="button">More</button>}>
        <MenuItem label="Open" onSelect={() => setOpen(true)} />
      </Menu>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts" />
    </>
  );
}
