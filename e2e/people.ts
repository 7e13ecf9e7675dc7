import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Earshot } from './earshot';

/** Somebody with an account whose address is confirmed. */
export type Person = { id: string; email: string; password: string; fullName: string; session: Session };

/** A session as the server gives it; the page keeps it under a name of its own. */
export type Session = { access_token: string; refresh_token: string; user: { id: string } };

type NewPerson = Pick<Person, 'email' | 'fullName' | 'password'>;

/** Somebody whom no other test knows: servers are shared, people are not. */
export function newPerson(who: Partial<NewPerson> = {}): NewPerson {
  return { email: newAddress('nora'), fullName: 'Nora Feld', password: 'a quiet lark', ...who };
}

/** A mail address that nobody else uses. */
export function newAddress(name: string): string {
  return `${name}-${randomBytes(4).toString('hex')}@paperlark.example`;
}

/** Signs up and opens the link in the mail, as a new person does before anything else. */
export async function signUp(earshot: Earshot, who: Partial<NewPerson> = {}): Promise<Person> {
  const person = newPerson(who);
  await signUpUnconfirmed(earshot, person);
  const session = await openSessionLink(earshot, await waitForMailedLink(earshot, person.email));
  await callApi(earshot, 'POST', '/rest/v1/rpc/create_profile_for_confirmed_user', { body: { user_id: session.user.id }, session });
  return { id: session.user.id, ...person, session };
}

/** Opens a mailed link that carries a session, which spares a sign-in with the password. */
async function openSessionLink(earshot: Earshot, link: string): Promise<Session> {
  const { headers } = await fetch(link, { redirect: 'manual' });
  const found = Object.fromEntries(new URLSearchParams(new URL(headers.get('location') ?? link).hash.slice(1)));
  const { access_token = '', refresh_token = '' } = found;
  const tokens = {
    access_token,
    refresh_token,
    token_type: 'bearer',
    expires_in: Number(found['expires_in']),
    expires_at: Number(found['expires_at']),
  };
  const user = (await callApi(earshot, 'GET', '/auth/v1/user', { session: tokens })) as { id: string };
  return { ...tokens, user };
}

/** Signs up and leaves the mail unopened. Not by the page, so the link carries the session itself instead of a code. */
export async function signUpUnconfirmed(earshot: Earshot, { email, fullName, password }: NewPerson): Promise<void> {
  const target = encodeURIComponent(`${earshot.url}/onboarding`);
  await callApi(earshot, 'POST', `/auth/v1/signup?redirect_to=${target}`, { body: { email, password, data: { full_name: fullName } } });
}

/** Somebody who has been through onboarding and payment, so that the dashboard opens. */
export async function createSubscriber(earshot: Earshot, who?: Parameters<typeof signUp>[1]): Promise<Person> {
  const person = await signUp(earshot, who);
  await subscribe(earshot, person);
  return person;
}

/** Takes somebody past onboarding and payment. */
export async function subscribe(earshot: Earshot, person: Person): Promise<void> {
  await Promise.all([
    updateProfile(earshot, person, { onboarding_completed: true, onboarding_step: 2 }),
    earshot.admin('subscription', 'set', person.email, 'active'),
  ]);
}

/** Writes into the own profile, as the page may. */
export async function updateProfile(earshot: Earshot, { id, session }: Person, change: Record<string, unknown>): Promise<void> {
  await callApi(earshot, 'PATCH', `/rest/v1/profiles?id=eq.${id}`, { body: change, session });
}

/** A session of its own, as on another device. Fails if the password is wrong. */
export async function signIn(earshot: Earshot, email: string, password: string): Promise<Session> {
  return (await callApi(earshot, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password } })) as Session;
}

/** Whether the server still knows this session. */
export async function isSignedIn(earshot: Earshot, session: Session): Promise<boolean> {
  const { status } = await sendRequest(earshot, 'GET', '/auth/v1/user', { session });
  return status === 200;
}

/** 'Sign out everywhere', as another device callApi for it. */
export async function signOutEverywhere(earshot: Earshot, session: Session): Promise<void> {
  await callApi(earshot, 'POST', '/auth/v1/logout?scope=global', { session });
}

/** The name in the profile, beside the one in the session. */
export async function readProfileName(earshot: Earshot, { id, session }: Person): Promise<unknown> {
  const rows = (await callApi(earshot, 'GET', `/rest/v1/profiles?id=eq.${id}&select=full_name`, { session })) as { full_name: string }[];
  return rows[0]?.full_name;
}

/** The subjects of the mails that have reached somebody, newest first. */
export async function readMailSubjects(earshot: Earshot, email: string): Promise<string[]> {
  const { messages } = (await callApi(earshot, 'GET', `/sandbox/mailbox?to=${encodeURIComponent(email)}`)) as {
    messages: { subject: string }[];
  };
  return messages.map(({ subject }) => subject);
}

/** The newest link in the mails to somebody that leads there; waits for the mail. */
export async function waitForMailedLink(earshot: Earshot, email: string, there = '/auth/v1/verify'): Promise<string> {
  const patienceMs = 20_000;
  const start = Date.now();
  while (Date.now() - start < patienceMs) {
    const { messages } = (await callApi(earshot, 'GET', `/sandbox/mailbox?to=${encodeURIComponent(email)}`)) as {
      messages: { links: string[] }[];
    };
    const link = messages.flatMap(({ links }) => links).find((address) => address.includes(there));
    if (link !== undefined) return link;
    await new Promise((again) => setTimeout(again, 50));
  }
  throw new Error(`no mail with a link reached ${email}`);
}

/** Opens a page as this person: with their session in the browser. */
export async function openAs(page: Page, { session }: Person, path: string): Promise<void> {
  // Any answer of this origin will do; this one runs nothing that could mind.
  await page.goto('/healthz');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [storedTokenKey(page.url()), JSON.stringify(session)] as const);
  await page.goto(path);
}

/** Whether the browser still keeps a session. */
export async function hasStoredToken(page: Page): Promise<boolean> {
  return page.evaluate((key) => localStorage.getItem(key) !== null, storedTokenKey(page.url()));
}

function storedTokenKey(url: string): string {
  return `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;
}

type ApiCall = { body?: unknown; session?: Pick<Session, 'access_token'> };

/** Calls the server as the web app does, and fails unless it agrees. */
export async function callApi(earshot: Earshot, method: string, path: string, call: ApiCall = {}): Promise<unknown> {
  const response = await sendRequest(earshot, method, path, call);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function sendRequest(earshot: Earshot, method: string, path: string, { body, session }: ApiCall): Promise<Response> {
  const key = await anonKey(earshot);
  return fetch(earshot.url + path, {
    method,
    headers: {
      apikey: key,
      authorization: `Bearer ${session?.access_token ?? key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const anonKeys = new WeakMap<Earshot, Promise<string>>();

/** The public key of the web app, which stays the same for the life of a database. */
function anonKey(earshot: Earshot): Promise<string> {
  const key = anonKeys.get(earshot) ?? readAnonKey(earshot);
  anonKeys.set(earshot, key);
  return key;
}

async function readAnonKey(earshot: Earshot): Promise<string> {
  const settings = (await (await fetch(`${earshot.url}/sandbox/settings`)).json()) as { anonKey: string };
  return settings.anonKey;
}
