import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ListRow } from '../ui/list-row';
import type { ListHandle } from './list-handle';
import { withKeptRows } from './list-parts';
import { VirtualList } from './virtual-list';

const numbers = Array.from({ length: 2000 }, (_, index) => `Row ${index + 1}`);
const same = (text: string) => text;

function list(options: { activeKey?: string; onMove?: (to: string) => void; ref?: React.Ref<ListHandle> } = {}) {
  return (
    <VirtualList
      label="Posts"
      items={numbers}
      keyOf={same}
      estimate={113}
      total={2500}
      activeKey={options.activeKey}
      onMove={options.onMove ?? ignore}
      {...(options.ref !== undefined && { ref: options.ref })}
    >
      {(text, place) => <ListRow key={text} {...place} title={text} onOpen={ignore} meta="r/freelance" />}
    </VirtualList>
  );
}

function ignore() {}

const rowHeight = 113;
const paneHeight = 1200;

/** jsdom lays nothing out, so the rows and the pane get their heights here. */
function layOut() {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) {
    return this.dataset['row'] === undefined ? paneHeight : rowHeight;
  });
}

function scrollTo(top: number) {
  const scroller = screen.getByRole('list', { name: 'Posts' }).parentElement as HTMLElement;
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
}

const pieces = () => [...screen.getByRole('list', { name: 'Posts' }).children] as HTMLElement[];
const indexes = () => pieces().flatMap(({ dataset: { index } }) => (index === undefined ? [] : [Number(index)]));
const heightOfList = () =>
  pieces().reduce((sum, { dataset, style }) => sum + (dataset['index'] === undefined ? Number.parseFloat(style.height) : rowHeight), 0);

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
  const handle = createRef<ListHandle>();
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

describe('of 2,000 rows', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([0, 53_000, 107_000, 213_100, 1_000_000])('fewer than 60 stand in the page at %i, and the list keeps its height', (top) => {
    layOut();
    render(list());

    scrollTo(top);

    expect(indexes().length).toBeGreaterThan(8);
    expect(indexes().length).toBeLessThan(60);
    expect(heightOfList()).toBe(2000 * rowHeight);
  });

  it('those in sight are among them', () => {
    layOut();
    render(list());

    scrollTo(107_000);

    expect(indexes()).toContain(Math.floor(107_000 / rowHeight));
    expect(indexes()).toContain(Math.floor((107_000 + paneHeight) / rowHeight));
  });

  it('the selected one stays in its place, however far the list is scrolled', () => {
    layOut();
    render(list({ activeKey: 'Row 4' }));

    scrollTo(107_000);

    expect(indexes()[0]).toBe(3);
    expect(heightOfList()).toBe(2000 * rowHeight);
  });

  it('those that must stay are there once, in order, and only if they exist', () => {
    const range = { startIndex: 900, endIndex: 910, overscan: 8, count: 2000 };

    const shown = withKeptRows(range, [3, 1999, 4000, -1, 905]);

    expect(shown[0]).toBe(3);
    expect(shown.at(-1)).toBe(1999);
    expect(new Set(shown).size).toBe(shown.length);
  });
});
