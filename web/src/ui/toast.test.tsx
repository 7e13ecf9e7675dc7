import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster, showError, showSuccess, showWaiting, dismissToast } from './toast';

// In steps, because React draws what a timer changed only between two of them.
const steps = async (count: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(100));
  if (count > 1) await steps(count - 1);
};
const seconds = (count: number) => steps(count * 10);
const settled = () => steps(1);
const toasts = () => screen.queryAllByRole('listitem');

let told: (string | number)[] = [];
const tell = async (...ids: (string | number)[]) => {
  told.push(...ids);
  await settled();
};

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

// Sonner keeps its toasts outside of React, so one test would find those of the other.
afterEach(async () => {
  for (const id of told) dismissToast(id);
  told = [];
  await seconds(1);
  vi.useRealTimers();
});

describe('a toast', () => {
  it('says what was done, politely, and leaves after 4 seconds', async () => {
    await tell(showSuccess('Post Rejected', { description: 'The post has been removed from your list.' }));

    const region = screen.getByRole('region', { name: /Notifications/ });
    expect(region).toHaveAttribute('aria-live', 'polite');
    expect(region).toHaveTextContent('Post RejectedThe post has been removed from your list.');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await seconds(3.5);
    expect(toasts()).toHaveLength(1);
    await seconds(1);
    expect(toasts()).toHaveLength(0);
  });

  it('interrupts with a failure', async () => {
    await tell(showError('Error', { description: 'Failed to discover new posts.' }));

    expect(screen.getByRole('alert')).toHaveTextContent('ErrorFailed to discover new posts.');
  });

  it('gives 8 seconds to a failure that offers something to do', async () => {
    await tell(showError('Error', { action: { label: 'Retry', onAction: vi.fn<() => void>() } }));

    await seconds(7.5);
    expect(toasts()).toHaveLength(1);
    await seconds(1);
    expect(toasts()).toHaveLength(0);
  });

  it('acts once and goes, however often its button is pressed', async () => {
    const onAction = vi.fn<() => void>();
    await tell(showSuccess('Post Rejected', { action: { label: 'Undo', onAction } }));

    const undo = screen.getByRole('button', { name: 'Undo' });
    fireEvent.click(undo);
    fireEvent.click(undo);
    await seconds(0.5);

    expect(onAction).toHaveBeenCalledOnce();
    expect(toasts()).toHaveLength(0);
  });

  it('waits while the focus is inside, and goes on afterwards', async () => {
    await tell(showSuccess('Post Rejected', { action: { label: 'Undo', onAction: vi.fn<() => void>() } }));

    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    await seconds(20);
    expect(toasts()).toHaveLength(1);

    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    await seconds(5);
    expect(toasts()).toHaveLength(0);
  });

  it('gives the focus back to where it came from when its button is pressed', async () => {
    render(<button type="button">The next row</button>);
    const row = screen.getByRole('button', { name: 'The next row' });
    const onAction = vi.fn<() => void>(() => expect(row).toHaveFocus());
    await tell(showSuccess('Post Rejected', { action: { label: 'Undo', onAction } }));
    act(() => row.focus());
    const undo = screen.getByRole('button', { name: 'Undo' });
    act(() => undo.focus());

    fireEvent.click(undo);

    expect(onAction).toHaveBeenCalledOnce();
    expect(row).toHaveFocus();
  });

  it('waits while the pointer is over it, and goes on afterwards', async () => {
    await tell(showSuccess('Post Rejected'));

    fireEvent.pointerOver(screen.getByText('Post Rejected'));
    await seconds(20);
    expect(toasts()).toHaveLength(1);

    fireEvent.pointerOver(document.body);
    await seconds(5);
    expect(toasts()).toHaveLength(0);
  });

  it('does not pile up when the same failure comes again, and starts its time anew', async () => {
    await tell(showError('Error', { description: 'Could not load.' }));
    await seconds(3);

    await tell(showError('Error', { description: 'Could not load.' }));
    expect(toasts()).toHaveLength(1);
    await seconds(3);

    expect(toasts()).toHaveLength(1);
  });

  it('shows different failures side by side', async () => {
    await tell(showError('Error', { description: 'Could not load.' }), showError('Error', { description: 'Could not save.' }));

    expect(toasts()).toHaveLength(2);
  });

  it('says it again when a Retry fails while the first toast is still fading away', async () => {
    const retry = { label: 'Retry', onAction: () => void setTimeout(fail, 150) };
    const fail = () => void told.push(showError('Error', { action: retry }));
    fail();
    await settled();

    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await seconds(1);

    expect(within(screen.getByRole('listitem')).getByRole('alert')).toHaveTextContent('Error');
  });

  it('stays while something takes its time, until it is settled in the same place', async () => {
    const waiting = showWaiting('Saving');
    await tell(waiting);
    await seconds(60);
    expect(screen.getByRole('listitem')).toHaveTextContent('Saving');

    await tell(showSuccess('Settings Updated', { settles: waiting }));
    expect(screen.getByRole('listitem')).toHaveTextContent(/^Settings Updated$/);
    await seconds(5);

    expect(toasts()).toHaveLength(0);
  });
});
