import { type Person, expect, expectRestRefusal, present, test } from './fixtures';

const object = { accept: 'application/vnd.pgrst.object+json' };
const count = { prefer: 'count=exact' };
const rows = { prefer: 'return=representation' };
const several = 'Cannot coerce the result to a single JSON object';

test.describe('3.1 What is really sent', () => {
  test('3.1 profile by id, .single()', async ({ site }) => {
    const { client, id } = await site.member('ada');
    const { data, error } = await client.from('profiles').select('id, onboarding_completed, onboarding_step').eq('id', id).single();
    expect(error).toBeNull();
    expect(data).toEqual({ id, onboarding_completed: false, onboarding_step: expect.any(Number) });
  });

  test('3.1 .maybeSingle(): a plain list; 0 rows → null, 1 → object', async ({ site }) => {
    const { client, id } = await site.member('ada');
    expect((await client.from('profiles').select('id, full_name').eq('id', id).maybeSingle()).data).toEqual({ id, full_name: 'ada' });
    const none = await client.from('profiles').select('id').eq('id', crypto.randomUUID()).maybeSingle();
    expect(none).toMatchObject({ data: null, error: null, status: 200 });
  });

  test('3.1 .maybeSingle(): more than one → PGRST116 made by the client', async ({ site }) => {
    const person = await site.seeded('ada');
    const { error } = await person.client.from('keywords').select('id').maybeSingle();
    expect(error?.code).toBe('PGRST116');
  });

  test('3.1 .update({…}).eq(): PATCH without Prefer', async ({ site }) => {
    const { client, id } = await site.member('ada');
    const changes = { onboarding_completed: true, onboarding_step: 2, updated_at: '2026-01-01T00:00:00.000Z' };
    expect(await client.from('profiles').update(changes).eq('id', id)).toMatchObject({ data: null, error: null, status: 204 });
    const { data } = await client.from('profiles').select('onboarding_completed,onboarding_step').single();
    expect(data).toEqual({ onboarding_completed: true, onboarding_step: 2 });
  });

  test('3.1 .update().eq().select(): the changed rows', async ({ site }) => {
    const { client, id } = await site.member('ada');
    const { data, error } = await client
      .from('profiles')
      .update({ subscription_plan: 'pro', subscription_status: 'active' })
      .eq('id', id)
      .select();
    expect(error).toBeNull();
    expect(data).toMatchObject([{ id, subscription_plan: 'pro', subscription_status: 'active' }]);
  });

  test("3.1 .update().…select('id,full_name').single(): the object", async ({ site }) => {
    const { client, id } = await site.member('ada');
    const { data } = await client.from('profiles').update({ full_name: 'Ada L.' }).eq('id', id).select('id, full_name').single();
    expect(data).toEqual({ id, full_name: 'Ada L.' });
  });

  test('3.1 subscription: the newest by created_at, limit 1', async ({ site }) => {
    const person = await site.member('ada');
    await site.subscription(person, 'active');
    const { data, error } = await person.client
      .from('subscriptions')
      .select('status, plan_id, current_period_end')
      .eq('user_id', person.id)
      .order('created_at', { ascending: false })
      .limit(1);
    expect(error).toBeNull();
    expect(data).toMatchObject([{ status: 'active', plan_id: expect.any(String) }]);
  });

  test('3.1 company: by id as an object, by user as a list', async ({ site }) => {
    const { client, id } = await site.seeded('ada');
    const { data } = await client.from('companies').select('company_name, website_url, id').eq('user_id', id);
    expect(data).toEqual([{ company_name: expect.any(String), website_url: expect.any(String), id: expect.any(String) }]);
    const company = present(data?.[0]);
    const one = await client.from('companies').select('*').eq('id', company.id).single();
    expect(one.data).toMatchObject({ ...company, user_id: id });
  });

  test('3.1 keyword count: HEAD with count=exact', async ({ site }) => {
    const { client } = await site.seeded('ada');
    const { data: company } = await client.from('companies').select('id').single();
    const list = await client.from('keywords').select('id').eq('company_id', company?.id);
    const head = await client.from('keywords').select('*', { count: 'exact', head: true }).eq('company_id', company?.id);
    expect(head).toMatchObject({ data: null, error: null, count: list.data?.length });
    expect(head.count).toBeGreaterThan(1);
  });

  test('3.1 count with rows', async ({ site }) => {
    const { client } = await site.seeded('ada');
    const { data, count: total } = await client.from('keywords').select('id', { count: 'exact' });
    expect(total).toBe(data?.length);
  });

  for (const table of ['reddit_posts', 'brand_mentions']) {
    test(`3.1 existence: ${table}, select=id, limit=1`, async ({ site }) => {
      const { client, id } = await site.seeded('ada');
      const { data, error } = await client.from(table).select('id').eq('user_id', id).limit(1);
      expect(error).toBeNull();
      expect(data).toEqual([{ id: expect.any(String) }]);
    });
  }

  test('3.1 .range(1,1): offset and limit', async ({ site }) => {
    const { client } = await site.seeded('ada');
    const all = await client.from('keywords').select('id').order('id');
    const page = await client.from('keywords').select('id').order('id').range(1, 1);
    expect(page.data).toEqual([all.data?.[1]]);
  });

  test('3.1 .order(a).order(b, descending, nulls last)', async ({ site }) => {
    const { client } = await site.seeded('ada');
    const { data, error } = await client
      .from('reddit_posts')
      .select('rejected, google_ranking, score')
      .order('rejected')
      .order('google_ranking', { ascending: false, nullsFirst: false });
    expect(error).toBeNull();
    const ranks = (data ?? []).map((post) => post.google_ranking);
    const known = ranks.filter((rank) => rank !== null);
    expect(ranks.slice(0, known.length)).toEqual(known.toSorted((a, b) => b - a));
  });

  test('3.1 .in() with a value that holds a comma', async ({ site }) => {
    const { client } = await site.member('ada');
    await client.from('profiles').update({ full_name: 'b,c (x)' }).neq('email', '');
    const { data, error } = await client.from('profiles').select('full_name').in('full_name', ['a', 'b,c (x)']);
    expect(error).toBeNull();
    expect(data).toEqual([{ full_name: 'b,c (x)' }]);
  });

  test('3.2 in.(…): quotes and backslashes are escaped by a backslash', async ({ site }) => {
    const person = await site.member('ada');
    const name = 'b,c "quoted" \\ (x)';
    await person.client.from('profiles').update({ full_name: name }).neq('email', '');
    const list = encodeURIComponent(`(a,"b,c \\"quoted\\" \\\\ (x)")`);
    expect((await site.rest(person, 'GET', `profiles?select=full_name&full_name=in.${list}`)).body).toEqual([{ full_name: name }]);
  });

  test('3.1 .or() and .not(): ANDed with the rest', async ({ site }) => {
    const { client, id } = await site.member('ada');
    const other = crypto.randomUUID();
    expect((await client.from('profiles').select('id').or(`id.eq.${id},id.eq.${other}`)).data).toEqual([{ id }]);
    expect((await client.from('profiles').select('id').not('onboarding_completed', 'is', true)).data).toEqual([{ id }]);
    expect((await client.from('profiles').select('id').not('onboarding_completed', 'is', false)).data).toEqual([]);
  });

  test('3.2 grammar: every operator, like with *, nested and/or/not, repeated parameters', async ({ site }) => {
    const person = await site.member('ada');
    for (const [query, finds] of [
      ['full_name=eq.ada', 1],
      ['full_name=neq.ada', 0],
      ['onboarding_step=gt.-1', 1],
      ['onboarding_step=gte.0', 1],
      ['onboarding_step=lt.1000', 1],
      ['onboarding_step=lte.-1', 0],
      ['full_name=like.a*', 1],
      ['full_name=like.A*', 0],
      ['full_name=ilike.A%25', 1],
      ['avatar_url=is.null', 1],
      ['avatar_url=not.is.null', 0],
      ['full_name=in.(bob,"ada")', 1],
      ['and=(full_name.eq.ada,or(onboarding_step.lt.0,onboarding_step.gte.0))', 1],
      ['not.and=(full_name.eq.ada,onboarding_step.gte.0)', 0],
      ['not.or=(full_name.eq.bob,full_name.eq.eve)', 1],
      ['full_name=eq.ada&full_name=neq.ada', 0],
    ] as const) {
      const reply = await site.rest(person, 'GET', `profiles?select=id&${query}`);
      expect(reply.status, `${query}: ${reply.text}`).toBe(200);
      expect(reply.body, query).toHaveLength(finds);
    }
  });

  test('3.2 grammar: three thousand parentheses are refused, and the server lives on', async ({ site }) => {
    const person = await site.member('ada');
    for (const tree of ['('.repeat(3000), 'and('.repeat(2000), `(${'or('.repeat(2500)}id.is.null${')'.repeat(2501)}`]) {
      expectRestRefusal(await site.rest(person, 'GET', `profiles?or=${tree}`), 400, 'PGRST100');
    }
    expect((await site.rest(person, 'GET', 'profiles')).status).toBe(200);
  });
});

