import { type Json, type Person, type Site, expect, expectRefusal, expectRestRefusal, present, test } from './fixtures';
import { type Binding, Wire, change, everything, nameIn, rename, subscribe } from './realtime-client';
import { claimsOf, forgeries, minted } from './tokens';

// Ada has a row in every table. Eve tries to see or change it by every means that the wire offers.

const tables = ['profiles', 'subscriptions', 'companies', 'keywords', 'reddit_posts', 'brand_mentions'] as const;
type Table = (typeof tables)[number];

const greedy: { [what: string]: (owner: string, id: string) => string } = {
  'no filter at all': () => '',
  eq: (owner, id) => `${owner}=eq.${id}`,
  in: (owner, id) => `${owner}=in.(${id},"${id}")`,
  neq: (owner) => `${owner}=neq.00000000-0000-0000-0000-000000000000`,
  'not.is.null': (owner) => `${owner}=not.is.null`,
  'not.in': (owner) => `${owner}=not.in.(00000000-0000-0000-0000-000000000000)`,
  'or=': (owner, id) => `or=(${owner}.eq.${id},${owner}.not.is.null)`,
  'or= that is always true': () => 'or=(id.is.null,id.not.is.null)',
  'and=, nested': (owner, id) => `and=(or(${owner}.eq.${id},id.not.is.null),not.and(id.is.null,id.is.null))`,
  'not.and=': () => 'not.and=(id.is.null,id.is.null)',
  'not.or=': () => 'not.or=(id.is.null,id.is.null)',
  'or= beside eq': (owner, id) => `${owner}=eq.${id}&or=(${owner}.eq.${id})`,
  'gte and lte': (owner, id) => `${owner}=gte.${id}&${owner}=lte.${id}`,
  'order, limit and offset': (owner, id) => `${owner}=eq.${id}&order=${owner}.desc.nullslast&limit=1000&offset=0`,
};

for (const [what, filter] of Object.entries(greedy)) {
  test(`3.5 isolation: ${what} shows, counts and heads nothing of another`, async ({ site }) => {
    const [ada, eve] = await adaAndEve(site);
    for (const table of tables) {
      const path = `${table}?${filter(ownerOf(table), ada.id)}`;
      expect(await site.rest(eve, 'GET', path), path).toMatchObject({ status: 200, text: '[]' });
      for (const method of ['GET', 'HEAD']) {
        const reply = await site.rest(eve, method, path, { headers: { prefer: 'count=exact' } });
        expect([reply.status, reply.headers.get('content-range')], `${method} ${path}`).toEqual([200, '*/0']);
      }
      const single = await site.rest(eve, 'GET', path, { headers: { accept: 'application/vnd.pgrst.object+json' } });
      expectRestRefusal(single, 406, 'PGRST116');
      expect(single.body['details']).toBe('The result contains 0 rows');
    }
  });

  test(`3.5 isolation: PATCH with ${what} changes nothing of another`, async ({ site }) => {
    const [ada, eve] = await adaAndEve(site);
    const before = await profileOf(ada);
    const path = `profiles?${filter('id', ada.id)}`;
    const body = { full_name: 'Eve was here' };
    expect((await site.rest(eve, 'PATCH', path, { body })).status).toBe(204);
    const shown = await site.rest(eve, 'PATCH', path, { body, headers: { prefer: 'return=representation,count=exact' } });
    expect(shown).toMatchObject({ status: 200, text: '[]' });
    expect(await profileOf(ada)).toEqual(before);
  });
}

test('3.5 isolation: the stock client gets 200 [], 204, PGRST116 and count 0 of another’s rows', async ({ site }) => {
  const [ada, eve] = await adaAndEve(site);
  expect(await eve.client.from('profiles').select('*').eq('id', ada.id)).toMatchObject({ status: 200, data: [] });
  expect(await eve.client.from('profiles').update({ full_name: 'x' }).eq('id', ada.id)).toMatchObject({ status: 204, error: null });
  expect((await eve.client.from('profiles').select('*').eq('id', ada.id).single()).error?.code).toBe('PGRST116');
  expect((await eve.client.from('subscriptions').select('*', { count: 'exact', head: true }).eq('user_id', ada.id)).count).toBe(0);
});

test('3.5 isolation: among the rows of others one finds one’s own and no other', async ({ site }) => {
  const [ada, eve] = [await richAda(site), await rich(site, 'eve')];
  for (const table of tables) {
    for (const person of [ada, eve]) {
      const owner = ownerOf(table);
      const { body } = await site.rest(person, 'GET', `${table}?select=${owner}&or=(id.is.null,id.not.is.null)`);
      const owners = new Set((body as unknown as Json[]).map((row) => row[owner]));
      expect(owners, table).toEqual(new Set([person.id]));
    }
  }
});

