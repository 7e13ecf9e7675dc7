import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { followProgress, jobProgress } from './progress';
import type { Tables } from './tables';

const told = { job: 'analysis', stage: 'Extracting Keywords', percent: 52, found: 4, state: 'running' };

it('what a worker tells is known under its job', async () => {
  const { queries, channel } = await followed();

  channel.tell(told);

  expect(channel.joined).toEqual([['progress_user-1', 'broadcast', 'progress']]);
  expect(heard(queries, 'analysis')).toEqual(told);
  expect(heard(queries, 'discovery')).toBeUndefined();
});

const noProgress = [undefined, null, 'running', {}, { ...told, state: 'paused' }, { ...told, percent: '52' }];

it.each(noProgress)('%o is not taken for progress', async (payload) => {
  const { queries, channel } = await followed();

  channel.tell(payload);

  expect(heard(queries, 'analysis')).toBeUndefined();
});

it('within a stage nothing goes back, and a job that is begun anew does', async () => {
  const { queries, channel } = await followed();
  const percents = [
    { ...told, percent: 40 },
    { ...told, percent: 35 },
    { ...told, percent: 45 },
    { ...told, stage: 'Scraping Website', percent: 2 },
  ].map((progress) => {
    channel.tell(progress);
    return heard(queries, 'analysis')?.percent;
  });

  expect(percents).toEqual([40, 40, 45, 2]);
});

it('a text is known as it grows, and stays when it is done', async () => {
  const { queries, channel } = await followed();
  const writing = { job: 'comment', stage: 'Writing', percent: 10, found: 0, state: 'running', post_id: 'p-1' };
  const texts = [
    { ...writing, stage: 'Reading the post', text: null },
    { ...writing, text: 'Send the' },
    { ...writing, text: 'Send the invoice' },
    { ...writing, stage: 'Done', state: 'done', text: null },
    { ...writing, stage: 'Reading the post', post_id: 'p-2', text: null },
  ].map((progress) => {
    channel.tell(progress);
    const { postId, text } = heard(queries, 'comment') ?? {};
    return [postId, text];
  });

  expect(texts).toEqual([
    ['p-1', undefined],
    ['p-1', 'Send the'],
    ['p-1', 'Send the invoice'],
    ['p-1', 'Send the invoice'],
    ['p-2', undefined],
  ]);
});

it('leaving before the channel is there opens none; leaving later closes it', async () => {
  const early = new FakeProgressChannel();
  followProgress(early.tables, new QueryClient(), 'user-1')();
  const { channel, stop } = await followed();

  stop();

  expect(early.joined).toEqual([]);
  expect(channel.removals).toBe(1);
});

async function followed() {
  const queries = new QueryClient();
  const channel = new FakeProgressChannel();
  const stop = followProgress(channel.tables, queries, 'user-1');
  await vi.waitFor(() => expect(channel.joined).toHaveLength(1));
  return { queries, channel, stop };
}

function heard(queries: QueryClient, job: string) {
  return queries.getQueryData(jobProgress('user-1', job).queryKey);
}

class FakeProgressChannel {
  readonly joined: unknown[] = [];
  removals = 0;
  tell = (_payload: unknown) => {};

  readonly tables = (async () => ({
    channel: (name: string) => ({
      on: (kind: string, { event }: { event: string }, onBroadcast: (broadcast: { payload: unknown }) => void) => {
        this.joined.push([name, kind, event]);
        this.tell = (payload) => onBroadcast({ payload });
        return { subscribe: () => {} };
      },
    }),
    removeChannel: () => {
      this.removals += 1;
    },
  })) as unknown as Tables;
}
