import { describe, expect, it } from 'vitest';
import { ApiFailure, backendApiError, call, failed, isSignedOut, errorMessage } from './errors';

const limitReached = { success: false, error: 'limit_reached', message: 'Upgrade to add more keywords.' };

describe('call', () => {
  it('gives what the server answered', async () => {
    const answer = Promise.resolve({ data: { keywords: ['crm'] }, response: Response.json({}) });

    expect(await call(answer)).toEqual({ keywords: ['crm'] });
  });

  it('throws a refusal with everything that the server said about it', async () => {
    const headers = { 'Retry-After': '30' };

    const failure = await refusal(limitReached, { status: 409, statusText: 'Conflict', headers });

    expect({ ...failure, message: failure.message }).toEqual({
      name: 'ApiFailure',
      kind: 'refused',
      status: 409,
      statusText: 'Conflict',
      code: 'limit_reached',
      message: 'Upgrade to add more keywords.',
      retryAfterS: 30,
    });
  });

  it('throws a refusal that has no body', async () => {
    expect(await refusal(undefined, { status: 404 })).toMatchObject({ kind: 'refused', status: 404, code: undefined });
  });

  it('says that an answer which is not JSON cannot be read', async () => {
    const answer = Promise.reject(new SyntaxError('Unexpected token <'));

    expect(await thrownBy(call(answer))).toMatchObject({ kind: 'unreadable' });
  });

  it.each([failed('unreachable'), new RangeError('a fault of the page itself')])('passes on what failed before: %s', async (failure) => {
    expect(await thrownBy(call(Promise.reject(failure)))).toBe(failure);
  });
});

describe('the words of a refusal', () => {
  it.each([
    ['the server’s own', 400, limitReached, 'Upgrade to add more keywords.'],
    ['the server’s own for too many requests', 429, { ...limitReached, message: 'One mail a minute.' }, 'One mail a minute.'],
    ['ours for too many requests', 429, '', 'Too many requests. Please wait a moment and try again.'],
    [
      'ours for a page of a proxy',
      502,
      '<h1>Bad Gateway</h1>',
      'Earshot is unavailable right now (status 502). Please try again in a moment.',
    ],
    ['ours for a proxy that refuses', 413, '<h1>Too large</h1>', 'Earshot rejected the request (status 413).'],
    ['ours for no failure and no success', 304, undefined, 'Earshot sent an unexpected response (status 304). Please try again.'],
    ['ours for JSON of somebody else', 404, { message: 'no Route matched' }, 'Earshot rejected the request (status 404).'],
    [
      'ours for an error of a gateway',
      404,
      { error: 'Not Found', message: 'no Route matched' },
      'Earshot rejected the request (status 404).',
    ],
    ['ours for a message that is no text', 404, { ...limitReached, message: { a: 1 } }, 'Earshot rejected the request (status 404).'],
    ['ours for a blank message', 404, { ...limitReached, message: ' ' }, 'Earshot rejected the request (status 404).'],
    ['ours for null', 500, null, 'Earshot is unavailable right now (status 500). Please try again in a moment.'],
  ])('are %s', async (_case, status, body, words) => {
    expect(errorMessage(await refusal(body, { status }))).toBe(words);
  });
});

describe('the words for anything thrown', () => {
  it.each([
    ['no connection', failed('unreachable'), 'Earshot cannot be reached. Check your connection and try again.'],
    ['no answer in time', failed('timeout'), 'Earshot took too long to respond. Please try again.'],
    ['a stopped call', failed('aborted'), 'The request was cancelled.'],
    ['an answer that is not JSON', failed('unreadable'), 'Earshot sent a response we could not read. Please try again.'],
    ['a fault of the page', new TypeError('x is undefined'), 'Something went wrong. Please try again.'],
    ['a text', '{"code":500}', 'Something went wrong. Please try again.'],
    ['nothing', undefined, 'Something went wrong. Please try again.'],
  ])('%s', (_case, thrown, words) => {
    expect(errorMessage(thrown)).toBe(words);
  });

  it('are the caller’s own for what nobody foresaw, and only for that', () => {
    expect(errorMessage(new TypeError('x is undefined'), 'Failed to add keyword')).toBe('Failed to add keyword');
    expect(errorMessage(failed('timeout'), 'Failed to add keyword')).toBe('Earshot took too long to respond. Please try again.');
  });
});

describe('the words of discovery', () => {
  it('name the status and the message of a refusal', async () => {
    const failure = await refusal(limitReached, { status: 409 });

    expect(backendApiError(failure)).toBe('Backend API error: 409 - Upgrade to add more keywords.');
  });

  it('name no status where there is none', () => {
    expect(backendApiError(failed('unreachable'))).toBe('Earshot cannot be reached. Check your connection and try again.');
    expect(backendApiError(new Error('boom'))).toBe('Backend discovery failed');
  });
});

it('only a 401 means that the session is over', async () => {
  expect(isSignedOut(await refusal(limitReached, { status: 401 }))).toBe(true);
  expect(isSignedOut(await refusal(limitReached, { status: 403 }))).toBe(false);
  expect(isSignedOut(failed('unreachable'))).toBe(false);
  expect(isSignedOut({ status: 401 })).toBe(false);
});

async function refusal(body: unknown, init: ResponseInit): Promise<ApiFailure> {
  const failure = await thrownBy(call(Promise.resolve({ error: body, response: new Response(null, init) })));
  if (!(failure instanceof ApiFailure)) throw failure;
  return failure;
}

function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`nothing was thrown, but this came: ${JSON.stringify(value)}`);
    },
    (reason: unknown) => reason,
  );
}
