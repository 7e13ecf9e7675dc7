import { randomUUID } from 'node:crypto';
import { type Session, type SupabaseClient, type SupabaseClientOptions, createClient } from '@supabase/supabase-js';
import { type Earshot, test as base, expect, ownServer } from '../../earshot';
import { Socket, transport } from './websocket-transport';

// What the stock client needs of the server, driven against the real one: by the client where it
// can show a thing, and by plain HTTP beside it where it hides the wire.

export const password = 'tea at four, please';
export const otherPassword = 'coffee at five, thanks';

export type Storage = Map<string, string>;
export type Browser = { client: SupabaseClient; storage: Storage };
export type Person = Browser & { id: string; email: string; session: Session };
export type Json = { [name: string]: unknown };
export type Reply = { status: number; headers: Headers; text: string; body: Json };
type Call = { body?: unknown; token?: string; headers?: Record<string, string> };
type Mail = { to: string; subject: string; sent_at: string; links: string[] };
type Options = Omit<SupabaseClientOptions<'public'>, 'auth'> & { auth?: SupabaseClientOptions<'public'>['auth'] };

export const test = base.extend<{ site: Site }>({
  // No page is opened here.
  baseURL: 'http://earshot.invalid',
  site: async ({ earshot }, use) => use(await siteOf(earshot)),
});

const sites = new WeakMap<Earshot, Promise<Site>>();

function siteOf(earshot: Earshot): Promise<Site> {
  const site = sites.get(earshot) ?? Site.of(earshot);
  sites.set(earshot, site);
  return site;
}

export { expect, ownServer };

/** A running server as its clients see it. */
export class Site {
  private constructor(
    readonly earshot: Earshot,
    readonly key: string,
    /** Where people open it; pages may only be there. */
    readonly origin: string,
  ) {}

  static async of(earshot: Earshot): Promise<Site> {
    const settings = (await (await fetch(`${earshot.url}/sandbox/settings`)).json()) as { anonKey: string; siteUrl: string };
    return new Site(earshot, settings.anonKey, new URL(settings.siteUrl).origin);
  }

  get url(): string {
    return this.earshot.url;
  }

  page(path: string): string {
    return `${this.origin}${path}`;
  }