test('3.5 isolation: a change without a filter changes one’s own row alone', async ({ site }) => {
  const [ada, eve] = [await richAda(site), await rich(site, 'eve')];
  const before = await profileOf(ada);
  const headers = { prefer: 'return=representation,count=exact' };
  const reply = await site.rest(eve, 'PATCH', 'profiles?or=(id.is.null,id.not.is.null)', { body: { full_name: 'Eve II' }, headers });
  expect(reply.body).toMatchObject([{ id: eve.id, full_name: 'Eve II' }]);
  expect(reply.headers.get('content-range')).toBe('0-0/1');
  expect(await profileOf(ada)).toEqual(before);
});

test('3.5 isolation: insert, upsert and delete reach no row of another', async ({ site }) => {
  const [ada, eve] = await adaAndEve(site);
  for (const table of tables) {
    const before = (await site.rest(ada, 'GET', `${table}?order=id`)).body as unknown as Json[];
    const row = { ...present(before[0]), full_name: 'Eve', status: 'cancelled' };
    for (const answer of [
      await eve.client.from(table).insert(row),
      await eve.client.from(table).upsert(row),
      await eve.client.from(table).upsert(row, { onConflict: 'id', ignoreDuplicates: true }),
      await eve.client
        .from(table)
        .delete()
        .eq('id', row['id' as keyof typeof row]),
    ]) {
      expect([answer.status, answer.error?.code], table).toEqual([403, '42501']);
    }
    expect((await site.rest(ada, 'GET', `${table}?order=id`)).body).toEqual(before);
  }
});

test('3.6 isolation: the argument of the rpc is not an identity', async ({ site }) => {
  const [ada, eve] = [await site.person('ada'), await site.person('eve')];
  for (const user_id of [ada.id, ada.id.toUpperCase(), null]) {
    const { status, error } = await eve.client.rpc('create_profile_for_confirmed_user', { user_id });
    expect([status, error?.code]).toEqual([403, '42501']);
  }
  expect((await ada.client.from('profiles').select()).data).toEqual([]);
  expect((await eve.client.from('profiles').select()).data).toEqual([]);
});

test('3.4 isolation: no embed, alias, cast, json path or hidden column leads to another table', async ({ site }) => {
  const [, eve] = await adaAndEve(site);
  for (const [select, code] of [
    ['*,users(*)', 'PGRST200'],
    ['*,subscriptions(*)', 'PGRST200'],
    ['id,companies!inner(company_name)', 'PGRST200'],
    ['*,...users(password_hash)', undefined],
    ['password_hash', '42703'],
    ['users.password_hash', undefined],
    ['id::text', 'PGRST100'],
  ] as const) {
    const reply = await site.rest(eve, 'GET', `profiles?select=${encodeURIComponent(select)}`);
    expect(reply.status, select).toBe(400);
    if (code !== undefined) expectRestRefusal(reply, 400, code);
  }
  for (const table of ['users', 'sessions', 'refresh_tokens', 'mail_links', 'server_keys', 'auth.users', 'sqlite_master', 'pg_catalog']) {
    expectRestRefusal(await site.rest(eve, 'GET', table), 404, 'PGRST205');
  }
});

test('3.2 isolation: what looks like SQL is a value and nothing more', async ({ site }) => {
  const [ada, eve] = await adaAndEve(site);
  for (const value of [`x' or '1'='1`, `x'; update profiles set full_name='Eve'; --`, `"x" or 1=1`, `x\\' or 1=1 --`]) {
    const filter = encodeURIComponent(value);
    expect(await site.rest(eve, 'GET', `profiles?full_name=eq.${filter}`), value).toMatchObject({ status: 200, text: '[]' });
    const column = await site.rest(eve, 'GET', `profiles?${filter}=eq.1`);
    expect(column.status, value).toBe(400);
    expect((await site.rest(eve, 'GET', `profiles?order=${filter}`)).status, value).toBe(400);
  }
  expect((await profileOf(ada)).full_name).toBe('ada');
});

