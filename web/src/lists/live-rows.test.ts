import { type InfiniteData, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tables } from '../api/tables';
import { followRows } from './live-rows';
import type { ListPage, PagedRow } from './pages';

const listKey = ['posts', 'user-1', { isRejected: false }];
const countsKey = ['unread-posts', 'user-1'];
const rowCounts = ['row-counts', 'posts', 'user-1'];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a row that another device has read is read here at once and keeps its place, and the count is read once for many', async () => {
  const { queries, channel, readAgain } = await followed();

  channel.tell('UPDATE', { id: 'p-1', is_read: true, state: 'open' });
  channel.tell('UPDATE', { id: 'p-2', is_read: true, state: 'open' });

  expect(unreadIn(queries)).toEqual({ rows: [], unread: 0, counted: 1 });
  vi.runAllTimers();
  expect(readAgain()).toEqual([countsKey]);
});

it('what another device has taken from the new ones is not new here either', async () => {
  const { queries, channel } = await followed();

  channel.tell('UPDATE', { id: 'p-1', is_read: true, is_new: false, state: 'open' });

  expect(rowsIn(queries)?.map(({ is_new: isNew }) => isNew)).toEqual([false, true, undefined]);
});

it('of many changes at once not all are told, so the list is read again', async () => {
  const { channel, readAgain } = await followed();

  for (let row = 1; row <= 50; row += 1) channel.tell('UPDATE', { id: `elsewhere-${row}`, is_read: true, state: 'open' });

  vi.runAllTimers();
  expect(readAgain()).toEqual([countsKey, ['posts', 'user-1'], rowCounts]);
});

it('what this device has done itself is no news', async () => {
  const { channel, readAgain } = await followed();

  channel.tell('UPDATE', { id: 'p-3', is_read: true, state: 'open' });

  vi.runAllTimers();
  expect(readAgain()).toEqual([]);
});

it('a row that was moved elsewhere has the list read again', async () => {
  const { channel, readAgain } = await followed();

  channel.tell('UPDATE', { id: 'p-3', is_read: true, state: 'answered' });

  vi.runAllTimers();
  expect(readAgain()).toEqual([['posts', 'user-1'], countsKey]);
});

it('a row that was found is only counted, so that the list stays as it is', async () => {
  const { channel, readAgain } = await followed();

  channel.tell('INSERT', { id: 'p-9', is_read: false, state: 'open' });

  vi.runAllTimers();
  expect(readAgain()).toEqual([countsKey, rowCounts]);
});

it('a row that is gone has the list read again, and the rows counted', async () => {
  const { channel, readAgain } = await followed();

  channel.tell('DELETE', { id: 'p-3' });

  vi.runAllTimers();
  expect(readAgain()).toEqual([['posts', 'user-1'], countsKey, rowCounts]);
});

it('after an interruption everything is read again, and not before one', async () => {
  const { channel, readAgain } = await followed();
  channel.state('CHANNEL_ERROR');
  channel.state('SUBSCRIBED');
  vi.runAllTimers();
  expect(readAgain()).toEqual([]);

  channel.state('CLOSED');
  channel.state('SUBSCRIBED');

  vi.runAllTimers();
  expect(readAgain()).toEqual([['posts', 'user-1'], countsKey, rowCounts]);
});

it('leaving closes the channel and reads nothing more', async () => {
  const { channel, stop, readAgain } = await followed();
  channel.tell('INSERT', { id: 'p-9' });

  stop();

  vi.runAllTimers();
  expect(channel.removals).toBe(1);
  expect(readAgain()).toEqual([]);
});

async function followed() {
  const queries = new QueryClient();
  const items = [
    { id: 'p-1', is_read: false, is_new: true, state: 'open' },
    { id: 'p-2', is_read: false, is_new: true, state: 'open' },
    { id: 'p-3', is_read: true, state: 'open' },
  ];
  queries.setQueryData(listKey, { pages: [{ items, total: 3, unread: 2 }], pageParams: [{ offset: 0 }] });
  queries.setQueryData(countsKey, { unread: 3, newSince: null });
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const channel = new FakeRowsChannel();
  const stop = followRows(channel.tables, queries, 'user-1', [{ table: 'reddit_posts', listsKey: ['posts', 'user-1'], countsKey }]);
  await Promise.resolve();
  return { queries, channel, stop, readAgain: () => invalidate.mock.calls.map(([filters]) => filters?.queryKey) };
}

const pageIn = (queries: QueryClient) => queries.getQueryData<InfiniteData<ListPage<PagedRow>>>(listKey)?.pages[0];
const rowsIn = (queries: QueryClient) => pageIn(queries)?.items;

function unreadIn(queries: QueryClient) {
  const page = pageIn(queries);
  return {
    rows: page?.items.filter(({ is_read: isRead }) => isRead === false).map(({ id }) => id),
    unread: page?.unread,
    counted: queries.getQueryData<{ unread: number }>(countsKey)?.unread,
  };
}

type RowListener = (change: { eventType: string; new: unknown }) => void;

/** Stands in for the client: one channel, told what happens by the test. */
class FakeRowsChannel {
  removals = 0;
  readonly #listeners: RowListener[] = [];
  #onState: (state: string) => void = () => {};

  get tables(): Tables {
    const channel = {
      on: (_kind: string, _filter: unknown, listener: RowListener) => {
        this.#listeners.push(listener);
        return channel;
      },
      subscribe: (onState: (state: string) => void) => {
        this.#onState = onState;
        return channel;
      },
    };
    const client = { channel: () => channel, removeChannel: () => ++this.removals };
    return (() => Promise.resolve(client)) as unknown as Tables;
  }

  tell(eventType: string, row: unknown): void {
    for (const listener of this.#listeners) listener({ eventType, new: row });
  }

  state(state: string): void {
    this.#onState(state);
  }
}
