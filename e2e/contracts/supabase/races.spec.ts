import { type Reply, type Site, address, codeIn, expect, password, sha256Challenge, test, text } from './fixtures';

// Ten at once, one effect.

const ten = Array.from({ length: 10 }, (_, index) => index);
const verifier = 'c0ffee'.repeat(16);

test('2.3 signup: ten at once for one address make one account and one mail, no 500', async ({ site }) => {
  const email = address('ada');
  const replies = await Promise.all(ten.map(() => site.auth('/signup', { email, password })));
  expect(statuses(replies).filter((status) => status !== 200 && status !== 429)).toEqual([]);
  const accounts = new Set(replies.filter((reply) => reply.status === 200).map((reply) => reply.body['id']));
  expect(accounts.size).toBe(1);
  await site.waitForMail();
  expect(await site.mails(email)).toHaveLength(statuses(replies).filter((status) => status === 200).length);
});

test('2.5 link: ten at once give one code', async ({ site }) => {
  const link = await signUp(site);
  const pages = await Promise.all(ten.map(() => site.openLink(link)));
  expect(pages.filter((page) => page.searchParams.has('code'))).toHaveLength(1);
  expect(pages.filter((page) => page.searchParams.get('error_code') === 'otp_expired')).toHaveLength(9);
});

test('2.3 token pkce: of ten parallel exchanges one wins', async ({ site }) => {
  const auth_code = codeIn(await site.openLink(await signUp(site)));
  const replies = await Promise.all(ten.map(() => site.auth('/token?grant_type=pkce', { auth_code, code_verifier: verifier })));
  expect(statuses(replies)).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
});

test('2.3 verifyOtp: of ten at once one wins', async ({ site }) => {
  const token_hash = (await signUp(site)).searchParams.get('token');
  const replies = await Promise.all(ten.map(() => site.auth('/verify', { type: 'signup', token_hash })));
  expect(statuses(replies)).toEqual([200, ...Array.from({ length: 9 }, () => 403)]);
});

test('2.6 refresh: ten parallel refreshes with one token are all 200 with the same new token', async ({ site }) => {
  const { session } = await site.person('ada');
  const { refresh_token } = session;
  const replies = await Promise.all(ten.map(() => site.auth('/token?grant_type=refresh_token', { refresh_token })));
  expect(new Set(statuses(replies))).toEqual(new Set([200]));
  const given = new Set(replies.map((reply) => text(reply.body, 'refresh_token')));
  expect(given.size).toBe(1);
  expect(given).not.toContain(refresh_token);
});

test('2.6 refresh: ten tabs of one browser refresh at once, and all of them stay signed in', async ({ site }) => {
  const person = await site.person('ada');
  const tabs = ten.map(() => site.browser({}, person.storage));
  const answers = await Promise.all(tabs.map(({ client }) => client.auth.refreshSession(person.session)));
  // A tab that comes late drops its own answer in favour of what another one has stored.
  const errors = answers.flatMap(({ error }) => error?.name ?? []);
  expect(errors.filter((name) => name !== 'AuthRefreshDiscardedError')).toEqual([]);
  const users = await Promise.all(tabs.map(({ client }) => client.auth.getUser()));
  expect(users.map((user) => user.data.user?.id)).toEqual(ten.map(() => person.id));
});

test('3.6 rpc: ten at once are all true and make one profile', async ({ site }) => {
  const person = await site.person('ada');
  const answers = await Promise.all(ten.map(() => person.client.rpc('create_profile_for_confirmed_user', { user_id: person.id })));
  expect(answers.map((answer) => answer.data)).toEqual(ten.map(() => true));
  expect((await person.client.from('profiles').select('id', { count: 'exact' })).count).toBe(1);
});

test('3.3 PATCH: ten at once are all 204, and one of them is the last', async ({ site }) => {
  const person = await site.member('ada');
  const replies = await Promise.all(ten.map((index) => site.rest(person, 'PATCH', 'profiles', { body: { full_name: `Ada ${index}` } })));
  expect(new Set(statuses(replies))).toEqual(new Set([204]));
  expect((await person.client.from('profiles').select('full_name').single()).data?.full_name).toMatch(/^Ada \d$/);
});

test('2.3 update password: two at once leave one of the two', async ({ site }) => {
  const person = await site.person('ada');
  const wanted = ['lemonade at noon', 'cocoa at midnight'];
  const answers = await Promise.all(wanted.map((chosen) => person.client.auth.updateUser({ password: chosen })));
  expect(answers.map((answer) => answer.error)).toEqual([null, null]);
  const signIns = await Promise.all(
    [password, ...wanted].map((tried) => site.auth('/token?grant_type=password', { email: person.email, password: tried })),
  );
  expect(statuses(signIns)).toEqual([200, 400, 400]);
});

test('2.3 logout: ten at once are 204, or 403 because another one was first', async ({ site }) => {
  const { session } = await site.person('ada');
  const replies = await Promise.all(ten.map(() => site.auth('/logout?scope=global', undefined, session.access_token)));
  expect(statuses(replies)).toContain(204);
  expect(statuses(replies).filter((status) => status !== 204 && status !== 403)).toEqual([]);
});

async function signUp(site: Site): Promise<URL> {
  const email = address('ada');
  const body = { email, password, code_challenge: await sha256Challenge(verifier), code_challenge_method: 's256' };
  expect((await site.auth('/signup', body)).status).toBe(200);
  return site.link(email);
}

function statuses(replies: Reply[]): number[] {
  return replies.map((reply) => reply.status).toSorted((a, b) => a - b);
}
