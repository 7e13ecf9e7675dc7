import { afterEach, describe, expect, it, vi } from 'vitest';
import { api, sendTokenFrom } from './client';
import { call } from './errors';

afterEach(() => {
  sendTokenFrom(() => Promise.resolve(undefined));
});

describe('the client', () => {
  it('speaks JSON with the server that the page came from, and with no other', async () => {
    const requests = everyCallSucceeds();

    await api.GET('/healthz');

    expect(requests[0]).toMatchObject({
      url: 'http://localhost:8080/healthz',
      mode: 'same-origin',
      credentials: 'same-origin',
      cache: 'no-cache',
    });
    expect(requests[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(requests[0]?.headers.get('Accept')).toBe('application/json');
  });

  it('sends no token until it knows where to find one', async () => {
    const requests = everyCallSucceeds();

    await api.GET('/sandbox/clock');
    sendTokenFrom(() => Promise.resolve('ada'));
    await api.GET('/sandbox/clock');

    expect(requests.map((request) => request.headers.get('Authorization'))).toEqual([null, 'Bearer ada']);
  });

  it('sends a body as JSON', async () => {
    const requests = everyCallSucceeds();

    await api.POST('/sandbox/clock', { body: { advanceSeconds: 60 } });

    expect(await requests[0]?.json()).toEqual({ advanceSeconds: 60 });
  });

  it.each([
    [200, { kind: 'unreadable', message: 'Earshot sent a response we could not read. Please try again.' }],
    [500, { kind: 'refused', status: 500, message: 'Earshot is unavailable right now (status 500). Please try again in a moment.' }],
  ])('fails in words of its own when a proxy answers %s with a page', async (status, failure) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>Sign in to the hotel</h1>', { status })));

    await expect(call(api.GET('/sandbox/clock'))).rejects.toMatchObject(failure);
  });
});

function everyCallSucceeds(): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    requests.push(request);
    return Promise.resolve(Response.json({}));
  });
  return requests;
}
