import { expect, test } from './fixtures';
import {
  type Binding,
  Wire,
  change,
  everything,
  nameIn,
  ownProfile,
  ownSubscription,
  reaches,
  rename,
  subscribe,
  subscribed,
  watchedSocket,
} from './realtime-client';
import { transport } from './websocket-transport';

const mine = 'realtime:mine';

test.describe('4.1 Connection', () => {
  test('4.1 connection: vsn 2.0.0 is array frames, 1.0.0 and none are objects', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    await wire.joined(mine, everything, session.access_token);
    for (const version of ['&vsn=1.0.0', '']) {
      const old = await Wire.open(site, `apikey=${site.key}${version}`);
      const payload = { config: { postgres_changes: everything }, access_token: session.access_token };
      old.send({ topic: mine, event: 'phx_join', payload, ref: '6', join_ref: '6' });
      const reply = await old.frames.next('a reply');
      expect(reply).toMatchObject({ topic: mine, event: 'phx_reply', ref: '6', payload: { status: 'ok' } });
    }
  });

  test('4.1 connection: a bad apikey is 401 to the handshake; the client reports CHANNEL_ERROR and goes on retrying', async ({ site }) => {
    for (const query of ['vsn=2.0.0', 'apikey=wrong&vsn=2.0.0']) {
      await expect(Wire.open(site, query)).rejects.toThrow('401');
    }
    const watched = watchedSocket();
    const browser = site.browser({ realtime: { ...transport(watched.socket), params: { apikey: 'wrong' } } });
    const subscription = subscribe(browser, 'mine', everything);
    expect((await reaches(subscription, 'CHANNEL_ERROR')).message).toContain('transport failure');
    await expect.poll(() => watched.opened.length).toBeGreaterThan(1);
    await browser.client.removeAllChannels();
  });

  test('4.1 connection: binary, unknown and malformed frames are ignored', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    await wire.joined(mine, everything, session.access_token);
    for (const frame of [
      Buffer.from([3, 1, 2]),
      '{',
      '',
      '7',
      'null',
      '[]',
      '{"topic":1}',
      [1, 2, 3, 4, 5],
      [null, null, mine, 'nonsense', {}],
      '['.repeat(5000),
    ]) {
      wire.send(frame);
    }
    await wire.beats();
  });

  test('4.1 connection: the stock client sends vsn=2.0.0 and the apikey in the query, and no token', async ({ site }) => {
    const watched = watchedSocket();
    const person = await site.member('ada', { realtime: transport(watched.socket) });
    await subscribed(person, 'mine', ownProfile(person));
    const { searchParams, pathname } = new URL(String(watched.opened[0]?.url));
    expect(pathname).toBe('/realtime/v1/websocket');
    expect(Object.fromEntries(searchParams)).toEqual({ apikey: site.key, vsn: '2.0.0' });
    await person.client.removeAllChannels();
  });
});

