import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RetryClock } from './retry';
import { send } from './send';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  it('gives the answer that came after two failures', async () => {
    const server = theServerAnswers(
      unreachable,
      () => answer(503),
      () => answer(200, 'at last'),
    );
    const pace = withoutWaiting();

    const response = await send(get('/api/companies'), signedOut, pace);

    expect(await response.text()).toBe('at last');
    expect(server.requests).toHaveLength(3);
    expect(pace.waits).toEqual([300, 900]);
  });

  it('gives the last refusal after three resends', async () => {
    const server = theServerAnswers(unreachable, unreachable, unreachable, () => answer(503, 'still down'));

    const response = await send(get('/api/companies'), signedOut, withoutWaiting());

    expect(response.status).toBe(503);
    expect(await response.text()).toBe('still down');
    expect(server.requests).toHaveLength(4);
  });

  it('says that the server cannot be reached after three resends', async () => {
    theServerAnswers(unreachable, unreachable, unreachable, unreachable);

    await expect(send(get('/api/companies'), signedOut, withoutWaiting())).rejects.toMatchObject({
      kind: 'unreachable',
      cause: new TypeError('Failed to fetch'),
    });
  });

  it('waits as long as the server asks', async () => {
    theServerAnswers(
      () => answer(429, '', { 'Retry-After': '7' }),
      () => answer(200),
    );
    const pace = withoutWaiting();

    await send(get('/api/companies'), signedOut, pace);

    expect(pace.waits).toEqual([7000]);
  });

  it('is given up at once when the server asks for a longer wait than a person has', async () => {
    const server = theServerAnswers(() => answer(429, '', { 'Retry-After': '60' }));

    const response = await send(get('/api/companies'), signedOut, withoutWaiting());

    expect(response.status).toBe(429);
    expect(server.requests).toHaveLength(1);
  });

  it('is never sent twice when it is a POST', async () => {
    const server = theServerAnswers(unreachable);

    await expect(send(post('/api/keywords'), signedOut, withoutWaiting())).rejects.toMatchObject({ kind: 'unreachable' });

    expect(server.requests).toHaveLength(1);
  });

  it('carries its whole body in every attempt', async () => {
    const server = theServerAnswers(
      () => answer(503),
      () => answer(200),
    );
    const put = new Request(address('/api/keywords'), { method: 'PUT', body: '{"keyword":"crm"}' });

    await send(put, signedOut, withoutWaiting());

    expect(await Promise.all(server.requests.map((request) => request.text()))).toEqual(['{"keyword":"crm"}', '{"keyword":"crm"}']);
  });
});

