import { AuthApiError } from '@supabase/auth-js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, FakeAuth, refused } from '../../testing/auth';
import type { IdentityClient } from './client';
import { openMailLink } from './mail-link-session';
import { pendingPassword } from './pending-password';

const tokens = { kind: 'tokens', accessToken: 'a', refreshToken: 'r', isRecovery: false } as const;
const code = { kind: 'code' } as const;

let auth: FakeAuth;
let created: unknown[];
let notified: unknown[];
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeEach(() => {
  auth = new FakeAuth();
  created = [];
  notified = [];
  warn.mockClear();
  localStorage.clear();
  window.history.replaceState(null, '', '/onboarding');
  vi.stubGlobal('fetch', async (request: Request) => {
    notified.push([request.method, new URL(request.url).pathname, await request.json()]);
    return Response.json({ success: true });
  });
});

describe('a confirmed sign-up', () => {
  it('gets its profile and one notification, and goes on by its name', async () => {
    auth.session = aSession();

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'confirmed', hasName: true });

    expect(created).toEqual([['create_profile_for_confirmed_user', { user_id: 'user-1' }]]);
    await vi.waitFor(() =>
      expect(notified).toEqual([
        ['POST', '/api/auth/signup-notification', { email: 'nora@paperlark.example', name: 'Nora Feld', userId: 'user-1' }],
      ]),
    );
  });

  it('gets the same from a link with tokens in the hash', async () => {
    expect(await openMailLink(client(), tokens, 'sign-up')).toEqual({ kind: 'confirmed', hasName: true });

    expect(auth.given).toEqual([{ access_token: 'a', refresh_token: 'r' }]);
    expect(created).toHaveLength(1);
    await vi.waitFor(() => expect(notified).toHaveLength(1));
  });

  it('is notified by its address where it has no name', async () => {
    auth.session = aSession({ fullName: ' ' });

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'confirmed', hasName: false });

    const body = { email: 'nora@paperlark.example', name: 'nora@paperlark.example', userId: 'user-1' };
    await vi.waitFor(() => expect(notified).toEqual([['POST', '/api/auth/signup-notification', body]]));
  });

  it('goes on though its notification failed', async () => {
    auth.session = aSession();
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: false, error: 'x', message: 'No.' }, { status: 500 })));

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'confirmed', hasName: true });

    const logged = ['Earshot: the signup notification was not sent'];
    await vi.waitFor(() => expect(warn.mock.calls.map(([what]) => what)).toEqual(logged));
  });

  it('goes on without a profile, and is not notified before there is one', async () => {
    auth.session = aSession();
    const broken = client({ data: null, error: { message: 'no', code: '42501' }, status: 403, statusText: 'Forbidden' });

    expect(await openMailLink(broken, code, 'sign-up')).toEqual({ kind: 'confirmed', hasName: true });

    expect(warn.mock.calls.map(([what]) => what)).toEqual(['Earshot: the profile was not created']);
    expect(notified).toEqual([]);
  });

  it('must choose a password if the server says that the link set none', async () => {
    auth.session = aSession({ fullName: '', needsPassword: true });

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'password-due' });

    expect(pendingPassword('user-1')).toBe('unset');
    expect(pendingPassword('somebody-else')).toBeUndefined();
    expect(created).toHaveLength(1);
  });
});

describe('a link that brings no session', () => {
  it('was opened in another browser if the code stays in the address', async () => {
    window.history.replaceState(null, '', '/onboarding?code=abc');

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'elsewhere' });
  });

  it('or its code could not be exchanged', async () => {
    auth.initializeError = new AuthApiError('code challenge does not match previously saved code verifier', 400, 'bad_code_verifier');

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'elsewhere' });
  });

  it('or its tokens are refused', async () => {
    auth.retrievalError = refused;

    expect(await openMailLink(client(), tokens, 'sign-up')).toEqual({ kind: 'elsewhere' });
  });

  it('is dead', async () => {
    expect(await openMailLink(client(), { kind: 'dead' }, 'sign-up')).toEqual({ kind: 'dead' });
    expect(created).toEqual([]);
  });
});

describe('somebody who is signed in already', () => {
  it('stays who they are when they open a link of another browser', async () => {
    auth.session = aSession();
    window.history.replaceState(null, '', '/onboarding?code=abc');

    expect(await openMailLink(client(), code, 'sign-up')).toEqual({ kind: 'signed-in' });
    expect(created).toEqual([]);
  });

  it('cannot be swapped by tokens that somebody put into an address', async () => {
    auth.session = aSession();

    expect(await openMailLink(client(), tokens, 'sign-up')).toEqual({ kind: 'signed-in' });
    expect(auth.given).toEqual([]);
  });
});

it('a link to reset a password makes it due and is no sign-up', async () => {
  expect(await openMailLink(client(), { ...tokens, isRecovery: true }, 'other')).toEqual({ kind: 'password-due' });

  expect(pendingPassword('user-1')).toBe('forgotten');
  expect(created).toEqual([]);
});

it('a link that confirms a changed address is no sign-up', async () => {
  auth.session = aSession();

  expect(await openMailLink(client(), code, 'other')).toEqual({ kind: 'signed-in' });
  expect(created).toEqual([]);
});

function client(answer: unknown = { data: true, error: null, status: 200, statusText: 'OK' }): IdentityClient {
  const rpc = async (...asked: unknown[]) => {
    created.push(asked);
    return answer;
  };
  return { auth: auth.client, tables: async () => ({ rpc }) } as unknown as IdentityClient;
}
