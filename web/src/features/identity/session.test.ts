import { renderHook, act } from '@testing-library/react';
import { AuthRetryableFetchError } from '@supabase/auth-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, busy, FakeAuth, outage, refused } from '../../testing/auth';
import { currentSession, recheckSession, signOut, startSession, useSession } from './session';

const tokenKey = 'sb-localhost-auth-token';
const noraIsSignedIn = {
  state: 'signed-in',
  user: { id: 'user-1', email: 'nora@paperlark.example', fullName: 'Nora Feld', createdAt: '2026-11-15T12:00:00Z' },
};
const nobody = { state: 'signed-out' };
const assign = vi.fn<(url: string) => void>();

let auth: FakeAuth;

beforeEach(() => {
  auth = new FakeAuth();
  localStorage.clear();
  localStorage.setItem(tokenKey, JSON.stringify(aSession()));
  assign.mockReset();
  vi.stubGlobal('location', { ...window.location, assign });
});

describe('at the start', () => {
  it('is loading, then whoever the stored session belongs to', async () => {
    auth.session = aSession();
    const { result } = renderHook(useSession);

    const started = start();
    expect(currentSession()).toEqual({ state: 'loading' });
    await act(() => started);

    expect(result.current).toEqual(noraIsSignedIn);
  });

  it('is nobody without a session', async () => {
    await start();

    expect(currentSession()).toEqual(nobody);
  });

  it('clears a session that has expired', async () => {
    auth.session = aSession({ expiresInS: -1 });

    await start();

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(auth.signOuts).toEqual(['local']);
  });

  it('clears a session that the server refuses to renew', async () => {
    auth.retrievalError = refused;

    await start();

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(auth.signOuts).toEqual(['local']);
  });

  it.each([
    ['a lost network', outage],
    ['a server that restarts', new AuthRetryableFetchError('Bad Gateway', 502)],
    ['a busy server', busy],
  ])('keeps the user through %s', async (_what, error) => {
    auth.retrievalError = error;

    await start();

    expect(currentSession()).toEqual(noraIsSignedIn);
    expect(localStorage.getItem(tokenKey)).not.toBeNull();
  });

  it('has nobody to keep where the stored session cannot be read', async () => {
    auth.retrievalError = outage;
    localStorage.setItem(tokenKey, '{');

    await start();

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
  });

  it.each(['{', 'null', '7', '[]', '{"access_token":"a"}', '{"user":null}', '{"user":{"id":""}}'])(
    'removes %s, which no client made',
    async (stored) => {
      localStorage.setItem(tokenKey, stored);

      await start();

      expect(currentSession()).toEqual(nobody);
      expect(localStorage.getItem(tokenKey)).toBeNull();
    },
  );

  it.each([undefined, null, {}, { id: 7 }])('removes a session whose user is %o', async (user) => {
    auth.session = { ...aSession(), user } as never;

    await start();

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(auth.signOuts).toEqual(['local']);
  });

  it('does without what an older session does not say', async () => {
    auth.session = { ...aSession(), user: { id: 'user-1', user_metadata: null } } as never;

    await start();

    expect(currentSession()).toEqual({ state: 'signed-in', user: { id: 'user-1', email: '', fullName: '', createdAt: '' } });
  });

  it('tells nobody before a link from a mail is dealt with', async () => {
    let seen: unknown;

    await startSession({ auth: auth.client, tokenKey, marketingUrl: '/site/' }, async () => {
      auth.tell('SIGNED_IN', aSession());
      seen = currentSession();
    });

    expect(seen).toEqual({ state: 'loading' });
    expect(currentSession()).toEqual(noraIsSignedIn);
  });
});

describe('later', () => {
  beforeEach(async () => {
    auth.session = aSession();
    await start();
  });

  it('ends with a sign-out', () => {
    auth.tell('SIGNED_OUT', null);

    expect(currentSession()).toEqual(nobody);
  });

  it('ends with a renewal that brings no session', () => {
    auth.tell('TOKEN_REFRESHED', null);

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
  });

  it('goes on with a renewal, and nothing is rendered again for it', () => {
    const before = currentSession();

    auth.tell('TOKEN_REFRESHED', aSession());

    expect(currentSession()).toBe(before);
  });

  it('follows a change of the name', () => {
    auth.tell('USER_UPDATED', aSession({ fullName: 'Nora Lind' }));

    expect(currentSession()).toMatchObject({ user: { fullName: 'Nora Lind' } });
  });

  it('does not end because the first event of the client has no session', () => {
    auth.tell('INITIAL_SESSION', null);

    expect(currentSession()).toEqual(noraIsSignedIn);
  });

  it('ends when another tab takes the token away', () => {
    window.dispatchEvent(new StorageEvent('storage', { key: tokenKey, newValue: null, storageArea: localStorage }));

    expect(currentSession()).toEqual(nobody);
  });

  it('does not mind what else other tabs store', () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'earshot-theme', newValue: null, storageArea: localStorage }));
    window.dispatchEvent(new StorageEvent('storage', { key: tokenKey, newValue: '{}', storageArea: localStorage }));

    expect(currentSession()).toEqual(noraIsSignedIn);
  });

  it('ends when the server, asked after a 401, says that it has ended', async () => {
    auth.userError = refused;

    await Promise.all([recheckSession(), recheckSession()]);

    expect(currentSession()).toEqual(nobody);
    expect(localStorage.getItem(tokenKey)).toBeNull();
  });

  it('goes on when the server, asked after a 401, cannot answer', async () => {
    auth.userError = outage;

    await recheckSession();

    expect(currentSession()).toEqual(noraIsSignedIn);
  });
});

describe('signing out', () => {
  beforeEach(async () => {
    auth.session = aSession();
    await start();
  });

  it('asks the server, forgets the token and leaves for the marketing site', async () => {
    await signOut();

    expect(auth.signOuts).toEqual(['global']);
    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/site/');
  });

  it('can be for this device only', async () => {
    await signOut('local');

    expect(auth.signOuts).toEqual(['local']);
  });

  it('shows no sign-in page on the way out', async () => {
    auth.signOutAnswer = async () => {
      auth.tell('SIGNED_OUT', null);
      return { error: null };
    };

    await signOut();

    expect(currentSession()).toEqual(noraIsSignedIn);
  });

  it.each([
    ['refuses', async () => ({ error: refused })],
    ['cannot be reached', async () => ({ error: outage })],
    ['breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('forgets the token and leaves even if the server %s', async (_what, answer) => {
    auth.signOutAnswer = answer;

    await signOut();

    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/site/');
  });

  it('waits 5 s for a server that does not answer, and no longer', async () => {
    vi.useFakeTimers();
    auth.signOutAnswer = () => new Promise(() => {});

    const leaving = signOut();
    await vi.advanceTimersByTimeAsync(4999);
    expect(assign).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
    vi.useRealTimers();

    expect(localStorage.getItem(tokenKey)).toBeNull();
    expect(assign).toHaveBeenCalledOnce();
  });

  it('is not undone by going back to the page as it was left', async () => {
    await signOut();
    auth.session = null;

    await act(async () => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });

    expect(currentSession()).toEqual(nobody);
  });
});

function start() {
  return startSession({ auth: auth.client, tokenKey, marketingUrl: '/site/' });
}