test('1.4 isolation: user_metadata is nothing that rights come from', async ({ site }) => {
  const [ada, eve] = await adaAndEve(site);
  await eve.client.auth.updateUser({ data: { sub: ada.id, role: 'service_role', id: ada.id, is_admin: true, email: ada.email } });
  const { data } = await eve.client.auth.refreshSession();
  expect(claimsOf(present(data.session).access_token)).toMatchObject({ sub: eve.id, role: 'authenticated', email: eve.email });
  expect((await eve.client.from('profiles').select('*').eq('id', ada.id)).data).toEqual([]);
});

const bindingsOfEve: { [what: string]: (ada: Person) => Binding[] } = {
  'a binding without filter': () => [{ event: '*', schema: 'public', table: 'profiles' }],
  'table *': () => everything,
  'no table': () => [{ event: '*', schema: 'public' }],
  'schema *': () => [{ event: '*', schema: '*', table: '*' }],
  'the filter of the other': (ada) => [{ event: '*', schema: 'public', table: 'profiles', filter: `id=eq.${ada.id}` }],
  'a filter that is always true': () => [
    { event: '*', schema: 'public', table: 'profiles', filter: 'id=neq.00000000-0000-0000-0000-000000000000' },
  ],
};

for (const [what, bindings] of Object.entries(bindingsOfEve)) {
  test(`4.3 isolation: ${what} on the other’s topic brings nothing of another`, async ({ site }) => {
    const [ada, eve] = [await site.member('ada'), await site.member('eve')];
    const wire = await Wire.open(site);
    const topic = `realtime:subscription_status_${ada.id}`;
    await wire.joined(topic, bindings(ada), eve.session.access_token);
    await wire.joined('realtime:witness', everything, eve.session.access_token);
    await rename(ada, 'a secret');
    await rename(eve, 'Eve II');
    expect(nameIn(await wire.event('realtime:witness'))).toBe('Eve II');
    await wire.beats();
    expect(JSON.stringify(wire.frames.all)).not.toContain('a secret');
    expect(
      wire
        .changes(topic)
        .map((frame) => nameIn(frame))
        .filter((name) => name !== 'Eve II'),
    ).toEqual([]);
  });
}

test('4.3 isolation: a change of another’s subscription is not told, not even that there was one', async ({ site }) => {
  const [ada, eve] = [await site.member('ada'), await site.member('eve')];
  const wire = await Wire.open(site);
  await wire.joined('realtime:a', everything, eve.session.access_token);
  await site.subscription(ada, 'active');
  await site.subscription(eve, 'trialing');
  await wire.event('realtime:a');
  await wire.beats();
  expect(JSON.stringify(wire.frames.all)).not.toContain(ada.id);
  expect(wire.changes('realtime:a').map((frame) => change(frame).record?.['status'])).not.toContain('active');
});

for (const [what, bindings] of Object.entries(bindingsOfEve)) {
  test(`4.3 isolation: a DELETE is not told to another either, by ${what}`, async ({ site }) => {
    const [ada, eve] = [await site.member('ada'), await site.member('eve')];
    await site.subscription(ada, 'active');
    await site.subscription(eve, 'active');
    const wire = await Wire.open(site);
    await wire.joined('realtime:a', toSubscriptions(bindings(ada)), eve.session.access_token);
    await wire.joined('realtime:witness', everything, eve.session.access_token);
    await site.subscription(ada, 'none');
    await site.subscription(eve, 'none');
    await wire.event('realtime:witness', 'DELETE');
    await wire.beats();
    const told = wire.changes('realtime:a').map((frame) => change(frame));
    expect(told.map(({ record, old_record }) => (record ?? old_record)?.['user_id']).filter((owner) => owner !== eve.id)).toEqual([]);
    expect(JSON.stringify(wire.frames.all.map((frame) => change(frame) ?? {}))).not.toContain(ada.id);
  });
}

test('4.3 isolation: two channels of one socket keep to the tokens of their own', async ({ site }) => {
  const [ada, eve] = [await site.member('ada'), await site.member('eve')];
  const wire = await Wire.open(site);
  await wire.joined('realtime:ada', everything, ada.session.access_token);
  await wire.joined('realtime:eve', everything, eve.session.access_token);
  await rename(ada, 'Ada II');
  await rename(eve, 'Eve II');
  await wire.event('realtime:eve');
  await wire.beats();
  expect(wire.changes('realtime:ada').map((frame) => nameIn(frame))).toEqual(['Ada II']);
  expect(wire.changes('realtime:eve').map((frame) => nameIn(frame))).toEqual(['Eve II']);
});

