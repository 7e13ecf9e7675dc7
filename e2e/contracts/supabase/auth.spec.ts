import { refresh, signOutEverywhere } from './auth-calls';
import { address, expect, expectRefusal, password, present, test, text } from './fixtures';
import { claimsOf, headerOf, publishedKey } from './tokens';

test.describe('1 Common', () => {
  test('1.2 keys: no apikey gives 401 "No API key found in request"', async ({ site }) => {
    for (const path of ['/auth/v1/user', '/auth/v1/settings', '/rest/v1/profiles']) {
      const reply = await site.request('GET', path, { headers: { apikey: '' } });
      expect(reply.status, path).toBe(401);
      expect(reply.body, path).toMatchObject({ message: 'No API key found in request', hint: expect.any(String) });
    }
  });

  test('1.2 keys: a wrong apikey gives 401 "Invalid API key"', async ({ site }) => {
    for (const path of ['/auth/v1/user', '/rest/v1/profiles']) {
      const reply = await site.request('GET', path, { headers: { apikey: 'sb_publishable_wrong' } });
      expect(reply.status, path).toBe(401);
      expect(reply.body, path).toMatchObject({ message: 'Invalid API key', hint: expect.any(String) });
    }
  });

  test('1.2 keys: /verify and jwks.json work without apikey', async ({ site }) => {
    const bare = { headers: { apikey: '', authorization: '' } };
    expect((await site.request('GET', '/auth/v1/.well-known/jwks.json', bare)).status).toBe(200);
    expect((await site.request('GET', '/auth/v1/verify?token=pkce_x&type=signup', bare)).status).toBe(303);
  });

  test('1.2 keys: the name of the Bearer scheme is case-insensitive, one token, no blanks', async ({ site }) => {
    const { session } = await site.person('ada');
    const user = (authorization: string) => site.request('GET', '/auth/v1/user', { headers: { authorization } });
    expect((await user(`bEaReR ${session.access_token}`)).status).toBe(200);
    expect((await user(`Bearer ${session.access_token} x`)).status).toBe(401);
    expect((await user(session.access_token)).status).toBe(401);
  });

  test('1.4 JWT: ES256 with kid, the claims of the contract, exp = expires_at', async ({ site }) => {
    const person = await site.person('ada');
    const { session } = await site.elsewhere(person);
    const claims = claimsOf(session.access_token);
    expect(headerOf(session.access_token)).toEqual({ alg: 'ES256', kid: (await publishedKey(site)).kid, typ: 'JWT' });
    expect(claims).toMatchObject({
      sub: person.id,
      aud: 'authenticated',
      role: 'authenticated',
      exp: session.expires_at,
      email: person.email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'ada', email_verified: true },
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: claims['iat'] }],
      session_id: expect.any(String),
      is_anonymous: false,
      jti: expect.any(String),
    });
    expect(text(claims, 'iss')).toBe(site.page('/auth/v1'));
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
    expect(Buffer.from(present(session.access_token.split('.')[2]), 'base64url')).toHaveLength(64);
  });

  test('1.4 JWT: two tokens of one second differ', async ({ site }) => {
    const { session } = await site.person('ada');
    const refreshed = await Promise.all([refresh(site, session), refresh(site, session)]);
    expect(new Set(refreshed.map((reply) => reply.body['access_token'])).size).toBe(2);
  });

  test('1.4 jwks.json: public members only, Cache-Control: public, max-age=600', async ({ site }) => {
    const reply = await site.request('GET', '/auth/v1/.well-known/jwks.json');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=600');
    const some = expect.any(String);
    expect(reply.body).toEqual({
      keys: [{ kty: 'EC', crv: 'P-256', x: some, y: some, kid: some, alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
    });
  });

  test('1.4 getClaims: verifies with the JWKS, without asking for /user', async ({ site }) => {
    const asked: string[] = [];
    const watching: typeof fetch = (input, init) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return fetch(input, init);
    };
    const { client, id } = await site.person('ada', { global: { fetch: watching } });
    asked.length = 0;
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(id);
    expect(asked.map((url) => new URL(url).pathname)).toEqual(['/auth/v1/.well-known/jwks.json']);
  });
});

test.describe('2.1 Error shape', () => {
  test('2.1 errors: both shapes at once, the echo header and x-sb-error-code', async ({ site }) => {
    const body = { email: address('nobody'), password };
    for (const version of ['2024-01-01', '']) {
      const headers = { 'x-supabase-api-version': version };
      const reply = await site.request('POST', '/auth/v1/token?grant_type=password', { body, headers });
      expectRefusal(reply, 400, 'invalid_credentials', 'Invalid login credentials');
    }
  });

  test('2.1 errors: 4xx with a code is an AuthApiError {message, status, code}', async ({ site }) => {
    const { error } = await site.browser().client.auth.signInWithPassword({ email: address('nobody'), password });
    expect(error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  });

  test('2.1 errors: code session_not_found is an AuthSessionMissingError, and getUser deletes the stored session', async ({ site }) => {
    const person = await site.person('ada');
    await signOutEverywhere(site, person.session);
    const { error } = await person.client.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await person.client.auth.getSession()).data.session).toBeNull();
  });

  test('2.1 errors: no 4xx comes without a JSON body', async ({ site }) => {
    const { session } = await site.person('ada');
    const token = session.access_token;
    for (const [method, path] of [
      ['GET', '/nope'],
      ['DELETE', '/user'],
      ['GET', '/token'],
      ['POST', '/verify'],
      ['PUT', '/user'],
      ['POST', '/logout?scope=x'],
    ] as const) {
      const reply = await site.request(method, `/auth/v1${path}`, { token });
      expect(reply.status, path).toBeGreaterThanOrEqual(400);
      expect(reply.status, path).toBeLessThan(500);
      expect(text(reply.body, 'message'), path).not.toBe('');
    }
  });
});

test.describe('2.3 GET /settings, /health', () => {
  test('2.3 settings: what is open', async ({ site }) => {
    const reply = await site.request('GET', '/auth/v1/settings');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    });
  });

  test('2.3 health: version, name GoTrue, description', async ({ site }) => {
    const reply = await site.request('GET', '/auth/v1/health');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ version: expect.any(String), name: 'GoTrue', description: expect.any(String) });
  });
});
