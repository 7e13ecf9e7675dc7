import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Tables } from '../../api/tables';
import { trialStatusKey } from './api';
import { followSubscription } from './subscription-channel';
import { parseStatus, subscriptionStatus, subscriptionStatusKey } from './subscription';

const queryKey = subscriptionStatusKey('user-1');

it('the status is that of the newest row', async () => {
  const asked: unknown[] = [];
  const queries = new QueryClient();

  expect(await queries.fetchQuery(subscriptionStatus(tableThatSays({ status: ' trialing ' }, asked), 'user-1'))).toBe('trialing');

  expect(asked).toEqual([
    ['from', 'subscriptions'],
    ['select', 'status, plan_id, stripe_subscription_id, current_period_end'],
    ['eq', 'user_id', 'user-1'],
    ['order', 'created_at', { ascending: false }],
    ['limit', 1],
    ['maybeSingle'],
  ]);
});

it('without a row there is none', async () => {
  expect(await new QueryClient().fetchQuery(subscriptionStatus(tableThatSays(null), 'user-1'))).toBe('none');
});

it.each([
  ['active', 'active'],
  [' active\n', 'active'],
  ['paused_for_summer', 'inactive'],
  [null, 'inactive'],
])('a row that says %o is %s', (raw, status) => {
  expect(parseStatus(raw)).toBe(status);
});

it.each([
  [{ eventType: 'INSERT', new: { status: ' active ' }, old: {} }, 'active'],
  [{ eventType: 'UPDATE', new: { status: 'cancelled' }, old: { id: 's' } }, 'cancelled'],
  [{ eventType: 'DELETE', new: {}, old: { id: 's' } }, 'none'],
])('a change arrives live: %o', async (change, status) => {
  const queries = new QueryClient();
  const channel = new FakeSubscriptionChannel();
  followSubscription(channel.tables, queries, 'user-1');
  await vi.waitFor(() => expect(channel.joined).toEqual([['subscription_status_user-1', 'user_id=eq.user-1']]));

  channel.change(change);

  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe(status));
});

it('a change wins over an answer that was asked for before it', async () => {
  const queries = new QueryClient();
  const channel = new FakeSubscriptionChannel();
  const gate = new EventTarget();
  const late = new Promise<string>((resolve) => gate.addEventListener('open', () => resolve('pending')));
  const reading = queries.fetchQuery({ queryKey, queryFn: () => late }).catch(() => {});
  followSubscription(channel.tables, queries, 'user-1');
  await vi.waitFor(() => expect(channel.joined).toHaveLength(1));

  channel.change({ eventType: 'UPDATE', new: { status: 'active' }, old: {} });
  await vi.waitFor(() => expect(queries.getQueryData(queryKey)).toBe('active'));
  gate.dispatchEvent(new Event('open'));
  await reading;

  expect(queries.getQueryData(queryKey)).toBe('active');
});

it.each(['CHANNEL_ERROR', 'TIMED_OUT', 'CLOSED'])(
  'what was read before the channel was joined, or before an interruption (%s), is read again',
  async (trouble) => {
    const queries = new QueryClient();
    const channel = new FakeSubscriptionChannel();
    const keys = [queryKey, trialStatusKey('user-1')];
    const reads = () => keys.forEach((key) => queries.setQueryData(key, 'active'));
    const areStale = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated);
    reads();
    followSubscription(channel.tables, queries, 'user-1');
    await vi.waitFor(() => expect(channel.joined).toHaveLength(1));

    channel.report('SUBSCRIBED');
    expect(areStale()).toEqual([true, true]);

    for (let time = 0; time < 2; time += 1) {
      reads();
      channel.report('SUBSCRIBED');
      expect(areStale()).toEqual([false, false]);
      channel.report(trouble);
      channel.report('SUBSCRIBED');
      expect(areStale()).toEqual([true, true]);
    }
  },
);

it('leaving before the channel is there opens none; leaving later closes it', async () => {
  const early = new FakeSubscriptionChannel();
  followSubscription(early.tables, new QueryClient(), 'user-1')();
  const late = new FakeSubscriptionChannel();
  const stop = followSubscription(late.tables, new QueryClient(), 'user-1');
  await vi.waitFor(() => expect(late.joined).toHaveLength(1));

  stop();

  expect(early.joined).toEqual([]);
  expect(late.removals).toBe(1);
});

/** Every step of the question is noted; the last one answers. */
function tableThatSays(row: unknown, asked: unknown[] = []): Tables {
  const step =
    (name: string) =>
    (...words: unknown[]) => {
      asked.push([name, ...words]);
      return name === 'maybeSingle' ? Promise.resolve({ data: row, error: null, status: 200, statusText: 'OK' }) : steps;
    };
  const steps = Object.fromEntries(['from', 'select', 'eq', 'order', 'limit', 'maybeSingle'].map((name) => [name, step(name)]));
  return (async () => steps) as unknown as Tables;
}

class FakeSubscriptionChannel {
  readonly joined: unknown[] = [];
  removals = 0;
  change = (_change: unknown) => {};
  report = (_state: string) => {};

  readonly tables = (async () => ({
    channel: (name: string) => ({
      on: (_kind: string, { filter }: { filter: string }, onChange: (change: unknown) => void) => {
        this.joined.push([name, filter]);
        this.change = onChange;
        return {
          subscribe: (onState: (state: string) => void) => {
            this.report = onState;
          },
        };
      },
    }),
    removeChannel: () => {
      this.removals += 1;
    },
  })) as unknown as Tables;
}
