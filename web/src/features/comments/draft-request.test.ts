import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type JobProgress, jobProgress } from '../../api/progress';
import { aDraft, drafted, generateCall, latePayers } from '../../testing/comments';
import { theServerSays } from '../../testing/identity';
import { type Draft, lastDraft } from './api';
import { requestDraft } from './draft-request';

// What becomes of a draft when the line does not hold; the clock is ours.

const lastCall = 'GET /api/ai-comment/p-1';
const before = aDraft({ id: 'd-0', comment: 'The one before.' });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const silent = () => new Promise<Response>(() => {});
let queries: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  queries = new QueryClient();
  queries.setQueryData(lastDraft('user-1', 'p-1').queryKey, before);
});
afterEach(() => vi.useRealTimers());

it('a line that breaks while the draft is being written leads to the draft that is kept, and to no second one', async () => {
  let kept: Draft = before;
  const calls = theServerSays({ [generateCall]: () => later(100, lost), [lastCall]: () => drafted(kept)() });
  const outcome = asks();
  tells('running');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(outcome.now(), 'the old draft is not the new one').toBe('waiting');
  kept = aDraft();
  await vi.advanceTimersByTimeAsync(5_000);

  expect(outcome.now()).toEqual(aDraft());
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('a server that cannot be reached is told at once', async () => {
  theServerSays({ [generateCall]: lost });
  const outcome = asks();

  await vi.advanceTimersByTimeAsync(0);

  expect(outcome.now()).toMatchObject({ kind: 'unreachable' });
});

it('a line that is dead without saying so does not matter once the end was heard', async () => {
  theServerSays({ [generateCall]: silent, [lastCall]: drafted(aDraft()) });
  const outcome = asks();
  tells('running');
  tells('done');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(outcome.now()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);

  expect(outcome.now()).toEqual(aDraft());
});

it('an end that was heard too early brings back no old draft', async () => {
  theServerSays({ [generateCall]: silent, [lastCall]: drafted(before) });
  const outcome = asks();
  tells('done');

  await vi.advanceTimersByTimeAsync(10_000);

  expect(outcome.now()).toBe('waiting');
});

it('the end of another post’s draft is not its end', async () => {
  theServerSays({ [generateCall]: silent, [lastCall]: drafted(aDraft()) });
  const outcome = asks();
  tells('done', 'p-2');

  await vi.advanceTimersByTimeAsync(10_000);

  expect(outcome.now()).toBe('waiting');
});

it('nothing is waited for longer than three minutes', async () => {
  theServerSays({ [generateCall]: silent });
  const outcome = asks();
  await vi.advanceTimersByTimeAsync(179_000);
  expect(outcome.now()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1_000);

  expect(outcome.now()).toMatchObject({ kind: 'timeout' });
});

function asks() {
  let outcome: unknown = 'waiting';
  const note = (what: unknown) => {
    outcome = what;
  };
  requestDraft({
    queries,
    userId: 'user-1',
    request: { post: latePayers, company: undefined, tone: 'casual and friendly', hasLink: false },
  }).then(note, note);
  return { now: () => outcome };
}

function tells(state: 'running' | 'done', postId = 'p-1') {
  const told: JobProgress = { job: 'comment', stage: 'Writing', percent: 50, found: 0, state, postId };
  queries.setQueryData(jobProgress('user-1', 'comment').queryKey, told);
}

function later<Result>(ms: number, then: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(() => void then().then(resolve, reject), ms);
  });
}
