// Somebody with an account and a company, who calls the server as the web app does.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { binary, until } from './server.mjs';
import { publicKey } from './writers.mjs';

/** Signs up on `server`, whose mail goes to `host`, and names a company with three keywords. */
export async function createCustomer(server, host) {
  const customer = new Customer(server, await publicKey(server));
  await customer.signUp(host);
  await customer.send('POST', '/api/analyze-website', { url: 'https://paperlark.example' });
  for (const keyword of ['invoicing app', 'unpaid invoices', 'late payments']) await customer.send('POST', '/api/keywords', { keyword });
  return customer;
}

class Customer {
  constructor(server, key) {
    Object.assign(this, { server, key, token: key, email: `c-${randomBytes(6).toString('hex')}@paperlark.example` });
  }

  async signUp(host) {
    await this.send('POST', '/auth/v1/signup', { email: this.email, password: 'a quiet lark', data: { full_name: 'Nora' } });
    let link;
    const mailbox = `${host.url}/sandbox/mailbox?to=${encodeURIComponent(this.email)}`;
    await until('the mail has come', async () => (link = (await (await fetch(mailbox)).json()).messages[0]?.links[0]), 60);
    const { headers } = await fetch(link, { redirect: 'manual' });
    const session = new URLSearchParams(new URL(headers.get('location')).hash.slice(1));
    this.token = session.get('access_token');
  }

  /** By the operator, so that no payment is needed. */
  async subscribe() {
    const words = ['admin', '--data-dir', this.server.folder, 'subscription', 'set', this.email, 'active'];
    await promisify(execFile)(binary, words, { env: { PATH: process.env.PATH } });
  }

  async checkout() {
    const { status, body } = await this.#request('POST', '/api/stripe-payments', { planId: 'starter', userEmail: this.email });
    return { status, message: body.message };
  }

  async posts() {
    return (await this.get('/api/reddit-posts?limit=100&timeframe=all')).posts;
  }

  get(path) {
    return this.send('GET', path);
  }

  async send(method, path, body) {
    const answer = await this.#request(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #request(method, path, body) {
    const answer = await fetch(this.server.url + path, {
      method,
      headers: { apikey: this.key, authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }
}
