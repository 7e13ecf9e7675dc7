import { type Json, expect, expectRestRefusal, test } from './fixtures';
import { claimsOf, minted } from './tokens';

test.describe('3.4 Errors', () => {
  for (const [row, method, path, status, code, message] of [
    ['unknown table', 'GET', 'nope', 404, 'PGRST205', "Could not find the table 'public.nope' in the schema cache"],
    [
      'a table that is none of the client’s',
      'GET',
      'users',
      404,
      'PGRST205',
      "Could not find the table 'public.users' in the schema cache",
    ],
    ['unknown column in select', 'GET', 'profiles?select=nope', 400, '42703', 'column profiles.nope does not exist'],
    ['unknown column in a filter', 'GET', 'profiles?nope=eq.1', 400, '42703', 'column profiles.nope does not exist'],
    ['unknown column in order', 'GET', 'profiles?order=nope', 400, '42703', 'column profiles.nope does not exist'],
    ['unparsable select', 'GET', 'profiles?select=id::text', 400, 'PGRST100', undefined],
    ['unparsable filter', 'GET', 'profiles?onboarding_step=0', 400, 'PGRST100', '"failed to parse filter (0)" (line 1, column 1)'],
    ['unparsable order', 'GET', 'profiles?order=id.up', 400, 'PGRST100', undefined],
    ['unparsable limit', 'GET', 'profiles?limit=-1', 400, 'PGRST100', undefined],
    ['unknown operator', 'GET', 'profiles?full_name=fts.x', 400, 'PGRST100', undefined],
    ['alias', 'GET', 'profiles?select=me:id', 400, 'PGRST100', undefined],
    ['json path', 'GET', 'reddit_posts?select=keywords_matched-%3E0', 400, 'PGRST100', undefined],
    ['aggregate', 'GET', 'profiles?select=id.count()', 400, 'PGRST100', undefined],
    [
      'embed without relationship',
      'GET',
      'reddit_posts?select=id,companies(company_name)',
      400,
      'PGRST200',
      "Could not find a relationship between 'reddit_posts' and 'companies' in the schema cache",
    ],
    ['value of the wrong type', 'GET', 'profiles?id=eq.x', 400, '22P02', 'invalid input syntax for type uuid: "x"'],
    ['method', 'PUT', 'profiles', 405, 'PGRST117', 'Unsupported HTTP method: PUT'],
  ] as const) {
    test(`3.4 ${row}: ${status} ${code}`, async ({ site }) => {
      const person = await site.person('ada');
      const reply = await site.rest(person, method, path, method === 'PUT' ? { body: {} } : {});
      expectRestRefusal(reply, status, code, message);
    });
  }

  test('3.4 unknown function or argument names: 404 PGRST202', async ({ site }) => {
    const person = await site.person('ada');
    const unknown = 'Could not find the function public.f(a) in the schema cache';
    expectRestRefusal(await site.rest(person, 'POST', 'rpc/f', { body: { a: 1 } }), 404, 'PGRST202', unknown);
    const name = 'create_profile_for_confirmed_user';
    expectRestRefusal(
      await site.rest(person, 'POST', `rpc/${name}`, { body: { a: person.id } }),
      404,
      'PGRST202',
      `Could not find the function public.${name}(a) in the schema cache`,
    );
  });

  test('3.4 unknown column in a body: 400 PGRST204', async ({ site }) => {
    const { client, id } = await site.member('ada');
    const { error, status } = await client.from('profiles').update({ nope: 1 }).eq('id', id);
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'PGRST204', message: "Could not find the 'nope' column of 'profiles' in the schema cache" });
  });

  test('3.4 value of the wrong type in a body: 400 22P02', async ({ site }) => {
    const person = await site.member('ada');
    const reply = await site.rest(person, 'PATCH', 'profiles', { body: { onboarding_step: 'many' } });
    expectRestRefusal(reply, 400, '22P02');
  });

  test('3.4 body not JSON or not an object: 400 PGRST102', async ({ site }) => {
    const person = await site.member('ada');
    for (const body of ['{', '', '7', '[]', '"x"']) {
      expectRestRefusal(await site.rest(person, 'PATCH', 'profiles', { body }), 400, 'PGRST102', 'Empty or invalid json');
    }
  });

  test('3.4 other schema: 406 PGRST106', async ({ site }) => {
    const { client } = await site.person('ada');
    const { error, status } = await client.schema('auth').from('users').select();
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 406,
      code: 'PGRST106',
      message: 'Invalid schema: auth',
    });
  });

  test('3.4 bad signature, alg, kid, structure: 401 PGRST301 with WWW-Authenticate', async ({ site }) => {
    const { session } = await site.person('ada');
    for (const token of ['x', 'a.b.c', `${session.access_token}x`]) {
      const reply = await site.request('GET', '/rest/v1/profiles', { token });
      expectRestRefusal(reply, 401, 'PGRST301');
      expect(reply.body['message']).toMatch(/^JWT/);
      expect(reply.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
    }
  });

  test('3.4 expired: 401 PGRST303 "JWT expired"', async ({ site }) => {
    const person = await site.person('ada');
    const expired = await minted(site, person, { exp: Math.floor(Date.now() / 1000) - 60 });
    expect(claimsOf(expired)['sub']).toBe(person.id);
    const reply = await site.request('GET', '/rest/v1/profiles', { token: expired });
    expectRestRefusal(reply, 401, 'PGRST303', 'JWT expired');
  });

  test('3.4 anonymous on a protected table: 401 42501', async ({ site }) => {
    const { error, status } = await site.browser().client.from('profiles').select();
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 401,
      code: '42501',
      message: 'permission denied for table profiles',
    });
  });

  test('3.4 signed in, write not allowed: 403 42501', async ({ site }) => {
    const person = await site.member('ada');
    const message = /^(permission denied for table subscriptions|new row violates row-level security policy for table "subscriptions")$/;
    for (const answer of [
      await person.client.from('subscriptions').insert({ user_id: person.id, status: 'active', plan_id: 'pro' }),
      await person.client.from('subscriptions').update({ status: 'active' }).eq('user_id', person.id),
      await person.client.from('subscriptions').upsert({ id: crypto.randomUUID(), status: 'active' }),
      await person.client.from('subscriptions').delete().eq('user_id', person.id),
    ]) {
      expect({ status: answer.status, code: answer.error?.code }).toEqual({ status: 403, code: '42501' });
      expect(answer.error?.message).toMatch(message);
    }
  });

  test('3.4 a 404 always carries the object, so that the client takes it for an error', async ({ site }) => {
    const { client } = await site.person('ada');
    const { error, status } = await client.from('nope').select();
    expect({ status, code: error?.code }).toEqual({ status: 404, code: 'PGRST205' });
  });
});

