import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, failed } from './errors';
import { callForJob, currentJobs } from './jobs';
import { type JobProgress, jobProgress } from './progress';
import { createQueryClient } from './query-client';

const userId = 'user-1';
const key = jobProgress(userId, 'discovery').queryKey;
const running: JobProgress = { job: 'discovery', stage: 'Searching', percent: 30, found: 4, state: 'running' };
const further: JobProgress = { ...running, percent: 60 };
const done: JobProgress = { ...running, percent: 100, found: 7, state: 'done' };

let queries = createQueryClient();
let runs: JobProgress[] | 'unreachable' = [];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
  queries = createQueryClient();
  runs = [];
  vi.stubGlobal('fetch', async () => {
    if (runs === 'unreachable') throw new TypeError('Failed to fetch');
    return Response.json({ success: true, jobs: runs });
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const ask = () => queries.fetchQuery(currentJobs(queries, userId));
const calling = (start: () => Promise<string>) => callForJob({ queries, userId, job: 'discovery', start });

describe('a call that waits for a job', () => {
  it('gives its answer', async () => {
    expect(await calling(async () => 'seven')).toEqual({ kind: 'answered', answer: 'seven' });
  });

  it('joins the job again when the line breaks while it runs', async () => {
    queries.setQueryData(key, running);
    runs = [running];
    const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failed('unreachable')).mockResolvedValueOnce('seven');

    expect(await calling(start)).toEqual({ kind: 'answered', answer: 'seven' });
    expect(start).toHaveBeenCalledTimes(2);
  });

  it('does not start it anew when it has ended meanwhile', async () => {
    queries.setQueryData(key, running);
    runs = [];
    const start = vi.fn<() => Promise<string>>().mockRejectedValue(failed('unreachable'));

    expect(await calling(start)).toEqual({ kind: 'heard', progress: { ...running, state: 'done' } });
    expect(start).toHaveBeenCalledOnce();
  });

  it('fails soon when the server was never reached', async () => {
    queries.setQueryData(key, null);
    runs = 'unreachable';
    const failure = failed('unreachable');

    await expect(calling(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('fails at once when the server refuses', async () => {
    const refusal = new ApiFailure('refused', 'An active subscription is required.', {
      status: 402,
      statusText: '',
      code: 'x',
      retryAfterS: undefined,
    });

    await expect(calling(() => Promise.reject(refusal))).rejects.toBe(refusal);
  });

  it('ends with the job even when a dead line never says so', async () => {
    queries.setQueryData(key, running);
    const ending = calling(() => new Promise<string>(() => {}));

    queries.setQueryData(key, done);
    await vi.advanceTimersByTimeAsync(3000);

    expect(await ending).toEqual({ kind: 'heard', progress: done });
  });
});

describe('what runs right now', () => {
  it('is known to a page that was just loaded', async () => {
    runs = [running];
    await ask();
    expect(queries.getQueryData(key)).toEqual(running);
  });

  it('is ended for a page that missed the end', async () => {
    queries.setQueryData(key, running);
    await ask();
    expect(queries.getQueryData(key)).toEqual({ ...running, state: 'done' });
  });

  it('does not go back behind what was heard', async () => {
    queries.setQueryData(key, further);
    runs = [running];
    await ask();
    expect(queries.getQueryData(key)).toMatchObject({ percent: 60, state: 'running' });
  });

  it('says nothing new about a job that ended before this page', async () => {
    runs = [done];
    await ask();
    expect(queries.getQueryData(key)).toBeUndefined();
  });
});
