import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { ListRow } from '../ui/list-row';
import { VirtualList, type VirtualListHandle } from './virtual-list';

const numbers = Array.from({ length: 2000 }, (_, index) => `Row ${index + 1}`);
const same = (text: string) => text;

function list(options: { activeKey?: string; onMove?: (to: string) => void; ref?: React.Ref<VirtualListHandle> } = {}) {
  return (
    <VirtualList label="Posts" items={numbers} keyOf={same} estimate={113} total={2500} activeKey={options.activeKey} onMove={options.onMove ?? ignore} {...(options.ref !== undefined && { ref: options.ref })}>
      {(text, place) => <ListRow key={text} {...place} title={text} onOpen={ignore} meta="r/freelance" />}
    </VirtualList>
  );
}

function ignore() {}

it('of 2,000 rows has fewer than 60 in the page, and says how many there are', () => {
  render(list());

  const rows = within(screen.getByRole('list', { name: 'Posts' })).getAllByRole('listitem');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]).toHaveAttribute('aria-posinset', '1');
  expect(rows[0]).toHaveAttribute('aria-setsize', '2500');
});

it('keeps the selected row in the page, wherever it is, as the one that the Tab key reaches', async () => {
  render(list({ activeKey: 'Row 1500' }));

  await userEvent.tab();

  expect(screen.getByRole('button', { name: 'Row 1500' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Row 1' })).toHaveAttribute('tabindex', '-1');
});

it('focuses a row that is not there yet as soon as it is', () => {
  const handle = createRef<VirtualListHandle>();
  const { rerender } = render(list({ ref: handle }));

  handle.current?.focusRow('Row 1200');
  expect(document.body).toHaveFocus();
  rerender(list({ ref: handle, activeKey: 'Row 1200' }));

  expect(screen.getByRole('button', { name: 'Row 1200' })).toHaveFocus();
});

it('answers to the arrow keys inside it', async () => {
  const onMove = vi.fn<(to: string) => void>();
  render(list({ onMove }));

  await userEvent.keyboard('{ArrowDown}');
  expect(onMove).not.toHaveBeenCalled();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Home}{End}');

  expect(onMove.mock.calls.flat()).toEqual(['next', 'previous', 'first', 'last']);
});