test('4.2 isolation: the progress of another cannot be joined with the stock client', async ({ site }) => {
  const [ada, eve] = [await site.person('ada'), await site.person('eve')];
  const { statuses } = subscribe(eve, `progress_${ada.id}`, []);
  expect((await statuses.next('a refusal')).status).toBe('CHANNEL_ERROR');
  await eve.client.removeAllChannels();
});

for (const [what, forge] of Object.entries(forgeries)) {
  test(`1.4 forged token, ${what}: refused by auth, rest and realtime`, async ({ site }) => {
    const person = await site.member('ada');
    const token = await forge(site, person);
    await isRefusedEverywhere(site, token, 'bad_jwt', 'PGRST301');
  });
}

test('1.4 a token of ours that was only minted anew is accepted by auth, rest and realtime', async ({ site }) => {
  const person = await site.member('ada');
  const token = await minted(site, person, {});
  expect((await site.request('GET', '/auth/v1/user', { token })).status).toBe(200);
  expect((await site.request('GET', '/rest/v1/profiles', { token })).body).toHaveLength(1);
  await (await Wire.open(site)).joined('realtime:a', everything, token);
});

test('1.4 an expired token: refused by auth, rest and realtime', async ({ site }) => {
  const person = await site.member('ada');
  const token = await minted(site, person, { exp: Math.floor(Date.now() / 1000) - 30 });
  await isRefusedEverywhere(site, token, 'bad_jwt', 'PGRST303');
});

test('1.4 the token of an ended session: refused by auth, rest and realtime at once', async ({ site }) => {
  const { session } = await site.member('ada');
  await site.auth('/logout?scope=local', undefined, session.access_token);
  await isRefusedEverywhere(site, session.access_token, 'session_not_found', undefined);
});

test('1.4 a token of a session that was never there, or is another user’s: refused by auth, rest and realtime', async ({ site }) => {
  const [ada, eve] = [await site.member('ada'), await site.member('eve')];
  await isRefusedEverywhere(site, await minted(site, ada, { session_id: crypto.randomUUID() }), 'session_not_found', undefined);
  const { session_id } = claimsOf(eve.session.access_token);
  await isRefusedEverywhere(site, await minted(site, ada, { session_id }), 'session_not_found', undefined);
});

async function isRefusedEverywhere(site: Site, token: string, authCode: string, restCode: string | undefined): Promise<void> {
  for (const [method, path] of [
    ['GET', '/user'],
    ['PUT', '/user'],
    ['POST', '/logout'],
  ] as const) {
    const reply = await site.request(method, `/auth/v1${path}`, { token, ...(method === 'PUT' && { body: { data: { forged: true } } }) });
    expectRefusal(reply, 403, authCode);
  }
  for (const [method, path] of [
    ['GET', 'profiles'],
    ['PATCH', 'profiles'],
    ['POST', 'rpc/create_profile_for_confirmed_user'],
  ] as const) {
    const reply = await site.request(method, `/rest/v1/${path}`, { token, ...(method !== 'GET' && { body: { full_name: 'x' } }) });
    expect(reply.status, `${method} ${path}`).toBe(401);
    if (restCode !== undefined) expectRestRefusal(reply, 401, restCode);
  }
  const wire = await Wire.open(site);
  expect(await wire.refused('realtime:a', everything, token)).toMatch(/^Unauthorized: /);
  await wire.beats();
  wire.close();
}

/** The same for the table whose rows can be deleted. */
function toSubscriptions(bindings: Binding[]): Binding[] {
  const moved = JSON.stringify(bindings).replaceAll('"profiles"', '"subscriptions"').replaceAll('"id=', '"user_id=');
  return JSON.parse(moved) as Binding[];
}

/** Somebody with a row in every table. */
async function rich(site: Site, name: string): Promise<Person> {
  const person = await site.seeded(name);
  for (const table of tables) {
    expect((await person.client.from(table).select('id')).data, `rows of ${name} in ${table}`).not.toHaveLength(0);
  }
  return person;
}

const adas = new WeakMap<Site, Promise<Person>>();

/** Ada is never changed, which is the point of these tests; so one will do for all of them on a server. */
function richAda(site: Site): Promise<Person> {
  const ada = adas.get(site) ?? rich(site, 'ada');
  adas.set(site, ada);
  return ada;
}

async function adaAndEve(site: Site): Promise<[Person, Person]> {
  return [await richAda(site), await site.person('eve')];
}

async function profileOf(person: Person): Promise<Json & { full_name: string }> {
  return present((await person.client.from('profiles').select('*').single()).data);
}

function ownerOf(table: Table): string {
  return table === 'profiles' ? 'id' : 'user_id';
}
