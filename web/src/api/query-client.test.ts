import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure, call } from './errors';
import { createQueryClient } from './query-client';

afterEach(() => {
  onlineManager.setOnline(true);
});

describe('the query client', () => {
  it('tells that the session is over when a query is answered 401', async () => {
    const onSignedOut = vi.fn<() => void>();
    const client = createQueryClient({ onSignedOut });

    await expect(client.fetchQuery({ queryKey: ['companies'], queryFn: () => refusedWith(401) })).rejects.toBeInstanceOf(ApiFailure);

    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('tells that the session is over when a mutation is answered 401', async () => {
    const onSignedOut = vi.fn<() => void>();
    const client = createQueryClient({ onSignedOut });
    const mutation = client.getMutationCache().build(client, { mutationFn: () => refusedWith(401) });

    await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ApiFailure);

    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  it('keeps the session through every other failure', async () => {
    const onSignedOut = vi.fn<() => void>();
    const client = createQueryClient({ onSignedOut });

    await expect(client.fetchQuery({ queryKey: ['companies'], queryFn: () => refusedWith(403) })).rejects.toBeInstanceOf(ApiFailure);

    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('asks although the browser says that it is offline', async () => {
    onlineManager.setOnline(false);
    const client = createQueryClient();
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve('done') });

    expect(await client.fetchQuery({ queryKey: ['companies'], queryFn: () => 'here' })).toBe('here');
    expect(await mutation.execute(undefined)).toBe('done');
  });

  it('asks once, because the client has sent the request again already', async () => {
    const queryFn = vi.fn<() => Promise<unknown>>(() => refusedWith(503));
    const observer = new QueryObserver(createQueryClient(), { queryKey: ['companies'], queryFn });

    const leave = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
    leave();

    expect(queryFn).toHaveBeenCalledOnce();
  });

  it('lets a loader and its component share one answer', async () => {
    const client = createQueryClient();
    const queryFn = vi.fn<() => string>(() => 'here');

    await client.fetchQuery({ queryKey: ['companies'], queryFn });
    await client.fetchQuery({ queryKey: ['companies'], queryFn });

    expect(queryFn).toHaveBeenCalledOnce();
  });
});

function refusedWith(status: number): Promise<unknown> {
  return call(Promise.resolve({ error: undefined, response: new Response(null, { status }) }));
}
