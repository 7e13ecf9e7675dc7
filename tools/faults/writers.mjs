// People who sign up all the time. A sign-up that was answered with 200 is a promise: its account and
// exactly one mail must exist in the end.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './server.mjs';

export class Writers {
  #acknowledged = [];
  #refused = new Map();
  #slowest = 0;
  #isWriting = true;
  #done;
  #lastSuccess = 0;

  /** `mailbox` is the server whose sandbox takes the mails. */
  constructor(server, mailbox = server) {
    Object.assign(this, { server, mailbox });
  }

  async start(count = 3) {
    this.key = await publicKey(this.server);
    this.#done = Promise.all(Array.from({ length: count }, () => this.#write()));
    return this;
  }

  async #write() {
    while (this.#isWriting) {
      const email = `w-${randomBytes(6).toString('hex')}@paperlark.example`;
      const start = performance.now();
      const status = await this.#signUp(email);
      this.#slowest = Math.max(this.#slowest, performance.now() - start);
      if (status === 200) {
        this.#acknowledged.push(email);
        this.#lastSuccess = performance.now();
      } else {
        this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
      }
      await pause(60);
    }
  }

  async #signUp(email) {
    try {
      const answer = await fetch(`${this.server.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: this.key, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a quiet lark', data: { full_name: 'W' } }),
        signal: AbortSignal.timeout(20_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch (error) {
      return error.name === 'TimeoutError' ? 'no answer in 20 s' : 'no connection';
    }
  }

  /** Forgets what was refused before the fault. */
  beginFault() {
    this.#refused.clear();
    this.#slowest = 0;
  }

  /** Seconds until sign-ups succeed again and the server says that it is ready. */
  async recovery(patience = 60) {
    const start = performance.now();
    return until(
      'sign-ups succeed and /readyz is 200',
      async () => this.#lastSuccess > start && (await fetch(`${this.server.url}/readyz`)).ok,
      patience,
    );
  }

  get saw() {
    const refusals = [...this.#refused].map(([status, count]) => `${count} × ${status}`);
    const answers = refusals.length === 0 ? 'nothing' : refusals.join(', ');
    return `${answers}; slowest answer ${(this.#slowest / 1000).toFixed(1)} s`;
  }

  /** Ends the writing and counts acknowledged sign-ups without a mail, and with more than one. */
  async settle(patience = 60) {
    this.#isWriting = false;
    await this.#done;
    const missing = new Set(this.#acknowledged);
    const doubled = new Set();
    const look = async () => {
      for (const email of missing) {
        const mails = await this.#mailsTo(email);
        if (mails > 0) missing.delete(email);
        if (mails > 1) doubled.add(email);
      }
      return missing.size === 0;
    };
    await until('all mails have come', look, patience).catch(() => {});
    return { written: this.#acknowledged.length, lost: missing.size, doubled: doubled.size };
  }

  async #mailsTo(email) {
    const answer = await fetch(`${this.mailbox.url}/sandbox/mailbox?to=${encodeURIComponent(email)}`);
    return (await answer.json()).messages.length;
  }
}

/** The key that the page of a server gets, also where it has no sandbox. */
export async function publicKey(server) {
  const script = await (await fetch(`${server.url}/settings.js`)).text();
  const key = /sb_publishable_[\w-]+/.exec(script)?.[0];
  if (key === undefined) throw new Error('settings.js names no key');
  return key;
}

/** The usual course of a fault under writers: begin it, let it last, end it, wait for recovery, count. */
export async function underWriters(server, { begin, lasts, end }, { mailbox, patience = 60, mailPatience = 60 } = {}) {
  const writers = await new Writers(server, mailbox).start();
  await pause(1500);
  writers.beginFault();
  await begin();
  await pause(lasts * 1000);
  await end();
  const recovered = await writers.recovery(patience).catch(() => undefined);
  await pause(1000);
  const { saw } = writers;
  const { lost, doubled } = await writers.settle(mailPatience);
  return { saw, recovered, lost, doubled };
}