describe('the time-out', () => {
  it('ends an attempt after ten seconds', async () => {
    theServerAnswers(never);
    const outcome = settled(send(post('/api/keywords'), signedOut));

    await vi.advanceTimersByTimeAsync(9_999);
    expect(outcome.now()).toBe('pending');

    await vi.advanceTimersByTimeAsync(1);
    expect(outcome.now()).toMatchObject({ kind: 'timeout' });
  });

  it('begins anew with each attempt', async () => {
    const server = theServerAnswers(never, never, () => answer(200, 'in time'));
    const outcome = settled(send(get('/api/companies'), signedOut, withoutWaiting()));

    await vi.advanceTimersByTimeAsync(19_999);
    expect(server.requests).toHaveLength(2);

    await vi.advanceTimersByTimeAsync(1);
    expect(server.requests).toHaveLength(3);
    expect(outcome.now()).toMatchObject({ status: 200 });
  });

  it('tells the request that it is over', async () => {
    const server = theServerAnswers(never);
    settled(send(post('/api/keywords'), signedOut));

    await vi.advanceTimersByTimeAsync(10_000);

    expect(server.requests[0]?.signal.aborted).toBe(true);
  });

  it('ends an answer that stops half-way', async () => {
    theServerAnswers(() => Promise.resolve(new Response(new ReadableStream({ start: (body) => body.enqueue(bytes('{"comp')) }))));
    const outcome = settled(send(post('/api/keywords'), signedOut));

    await vi.advanceTimersByTimeAsync(10_000);

    expect(outcome.now()).toMatchObject({ kind: 'timeout' });
  });

  it('ends a wait for the token, and nothing is sent when the token comes too late', async () => {
    const server = theServerAnswers();
    const outcome = settled(send(post('/api/keywords'), tokenAfter12Seconds));

    await vi.advanceTimersByTimeAsync(15_000);

    expect(outcome.now()).toMatchObject({ kind: 'timeout' });
    expect(server.requests).toHaveLength(0);
  });

  it.each(['/api/analyze-website', '/api/reddit-discovery', '/api/mentions/search-now', '/api/ai-comment/generate'])(
    'is not there for %s',
    async (path) => {
      const tenMinutes = 600_000;
      theServerAnswers(() => new Promise((resolve) => setTimeout(() => resolve(new Response('done')), tenMinutes)));
      const outcome = settled(send(post(path), signedOut));

      await vi.advanceTimersByTimeAsync(tenMinutes - 1);
      expect(outcome.now()).toBe('pending');

      await vi.advanceTimersByTimeAsync(1);
      expect(outcome.now()).toMatchObject({ status: 200 });
    },
  );

  it('leaves no timer behind', async () => {
    theServerAnswers(() => answer(200));

    await send(get('/api/companies'), signedOut);

    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a caller who gives up', () => {
  it('ends a running attempt at once, also of a long call', async () => {
    const server = theServerAnswers(never);
    const caller = new AbortController();
    const outcome = settled(send(post('/api/reddit-discovery', caller.signal), signedOut));
    await vi.advanceTimersByTimeAsync(60_000);

    caller.abort();
    await vi.advanceTimersByTimeAsync(0);

    expect(outcome.now()).toMatchObject({ kind: 'aborted' });
    expect(server.requests[0]?.signal.aborted).toBe(true);
  });

  it('ends the wait between two attempts at once', async () => {
    const server = theServerAnswers(unreachable, () => answer(200));
    const caller = new AbortController();
    const outcome = settled(send(get('/api/companies', caller.signal), signedOut));
    await vi.advanceTimersByTimeAsync(299);

    caller.abort();
    await vi.advanceTimersByTimeAsync(0);

    expect(outcome.now()).toMatchObject({ kind: 'aborted' });
    expect(vi.getTimerCount()).toBe(0);
    expect(server.requests).toHaveLength(1);
  });

  it('before the first attempt, sends nothing', async () => {
    const server = theServerAnswers();

    await expect(send(get('/api/companies', AbortSignal.abort()), signedOut)).rejects.toMatchObject({ kind: 'aborted' });

    expect(server.requests).toHaveLength(0);
  });
});

describe('the token', () => {
  it('is sent as a bearer', async () => {
    const server = theServerAnswers(() => answer(200));

    await send(get('/api/companies'), () => Promise.resolve('ada'), withoutWaiting());

    expect(server.authorizations()).toEqual(['Bearer ada']);
  });

  it('is left out while nobody is signed in', async () => {
    const server = theServerAnswers(() => answer(200));

    await send(get('/api/companies'), signedOut, withoutWaiting());

    expect(server.authorizations()).toEqual([null]);
  });

  it('is asked for anew in each attempt', async () => {
    const server = theServerAnswers(
      () => answer(503),
      () => answer(503),
      () => answer(200),
    );
    const tokens = ['first', 'refreshed', undefined];

    await send(get('/api/companies'), () => Promise.resolve(tokens.shift()), withoutWaiting());

    expect(server.authorizations()).toEqual(['Bearer first', 'Bearer refreshed', null]);
  });

  it('is not sent a second time after a 401', async () => {
    const server = theServerAnswers(() => answer(401));

    const response = await send(get('/api/companies'), () => Promise.resolve('expired'), withoutWaiting());

    expect(response.status).toBe(401);
    expect(server.requests).toHaveLength(1);
  });

  it('that could not be had makes the call fail instead of going without', async () => {
    const server = theServerAnswers();

    await expect(send(post('/api/keywords'), brokenSource)).rejects.toMatchObject({ kind: 'unreachable' });

    expect(server.requests).toHaveLength(0);
  });
});

type FakeAnswer = () => Promise<Response>;

const unreachable: FakeAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const never: FakeAnswer = () => new Promise(() => {});
const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  Promise.resolve(new Response(body, { status, headers }));

const signedOut = () => Promise.resolve(undefined);
const tokenAfter12Seconds = () => new Promise<string>((resolve) => setTimeout(() => resolve('late'), 12_000));
const brokenSource = () => Promise.reject(new Error('the lock is taken'));
const bytes = (text: string) => new TextEncoder().encode(text);
// A place of its own: test files share a page, and what an earlier file still asks for is not counted here.
const origin = 'http://send.test';
const address = (path: string) => `${origin}${path}`;
const get = (path: string, signal: AbortSignal | null = null) => new Request(address(path), { signal });
const post = (path: string, signal: AbortSignal | null = null) => new Request(address(path), { method: 'POST', body: '{}', signal });

function theServerAnswers(...answers: FakeAnswer[]) {
  const left = [...answers];
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    if (new URL(request.url).origin !== origin) return never();
    requests.push(request);
    const next = left.shift();
    if (next === undefined) throw new Error(`one call too many: ${request.method} ${request.url}`);
    return next();
  });
  return { requests, authorizations: () => requests.map((request) => request.headers.get('Authorization')) };
}

/** Holds chance still and remembers the waits instead of waiting. */
function withoutWaiting(): RetryClock & { waits: number[] } {
  const waits: number[] = [];
  const pause = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { waits, random: () => 0, now: () => 0, pause };
}

/** Lets a test look at a promise without waiting for it. */
function settled(promise: Promise<unknown>) {
  let state: unknown = 'pending';
  promise.then(
    (value) => (state = value),
    (reason: unknown) => (state = reason),
  );
  return { now: () => state };
}
