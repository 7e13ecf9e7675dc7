import { deadLink, expectRefused, getUser, signIn, signOutEverywhere } from './auth-calls';
import { address, expect, expectRefusal, otherPassword, password, present, test } from './fixtures';
import { claimsOf } from './tokens';

test.describe('2.3 GET /user', () => {
  test('2.3 user: 200 bare user', async ({ site }) => {
    const { session, id, email } = await site.person('ada');
    const reply = await getUser(site, session.access_token);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id, email, aud: 'authenticated', role: 'authenticated' });
  });

  test('2.3 user: no Authorization gives 401 no_authorization', async ({ site }) => {
    const reply = await site.request('GET', '/auth/v1/user', { headers: { authorization: '' } });
    expectRefusal(reply, 401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  });

  test('2.3 user: the anon key or a bad token gives 403 bad_jwt', async ({ site }) => {
    for (const token of [site.key, 'a.b.c', 'x']) {
      const reply = await getUser(site, token);
      expectRefusal(reply, 403, 'bad_jwt');
      expect(reply.body['message']).toMatch(/^invalid JWT: unable to parse or verify signature, /);
    }
  });

  test('2.3 user: user gone gives 403 user_not_found', async ({ site }) => {
    const { session, email } = await site.person('ada');
    await site.earshot.admin('user', 'delete', email);
    expectRefusal(await getUser(site, session.access_token), 403, 'user_not_found');
    expect((await site.request('GET', '/rest/v1/profiles', { token: session.access_token })).status).toBe(401);
  });

  test('2.3 user: session ended gives 403 session_not_found', async ({ site }) => {
    const { session } = await site.person('ada');
    await signOutEverywhere(site, session);
    expectRefusal(await getUser(site, session.access_token), 403, 'session_not_found');
  });
});

test.describe('2.3 PUT /user', () => {
  test('2.3 update data: merges into user_metadata, a null removes the key, shown in the next token, event USER_UPDATED', async ({
    site,
  }) => {
    const { client } = await site.person('ada');
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const { data, error } = await client.auth.updateUser({ data: { full_name: 'Ada L.', colour: 'blue' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'Ada L.', colour: 'blue' });
    expect(events).toContain('USER_UPDATED');
    const removed = await client.auth.updateUser({ data: { colour: null } });
    expect(removed.data.user?.user_metadata).toMatchObject({ full_name: 'Ada L.' });
    expect(removed.data.user?.user_metadata).not.toHaveProperty('colour');
    const { session } = (await client.auth.refreshSession()).data;
    expect(claimsOf(present(session).access_token)['user_metadata']).toMatchObject({ full_name: 'Ada L.' });
  });

  test('2.3 update password: weak_password', async ({ site }) => {
    const { client } = await site.person('ada');
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      reasons: ['length'],
    });
  });

  test('2.3 update password: 422 same_password', async ({ site }) => {
    const { client } = await site.person('ada');
    const message = 'New password should be different from the old password.';
    expect((await client.auth.updateUser({ password })).error).toMatchObject({ status: 422, code: 'same_password', message });
  });

  test('2.3 update password: the current password is checked where the client sends it', async ({ site }) => {
    const { client, email } = await site.person('ada');
    const wrong = await client.auth.updateUser({ password: otherPassword, current_password: 'a guess' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_mismatch' });
    expect((await client.auth.updateUser({ password: otherPassword, current_password: password })).error).toBeNull();
    expect((await signIn(site, email, otherPassword)).error).toBeNull();
  });

  test('2.3 update password: success ends all other sessions, keeps this one, kills outstanding mail links', async ({ site }) => {
    const here = await site.person('ada');
    const there = await site.elsewhere(here);
    await site.browser().client.auth.resetPasswordForEmail(here.email);
    const link = await site.link(here.email, 2);
    expect((await here.client.auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await getUser(site, here.session.access_token)).status).toBe(200);
    expectRefusal(await getUser(site, there.session.access_token), 403, 'session_not_found');
    expect(Object.fromEntries((await site.openLink(link)).searchParams)).toEqual(deadLink);
    await expectRefused(signIn(site, here.email, password), 'invalid_credentials');
    expect((await signIn(site, here.email, otherPassword)).error).toBeNull();
  });

  test('2.3 update e-mail: 422 email_exists', async ({ site }) => {
    const [ada, bob] = [await site.person('ada'), await site.person('bob')];
    const message = 'A user with this email address has already been registered';
    expect((await ada.client.auth.updateUser({ email: bob.email })).error).toMatchObject({ status: 422, code: 'email_exists', message });
  });

  test('2.3 update e-mail: the address stays, new_email is set, one link type=email_change goes to the new address and changes it', async ({
    site,
  }) => {
    const [person, email] = [await site.person('ada'), address('new')];
    const { data, error } = await person.client.auth.updateUser({ email }, { emailRedirectTo: site.page('/dashboard') });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: email, email_change_sent_at: expect.any(String) });
    const link = await site.link(email);
    expect(link.searchParams.get('type')).toBe('email_change');
    const session = await site.signInByLink(person, link);
    expect(session.user.email).toBe(email);
    expect(session.user).not.toHaveProperty('new_email');
    expect(claimsOf(session.access_token)['amr']).toMatchObject([{ method: 'email_change' }]);
    expect((await signIn(site, email, password)).error).toBeNull();
    await expectRefused(signIn(site, person.email, password), 'invalid_credentials');
  });

  test('2.3 update: app_metadata gives 403 not_admin', async ({ site }) => {
    const { session } = await site.person('ada');
    const reply = await site.request('PUT', '/auth/v1/user', { body: { app_metadata: { role: 'admin' } }, token: session.access_token });
    expectRefusal(reply, 403, 'not_admin');
  });

  test('2.3 update: role, id, aud, email_confirmed_at are ignored', async ({ site }) => {
    const { session, id } = await site.person('ada');
    const body = {
      role: 'service_role',
      id: crypto.randomUUID(),
      aud: 'x',
      email_confirmed_at: null,
      is_anonymous: true,
      data: { colour: 'blue' },
    };
    const reply = await site.request('PUT', '/auth/v1/user', { body, token: session.access_token });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      role: 'authenticated',
      aud: 'authenticated',
      is_anonymous: false,
      email_confirmed_at: expect.any(String),
    });
  });

  test('2.3 update: needs a session', async ({ site }) => {
    expectRefusal(await site.request('PUT', '/auth/v1/user', { body: { data: {} } }), 403, 'bad_jwt');
    expectRefusal(
      await site.request('PUT', '/auth/v1/user', { body: { data: {} }, headers: { authorization: '' } }),
      401,
      'no_authorization',
    );
  });
});