test.describe('4.2 Frames', () => {
  test('4.2 phx_join: the reply lists the bindings, then system "Subscribed to PostgreSQL"', async ({ site }) => {
    const person = await site.person('ada');
    const name = `subscription_status_${person.id}`;
    const wire = await Wire.open(site);
    const { ref, reply } = await wire.join(`realtime:${name}`, ownSubscription(person), person.session.access_token);
    const [binding] = ownSubscription(person);
    expect(reply).toEqual({ status: 'ok', response: { postgres_changes: [{ id: expect.any(Number), ...binding }] } });
    const system = await wire.frames.next('system');
    const payload = { channel: name, extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' };
    expect(system).toEqual([null, null, `realtime:${name}`, 'system', payload]);
    expect(ref).toBe('6');
  });

  test('4.2 heartbeat: answered on topic phoenix', async ({ site }) => {
    await (await Wire.open(site)).beats();
  });

  test('4.2 access_token: no reply', async ({ site }) => {
    const { session, client } = await site.person('ada');
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, everything, session.access_token);
    const { data } = await client.auth.refreshSession();
    const before = wire.frames.all.length;
    wire.renew(ref, mine, data.session?.access_token);
    await wire.beats();
    const system = wire.frames.all.slice(before).filter((frame) => frame[2] !== 'phoenix' && frame[3] !== 'system');
    expect(system).toEqual([]);
  });

  test('4.2 phx_leave: a reply, then phx_close with the number of the join', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, everything, session.access_token);
    wire.send([ref, '99', mine, 'phx_leave', {}]);
    const left = await wire.frames.next('the reply', (frame) => frame[1] === '99');
    expect(left).toEqual([ref, '99', mine, 'phx_reply', { status: 'ok', response: {} }]);
    expect(await wire.frames.next('phx_close')).toEqual([ref, ref, mine, 'phx_close', {}]);
  });

  test('4.2 INSERT of a subscription: record, no old_record', async ({ site }) => {
    const person = await site.member('ada');
    const { changes } = await subscribed(person, `subscription_status_${person.id}`, ownSubscription(person));
    await site.subscription(person, 'trialing');
    const told = await changes.next('an event');
    expect(told).toMatchObject({
      schema: 'public',
      table: 'subscriptions',
      eventType: 'INSERT',
      new: { user_id: person.id, status: 'trialing' },
      old: {},
      errors: null,
    });
    expect(Date.parse(told.commit_timestamp)).not.toBeNaN();
    expect((await person.client.from('subscriptions').select('*').single()).data).toEqual(told.new);
    await person.client.removeAllChannels();
  });

  test('4.2 UPDATE of a subscription: both, the whole row and the old key', async ({ site }) => {
    const person = await site.member('ada');
    await site.subscription(person, 'trialing');
    const { changes } = await subscribed(person, `subscription_status_${person.id}`, ownSubscription(person));
    await site.subscription(person, 'active');
    const updated = await changes.next('an UPDATE', ({ eventType }) => eventType === 'UPDATE');
    const { data } = await person.client.from('subscriptions').select('*').single();
    expect(updated).toMatchObject({ new: { status: 'active' }, old: { id: data?.id } });
    expect(updated.new).toEqual(data);
    await person.client.removeAllChannels();
  });

  test('4.2 DELETE of a subscription: old_record only, with the key; new is {}', async ({ site }) => {
    const person = await site.member('ada');
    await site.subscription(person, 'active');
    const { data } = await person.client.from('subscriptions').select('id').single();
    const { changes } = await subscribed(person, `subscription_status_${person.id}`, ownSubscription(person));
    await site.subscription(person, 'none');
    const gone = await changes.next('a DELETE', ({ eventType }) => eventType === 'DELETE');
    expect(gone).toMatchObject({ table: 'subscriptions', old: { id: data?.id } });
    expect(gone.new).toEqual({});
    await person.client.removeAllChannels();
  });

  test('4.2 DELETE on the wire: no record, columns all the same', async ({ site }) => {
    const person = await site.member('ada');
    await site.subscription(person, 'active');
    const wire = await Wire.open(site);
    await wire.joined(mine, ownSubscription(person), person.session.access_token);
    await site.subscription(person, 'none');
    const gone = change(await wire.event(mine, 'DELETE'));
    expect(gone).toMatchObject({ table: 'subscriptions', errors: null });
    expect(gone).not.toHaveProperty('record');
    expect(gone['columns']).toContainEqual({ name: 'id', type: 'uuid' });
  });

  test('4.2 INSERT of a profile: record, no old_record, columns with types', async ({ site }) => {
    const person = await site.person('ada');
    const wire = await Wire.open(site);
    const { ids } = await wire.joined(mine, ownProfile(person), person.session.access_token);
    await person.client.rpc('create_profile_for_confirmed_user', { user_id: person.id });
    const [joinRef, ref, , , payload] = await wire.event(mine);
    expect([joinRef, ref]).toEqual([null, null]);
    const { data: row } = await person.client.from('profiles').select('*').single();
    expect(payload).toMatchObject({ ids, data: { schema: 'public', table: 'profiles', type: 'INSERT', record: row, errors: null } });
    expect(payload['data']).not.toHaveProperty('old_record');
    const columns = Object.fromEntries(
      (payload['data'] as { columns: { name: string; type: string }[] }).columns.map(({ name, type }) => [name, type]),
    );
    expect(columns).toMatchObject({ id: 'uuid', full_name: 'text', onboarding_completed: 'bool', onboarding_step: 'int8' });
    expect(Object.keys(columns).toSorted()).toEqual(Object.keys(row ?? {}).toSorted());
  });

  test('4.2 UPDATE of a profile: the callback gets new and old, values of JSON types', async ({ site }) => {
    const person = await site.member('ada');
    const { changes } = await subscribed(person, 'mine', ownProfile(person));
    await rename(person, 'Ada L.');
    const told = await changes.next('an event');
    expect(told).toMatchObject({ eventType: 'UPDATE', new: { full_name: 'Ada L.', onboarding_completed: false }, old: { id: person.id } });
    await person.client.removeAllChannels();
  });

  test('4.2 progress: only the channel of one’s own progress may be joined', async ({ site }) => {
    const [ada, bob] = [await site.person('ada'), await site.person('bob')];
    const wire = await Wire.open(site);
    const { reply } = await wire.join(`realtime:progress_${ada.id}`, [], ada.session.access_token);
    expect(reply).toMatchObject({ status: 'ok' });
    for (const topic of [`realtime:progress_${bob.id}`, `realtime:progress_${bob.id.toUpperCase()}`, 'realtime:progress_']) {
      expect(await wire.refused(topic, [], ada.session.access_token)).toMatch(/^Unauthorized: /);
    }
  });

  test('4.2 progress: the stock client is subscribed with no bindings at all', async ({ site }) => {
    const person = await site.person('ada');
    await subscribed(person, `progress_${person.id}`, []);
    await person.client.removeAllChannels();
  });

  test('4.2 broadcasts and presence from clients are ignored', async ({ site }) => {
    const person = await site.member('ada');
    const [wire, other] = [await Wire.open(site), await Wire.open(site)];
    const topic = `realtime:progress_${person.id}`;
    const { ref } = await wire.joined(topic, [], person.session.access_token);
    await other.joined(topic, ownProfile(person), person.session.access_token);
    wire.send([ref, '90', topic, 'broadcast', { type: 'broadcast', event: 'progress', payload: { percent: 100 } }]);
    wire.send([ref, '91', topic, 'presence', { type: 'presence', event: 'track', payload: {} }]);
    await wire.beats();
    await rename(person, 'Ada L.');
    await other.event(topic);
    for (const { frames } of [wire, other]) {
      expect(frames.all.filter((frame) => ['broadcast', 'presence', 'presence_state', 'presence_diff'].includes(frame[3]))).toEqual([]);
    }
  });

  test('4.2 bindings: echoed in the order sent, byte for byte', async ({ site }) => {
    const { session } = await site.person('ada');
    const bindings: Binding[] = [
      { event: 'UPDATE', schema: 'public', table: 'reddit_posts', filter: 'title=eq. é"\\😀 ' },
      { event: '*', schema: 'public' },
      { event: '*', schema: 'public' },
      { event: 'DELETE', schema: 'public', table: '*' },
      { event: 'INSERT', schema: 'public', table: 'subscriptions', filter: 'status=in.(active,trialing)' },
    ];
    const { reply } = await (await Wire.open(site)).join(mine, bindings, session.access_token);
    const echoed = (reply['response'] as { postgres_changes: ({ id: number } & Binding)[] }).postgres_changes;
    expect(echoed).toMatchObject(bindings);
  });

  test('4.2 bindings: id is unique and truthy, also over two channels of one socket', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    const first = await wire.joined('realtime:a', [...everything, ...everything], session.access_token);
    const second = await wire.joined('realtime:b', everything, session.access_token);
    const ids = [...first.ids, ...second.ids];
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  });

  test('4.2 bindings: one change names the ids of all bindings that it matches, and only those', async ({ site }) => {
    const person = await site.member('ada');
    const wire = await Wire.open(site);
    const { ids } = await wire.joined(
      mine,
      [...ownProfile(person), { event: 'INSERT', schema: 'public', table: 'profiles' }, ...everything, ...ownSubscription(person)],
      person.session.access_token,
    );
    await rename(person, 'Ada L.');
    expect((await wire.event(mine))[4]['ids']).toEqual([ids[0], ids[2]]);
  });

  for (const [filter, matches] of [
    ['full_name=eq.Ada L.', true],
    ['full_name=neq.Ada L.', false],
    ['onboarding_step=gt.4', true],
    ['onboarding_step=gte.5', true],
    ['onboarding_step=lt.5', false],
    ['onboarding_step=lte.5', true],
    ['full_name=in.(Bob,Ada L.)', true],
  ] as const) {
    test(`4.2 filters: ${filter} ${matches ? 'lets' : 'does not let'} the change through`, async ({ site }) => {
      const person = await site.member('ada');
      const wire = await Wire.open(site);
      await wire.joined(mine, [{ event: '*', schema: 'public', table: 'profiles', filter }], person.session.access_token);
      await wire.joined('realtime:witness', everything, person.session.access_token);
      await person.client.from('profiles').update({ full_name: 'Ada L.', onboarding_step: 5 }).eq('id', person.id);
      await wire.event('realtime:witness');
      await wire.beats();
      expect(wire.changes(mine)).toHaveLength(matches ? 1 : 0);
    });
  }

  test('4.2 filters: unparsable, unknown table or column refuse the join with an error reply', async ({ site }) => {
    const person = await site.person('ada');
    const wire = await Wire.open(site);
    for (const binding of [
      { table: 'profiles', filter: 'nonsense' },
      { table: 'profiles', filter: 'full_name=like.a*' },
      { table: 'profiles', filter: 'nope=eq.1' },
      { table: 'profiles', filter: 'id=eq.me' },
      { table: 'nope' },
      { table: 'users' },
      { table: 'sessions' },
    ]) {
      await wire.refused(mine, [{ event: '*', schema: 'public', ...binding }], person.session.access_token);
    }
    await wire.refused(mine, [{ event: '*', schema: 'auth', table: 'users' }], person.session.access_token);
    await wire.beats();
    const subscription = subscribe(person, 'mine', [{ event: '*', schema: 'public', table: 'nope' }]);
    expect((await reaches(subscription, 'CHANNEL_ERROR')).message).not.toBe('');
    await person.client.removeAllChannels();
  });

  test('4.2 join: for a topic that is already joined on that socket it replaces it', async ({ site }) => {
    const person = await site.member('ada');
    const wire = await Wire.open(site);
    await wire.joined(mine, ownProfile(person), person.session.access_token);
    const { ids } = await wire.joined(mine, everything, person.session.access_token);
    await rename(person, 'Ada L.');
    expect((await wire.event(mine))[4]['ids']).toEqual(ids);
    await wire.beats();
    expect(wire.changes(mine)).toHaveLength(1);
  });

  test('4.2 join: events only after the reply', async ({ site }) => {
    const person = await site.member('ada');
    const wire = await Wire.open(site);
    await Promise.all([wire.joined(mine, ownProfile(person), person.session.access_token), rename(person, 'Ada 1')]);
    await rename(person, 'Ada 2');
    await wire.frames.next('the second change', (frame) => frame[3] === 'postgres_changes' && nameIn(frame) === 'Ada 2');
    expect(wire.frames.all[0]?.[3]).toBe('phx_reply');
  });

  test('4.2 order: changes are told in the order in which they were made, each once', async ({ site }) => {
    const person = await site.member('ada');
    const { changes } = await subscribed(person, 'mine', ownProfile(person));
    const names = Array.from({ length: 10 }, (_, index) => `Ada ${index}`);
    for (const name of names) await rename(person, name);
    await changes.next('the last change', ({ new: row }) => 'full_name' in row && row['full_name'] === 'Ada 9');
    expect(changes.all.map(({ new: row }) => 'full_name' in row && row['full_name'])).toEqual(names);
    await person.client.removeAllChannels();
  });
});
