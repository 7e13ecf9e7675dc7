import { expectRefused, retryForAMinute, signIn } from './auth-calls';
import { type Site, address, expect, otherPassword, password, test } from './fixtures';
import { Wire } from './realtime-client';

// What depends on a minute of real time. All the minutes pass at once: `beforeAll` starts every wait, and the
// tests follow one after the other in one worker. The name of the file puts it first, so that the others run meanwhile.

test.describe.configure({ mode: 'default' });
test.setTimeout(120_000);

let minutes: ReturnType<typeof startMinutes>;

test.beforeAll(async ({ site }) => {
  minutes = startMinutes(site);
});

function startMinutes(site: Site) {
  return {
    secondSignUp: settled(signUpTwice(site)),
    rivalSignUps: settled(signUpAgainstEachOther(site)),
    secondSignUpLink: settled(resendSignUpLink(site)),
    secondChangeLink: settled(resendChangeLink(site)),
    silentSocket: settled(stayOpenInSilence(site)),
  };
}

test('2.3 signup: registered but unconfirmed gives 200 the user and a new mail; nothing of the account changes until a link is opened', async ({
  site,
}) => {
  const { email, first, second } = await passed(minutes.secondSignUp);
  expect(second.error).toBeNull();
  expect(second.data.user?.id).toBe(first.data.user?.id);
  expect(await site.links(email, 2)).toHaveLength(2);
  await expectRefused(signIn(site, email, password), 'email_not_confirmed');
});

test('2.3 signup: with another password pending, a link confirms the address and sets none', async ({ site }) => {
  const { email, ada } = await passed(minutes.rivalSignUps);
  const session = await site.signInByLink(ada, await site.link(email, 2));
  expect(session.user.email_confirmed_at).toBeDefined();
  expect(session.user.user_metadata).not.toHaveProperty('full_name');
  await expectRefused(signIn(site, email, password), 'invalid_credentials');
  await expectRefused(signIn(site, email, otherPassword), 'invalid_credentials');
});

test('2.3 resend signup: 200 {}; the new link uses the new challenge', async ({ site }) => {
  const { email, elsewhere, resent } = await passed(minutes.secondSignUpLink);
  expect(resent.error).toBeNull();
  await site.signInByLink(elsewhere, await site.link(email, 2));
  expect((await signIn(site, email, password)).error).toBeNull();
});

test('2.3 resend email_change: 200 {}; another link to the new address', async ({ site }) => {
  const { email, resent } = await passed(minutes.secondChangeLink);
  expect(resent.error).toBeNull();
  const link = await site.link(email, 2);
  expect(link.searchParams.get('type')).toBe('email_change');
});

test('4.4 server: drops sockets silent for more than 60 s', async () => {
  const openMs = await passed(minutes.silentSocket);
  expect(openMs).toBeGreaterThan(55_000);
  expect(openMs).toBeLessThan(80_000);
});

/** A wait that has been going on since `beforeAll`; what went wrong in it is the failure of the test that asks for it. */
async function passed<Value>(wait: Wait<Value>): Promise<Value> {
  const ended = await wait;
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}

type Wait<Value> = Promise<PromiseSettledResult<Value>>;

async function settled<Value>(work: Promise<Value>): Wait<Value> {
  const [ended] = await Promise.allSettled([work]);
  return ended;
}

async function signUpTwice(site: Site) {
  const [email, browser] = [address('ada'), site.browser()];
  const first = await browser.client.auth.signUp({ email, password, options: { data: { full_name: 'Ada' } } });
  const second = await retryForAMinute(() =>
    browser.client.auth.signUp({ email, password: otherPassword, options: { data: { full_name: 'Eve' } } }),
  );
  return { email, first, second };
}

async function signUpAgainstEachOther(site: Site) {
  const [email, eve, ada] = [address('ada'), site.browser(), site.browser()];
  await eve.client.auth.signUp({ email, password: otherPassword, options: { data: { full_name: 'Eve' } } });
  await retryForAMinute(() => ada.client.auth.signUp({ email, password, options: { data: { full_name: 'Ada' } } }));
  return { email, ada };
}

async function resendSignUpLink(site: Site) {
  const [email, elsewhere] = [address('ada'), site.browser()];
  await site.browser().client.auth.signUp({ email, password });
  const resent = await retryForAMinute(() => elsewhere.client.auth.resend({ type: 'signup', email }));
  return { email, elsewhere, resent };
}

async function resendChangeLink(site: Site) {
  const [person, email] = [await site.person('ada'), address('new')];
  expect((await person.client.auth.updateUser({ email })).error).toBeNull();
  await site.link(email);
  // A resend is asked for by the address that the link goes to or by that of the account.
  const resent = await retryForAMinute(() => person.client.auth.resend({ type: 'email_change', email: person.email }));
  return { email, resent };
}

async function stayOpenInSilence(site: Site) {
  const wire = await Wire.open(site);
  const openedAt = Date.now();
  await wire.closed;
  return Date.now() - openedAt;
}