  /** A browser with a storage of its own, or with that of an earlier one. */
  browser(options: Options = {}, storage: Storage = new Map()): Browser {
    const client = createClient(this.url, this.key, {
      ...options,
      auth: {
        flowType: 'pkce',
        persistSession: true,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (name) => storage.get(name) ?? null,
          setItem: (name, value) => void storage.set(name, value),
          removeItem: (name) => void storage.delete(name),
        },
        ...options.auth,
      },
      realtime: { ...transport(Socket), ...options.realtime },
    });
    return { client, storage };
  }

  /** Somebody who has signed up and opened the link: a confirmed account and a signed-in browser. */
  async person(name: string, options: Options = {}): Promise<Person> {
    const browser = this.browser(options);
    const email = address(name);
    const signedUp = await browser.client.auth.signUp({ email, password, options: { data: { full_name: name } } });
    expect(signedUp.error).toBeNull();
    const session = await this.signInByLink(browser, await this.link(email));
    return { ...browser, id: session.user.id, email, session };
  }

  /** The same with a profile. */
  async member(name: string, options: Options = {}): Promise<Person> {
    const person = await this.person(name, options);
    const made = await person.client.rpc('create_profile_for_confirmed_user', { user_id: person.id });
    expect(made.error).toBeNull();
    return person;
  }

  /** The same with a row in every table. */
  async seeded(name: string): Promise<Person> {
    const person = await this.member(name);
    await this.seed(person);
    await this.subscription(person, 'active');
    return person;
  }

  /** Another browser of the same person. */
  async elsewhere(person: Person, options: Options = {}): Promise<Person> {
    const browser = this.browser(options);
    const { data, error } = await browser.client.auth.signInWithPassword({ email: person.email, password });
    expect(error).toBeNull();
    return { ...person, ...browser, session: present(data.session) };
  }

  async signInByLink({ client }: Browser, link: URL): Promise<Session> {
    const { data, error } = await client.auth.exchangeCodeForSession(codeIn(await this.openLink(link)));
    expect(error).toBeNull();
    return present(data.session);
  }

  /** Opens a link of a mail: where it leads to. */
  async openLink(link: URL): Promise<URL> {
    const reply = await this.request('GET', link.pathname + link.search, { headers: { apikey: '', authorization: '' } });
    expect(reply.status, reply.text).toBe(303);
    return new URL(present(reply.headers.get('location')));
  }

  /** The link in the newest mail to this address, once there are so many. */
  async link(email: string, mails = 1): Promise<URL> {
    return present((await this.links(email, mails))[0]);
  }

  /** The links of the mails to this address, newest first, once there are so many. */
  async links(email: string, mails: number): Promise<URL[]> {
    let links: URL[] = [];
    const arrive = async () => {
      links = (await this.mails(email)).flatMap((mail) => verifyLinks(mail));
      return links.length;
    };
    await expect.poll(arrive, { message: `mails to ${email}`, timeout: 20_000, intervals: [50, 100, 200] }).toBe(mails);
    return links;
  }

  async mails(email: string): Promise<Mail[]> {
    const answer = await fetch(`${this.url}/sandbox/mailbox?to=${encodeURIComponent(email)}`);
    return ((await answer.json()) as { messages: Mail[] }).messages;
  }

  /** Waits until a mail that was asked for now has arrived; one that was asked for before would be there too. */
  async waitForMail(): Promise<void> {
    const email = address('witness');
    await this.browser().client.auth.signUp({ email, password });
    await this.link(email);
  }

  /** A request with the headers of the stock client; a header that is empty is left out. */
  async request(method: string, path: string, { body, token = this.key, headers = {} }: Call = {}): Promise<Reply> {
    const sent = {
      apikey: this.key,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(path.startsWith('/auth/') && { 'x-supabase-api-version': '2024-01-01' }),
      ...headers,
    };
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const received = await response.text();
    return { status: response.status, headers: response.headers, text: received, body: parsed(received) };
  }

  auth(path: string, body?: unknown, token?: string): Promise<Reply> {
    return this.request('POST', `/auth/v1${path}`, { body, ...(token !== undefined && { token }) });
  }

  rest(person: Person, method: string, path: string, call: Call = {}): Promise<Reply> {
    return this.request(method, `/rest/v1/${path}`, { token: person.session.access_token, ...call });
  }

  /** Rows in the tables that only the server writes. */
  async seed(person: Person): Promise<void> {
    await this.earshot.admin('seed', person.email);
  }

  async subscription(person: Person, status: string): Promise<void> {
    await this.earshot.admin('subscription', 'set', person.email, status);
  }
}

export function address(name: string): string {
  return `${name}.${randomUUID().slice(0, 13)}@example.com`;
}

export function codeIn(page: URL): string {
  return present(page.searchParams.get('code'));
}

/** The value, which the test cannot do without. */
export function present<Value>(value: Value | null | undefined): Value {
  expect(value ?? undefined, 'a value').toBeDefined();
  return value as Value;
}

export function text(body: Json, name: string): string {
  expect(typeof body[name], `${name} in ${JSON.stringify(body)}`).toBe('string');
  return body[name] as string;
}

/** Both shapes of an error at once, with the header that tells the client which one to read. */
export function expectRefusal(reply: Reply, status: number, code: string, message?: string): void {
  const said = message ?? reply.body['message'];
  expect(said, reply.text).not.toBe('');
  expect({ status: reply.status, ...reply.body }).toMatchObject({ status, code, error_code: code, message: said, msg: said });
  expect(reply.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(reply.headers.get('x-sb-error-code')).toBe(code);
}

/** PostgREST's four fields, all of them. */
export function expectRestRefusal(reply: Reply, status: number, code: string, message?: string): void {
  expect(reply.status, reply.text).toBe(status);
  expect(Object.keys(reply.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  expect(reply.body).toMatchObject(message === undefined ? { code } : { code, message });
}

export async function sha256Challenge(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return Buffer.from(hash).toString('base64url');
}

function verifyLinks(mail: Mail): URL[] {
  const links = mail.links.map((link) => new URL(link)).filter((link) => link.pathname === '/auth/v1/verify');
  return links.slice(0, 1);
}

function parsed(received: string): Json {
  try {
    return JSON.parse(received) as Json;
  } catch {
    return {};
  }
}