test.describe('3.5 Rights', () => {
  test('3.5 profiles: its owner may update the seven columns', async ({ site }) => {
    const person = await site.member('ada');
    const changes = {
      full_name: 'Ada L.',
      avatar_url: 'https://example.com/ada.png',
      onboarding_completed: true,
      onboarding_step: 3,
      subscription_plan: 'pro',
      subscription_status: 'active',
      updated_at: '2026-01-01T00:00:00Z',
    };
    expect((await person.client.from('profiles').update(changes).eq('id', person.id)).error).toBeNull();
    const { updated_at: _, ...shown } = changes;
    expect((await person.client.from('profiles').select('*').single()).data).toMatchObject(shown);
  });

  test('3.5 profiles: not id, not email, not created_at', async ({ site }) => {
    const person = await site.member('ada');
    const before = (await person.client.from('profiles').select('*').single()).data;
    for (const changes of [{ id: crypto.randomUUID() }, { email: 'eve@example.com' }, { created_at: '2020-01-01T00:00:00Z' }]) {
      const { status, error } = await person.client
        .from('profiles')
        .update({ full_name: 'Eve', ...changes })
        .eq('id', person.id);
      expect({ status, code: error?.code }).toEqual({ status: 403, code: '42501' });
    }
    expect((await person.client.from('profiles').select('*').single()).data).toEqual(before);
  });

  test('3.5 profiles: no INSERT, no DELETE', async ({ site }) => {
    const person = await site.member('ada');
    const insert = await person.client.from('profiles').insert({ id: person.id, email: person.email });
    const remove = await person.client.from('profiles').delete().eq('id', person.id);
    expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
    expect([remove.status, remove.error?.code]).toEqual([403, '42501']);
    expect((await person.client.from('profiles').select('id')).data).toHaveLength(1);
  });

  for (const table of ['subscriptions', 'companies', 'keywords', 'reddit_posts', 'brand_mentions']) {
    test(`3.5 ${table}: its owner reads it and writes nothing`, async ({ site }) => {
      const person = await site.seeded('ada');
      const before = (await site.rest(person, 'GET', `${table}?order=id`)).body;
      expect(before).not.toHaveLength(0);
      for (const [method, path] of [
        ['POST', table],
        ['POST', `${table}?on_conflict=id`],
        ['PATCH', `${table}?id=not.is.null`],
        ['DELETE', `${table}?id=not.is.null`],
      ] as const) {
        const body: Json = { id: crypto.randomUUID() };
        const reply = await site.rest(person, method, path, { body, headers: { prefer: 'resolution=merge-duplicates' } });
        expectRestRefusal(reply, 403, '42501');
      }
      expect((await site.rest(person, 'GET', `${table}?order=id`)).body).toEqual(before);
    });
  }

  test('3.5 what a client writes into profiles.subscription_status grants nothing in subscriptions', async ({ site }) => {
    const person = await site.member('ada');
    await person.client.from('profiles').update({ subscription_status: 'active', subscription_plan: 'enterprise' }).eq('id', person.id);
    expect((await person.client.from('subscriptions').select('status')).data).toEqual([]);
  });
});

test.describe('3.6 rpc create_profile_for_confirmed_user', () => {
  test('3.6 rpc: inserts the profile with e-mail, full_name, onboarding_completed false; repeatable', async ({ site }) => {
    const person = await site.person('ada');
    expect((await person.client.from('profiles').select()).data).toEqual([]);
    for (const _ of [1, 2]) {
      expect(await person.client.rpc('create_profile_for_confirmed_user', { user_id: person.id })).toMatchObject({
        data: true,
        error: null,
      });
    }
    const { data } = await person.client.from('profiles').select('*');
    expect(data).toMatchObject([{ id: person.id, email: person.email, full_name: 'ada', onboarding_completed: false }]);
  });

  test('3.6 rpc: does not overwrite what is there', async ({ site }) => {
    const person = await site.member('ada');
    await person.client.from('profiles').update({ full_name: 'Ada L.' }).eq('id', person.id);
    await person.client.rpc('create_profile_for_confirmed_user', { user_id: person.id });
    expect((await person.client.from('profiles').select('full_name').single()).data).toEqual({ full_name: 'Ada L.' });
  });

  test('3.6 rpc: anonymously 401 42501', async ({ site }) => {
    const { status, error } = await site.browser().client.rpc('create_profile_for_confirmed_user', { user_id: crypto.randomUUID() });
    expect({ status, code: error?.code }).toEqual({ status: 401, code: '42501' });
  });
});