test.describe('3.3 Answers', () => {
  test('3.3 GET: 200, an array, Content-Range first-last/*', async ({ site }) => {
    const person = await site.member('ada');
    const reply = await site.rest(person, 'GET', 'profiles?select=id');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual([{ id: person.id }]);
    expect(reply.headers.get('content-range')).toBe('0-0/*');
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('3.3 GET: Content-Range */* if empty, /n with count=exact', async ({ site }) => {
    const person = await site.member('ada');
    expect((await site.rest(person, 'GET', 'subscriptions')).headers.get('content-range')).toBe('*/*');
    expect((await site.rest(person, 'GET', 'subscriptions', { headers: count })).headers.get('content-range')).toBe('*/0');
    expect((await site.rest(person, 'GET', 'profiles', { headers: count })).headers.get('content-range')).toBe('0-0/1');
  });

  test('3.3 GET/HEAD count=exact, page smaller than total: 206', async ({ site }) => {
    const person = await site.seeded('ada');
    const total = await counted(person, 'keywords');
    for (const method of ['GET', 'HEAD']) {
      const reply = await site.rest(person, method, 'keywords?limit=1', { headers: count });
      expect(reply.status).toBe(206);
      expect(reply.headers.get('content-range')).toBe(`0-0/${total}`);
    }
  });

  test('3.3 GET count=exact, offset > total: 416 PGRST103', async ({ site }) => {
    const person = await site.member('ada');
    expectRestRefusal(await site.rest(person, 'GET', 'profiles?offset=5', { headers: count }), 416, 'PGRST103');
    const { error, status } = await person.client.from('profiles').select('*', { count: 'exact' }).range(5, 9);
    expect({ status, code: error?.code }).toEqual({ status: 416, code: 'PGRST103' });
  });

  test('3.3 HEAD: 200, no body, Content-Range */0 for none', async ({ site }) => {
    const person = await site.member('ada');
    const reply = await site.rest(person, 'HEAD', 'subscriptions?select=*', { headers: count });
    expect(reply).toMatchObject({ status: 200, text: '' });
    expect(reply.headers.get('content-range')).toBe('*/0');
    expect((await person.client.from('subscriptions').select('*', { count: 'exact', head: true })).count).toBe(0);
  });

  test('3.3 GET object Accept, 1 row: the object with its own Content-Type', async ({ site }) => {
    const person = await site.member('ada');
    const reply = await site.rest(person, 'GET', 'profiles?select=id', { headers: object });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ id: person.id });
    expect(reply.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  });

  test('3.3 GET object Accept, 0 rows: 406 PGRST116 "The result contains 0 rows"', async ({ site }) => {
    const person = await site.member('ada');
    const reply = await site.rest(person, 'GET', 'subscriptions', { headers: object });
    expect(reply.status).toBe(406);
    expect(reply.body).toEqual({ code: 'PGRST116', message: several, details: 'The result contains 0 rows', hint: null });
    expect((await person.client.from('subscriptions').select('*').single()).error?.code).toBe('PGRST116');
  });

  test('3.3 GET object Accept, 2+ rows: 406 PGRST116', async ({ site }) => {
    const person = await site.seeded('ada');
    const total = await counted(person, 'keywords');
    const reply = await site.rest(person, 'GET', 'keywords', { headers: object });
    expectRestRefusal(reply, 406, 'PGRST116', several);
    expect(reply.body['details']).toBe(`The result contains ${total} rows`);
  });

  test('3.3 PATCH: 204, empty, also when nothing matched', async ({ site }) => {
    const person = await site.member('ada');
    for (const filter of [`id=eq.${person.id}`, `id=eq.${crypto.randomUUID()}`]) {
      const reply = await site.rest(person, 'PATCH', `profiles?${filter}`, { body: { full_name: 'Ada L.' } });
      expect(reply, filter).toMatchObject({ status: 204, text: '' });
    }
  });

  test('3.3 PATCH return=representation: 200, the array of changed rows, [] if none', async ({ site }) => {
    const person = await site.member('ada');
    const call = { body: { full_name: 'Ada L.' }, headers: rows };
    const changed = await site.rest(person, 'PATCH', `profiles?id=eq.${person.id}&select=id,full_name`, call);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual([{ id: person.id, full_name: 'Ada L.' }]);
    const none = await site.rest(person, 'PATCH', `profiles?id=eq.${crypto.randomUUID()}`, call);
    expect(none).toMatchObject({ status: 200, text: '[]' });
  });

  test('3.3 PATCH return=representation with object Accept and no row: 406 PGRST116 and nothing written', async ({ site }) => {
    const person = await site.member('ada');
    const call = { body: { full_name: 'Eve' }, headers: { ...rows, ...object } };
    expectRestRefusal(await site.rest(person, 'PATCH', `profiles?id=eq.${crypto.randomUUID()}`, call), 406, 'PGRST116', several);
    const { data, error } = await person.client.from('profiles').update({ full_name: 'Eve' }).eq('full_name', 'nobody').select().single();
    expect({ data, code: error?.code }).toEqual({ data: null, code: 'PGRST116' });
    expect((await person.client.from('profiles').select('full_name').single()).data).toEqual({ full_name: 'ada' });
  });

  test('3.3 rpc: 200, the JSON value itself: true', async ({ site }) => {
    const person = await site.person('ada');
    const reply = await site.rest(person, 'POST', 'rpc/create_profile_for_confirmed_user', { body: { user_id: person.id } });
    expect(reply).toMatchObject({ status: 200, text: 'true' });
  });

  test('3.3 values: timestamps as ISO 8601 with zone, booleans and numbers as JSON types, arrays as arrays', async ({ site }) => {
    const person = await site.seeded('ada');
    const { data: post } = await person.client.from('reddit_posts').select('*').limit(1).single();
    const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
    expect(post).toMatchObject({ created_at: expect.stringMatching(time), score: expect.any(Number), rejected: expect.any(Boolean) });
    expect(Array.isArray(post?.keywords_matched)).toBe(true);
    const { data: profile } = await person.client.from('profiles').select('*').single();
    expect(profile).toMatchObject({ created_at: expect.stringMatching(time), onboarding_completed: false, avatar_url: null });
  });
});

async function counted(person: Person, table: string): Promise<number> {
  const { count: total } = await person.client.from(table).select('*', { count: 'exact', head: true });
  expect(total).toBeGreaterThan(1);
  return present(total);
}
