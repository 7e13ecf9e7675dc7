import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { freshDatabase } from './database';

/** A running server: the real binary, a database of its own, a free port. */
export type Earshot = {
  url: string;
  /** Other tests use this server too, so nothing may change for anybody but a test's own people. */
  isShared: boolean;
  /** Runs `earshot admin …` beside the server, on its data. */
  admin: (...words: string[]) => Promise<string>;
  /** The key that signs access tokens, in PEM. Only the server and who reads its database have it. */
  signingKey: () => Promise<string>;
  /** Ends the server as an operator does, and waits until it is gone. */
  stop: () => Promise<void>;
  /** Starts it again on the same address and the same data. */
  restart: () => Promise<void>;
};

type TestFixtures = {
  /** Settings of the server, over an otherwise empty environment. */
  environment: Record<string, string>;
  /** The server of this worker and this environment, or a test's own one if it is tagged `ownServer`. */
  earshot: Earshot;
};

type WorkerFixtures = { servers: WorkerServers };

/**
 * For a test that stops the server, moves its clock, or reads or changes what belongs to everybody:
 * `test('…', ownServer, async ({ earshot }) => …)`.
 */
export const ownServer = { tag: '@own-server' };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true }],

  servers: [
    async ({}, use) => {
      const servers = new WorkerServers();
      await use(servers);
      await servers.close();
    },
    { scope: 'worker' },
  ],

  earshot: async ({ environment, servers }, use, testInfo) => {
    const isOwn = testInfo.tags.includes(ownServer.tag);
    const server = isOwn ? await openServer(environment) : await servers.share(environment);
    const logStart = server.log().length;
    try {
      await use(server.earshot);
    } finally {
      if (isOwn) servers.closeMeanwhile(server);
    }
    const log = server.log().slice(logStart);
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach('server log', { body: log, contentType: 'text/plain' });
    expectNoPanic(log);
  },

  baseURL: async ({ earshot }, use) => use(earshot.url),
});

export { expect };

type OpenServer = { earshot: Earshot; log: () => string; close: () => Promise<void> };

/** The servers of one worker: one for each environment, shared by its tests. People, not databases, keep the tests apart. */
class WorkerServers {
  private readonly shared = new Map<string, Promise<OpenServer>>();
  private readonly closing: Promise<void>[] = [];

  share(environment: Record<string, string>): Promise<OpenServer> {
    const key = JSON.stringify(environment);
    const server = this.shared.get(key) ?? openServer(environment, { isShared: true });
    this.shared.set(key, server);
    return server;
  }

  /** Stops a server while the next test runs: finishing takes it a second or two. */
  closeMeanwhile(server: OpenServer): void {
    const closed = closeInGoodOrder(server);
    // It is awaited with the others, and must not count as unhandled until then.
    closed.catch(() => {});
    this.closing.push(closed);
  }

  async close(): Promise<void> {
    for (const server of await Promise.all(this.shared.values())) this.closeMeanwhile(server);
    await Promise.all(this.closing);
  }
}

async function closeInGoodOrder(server: OpenServer): Promise<void> {
  await server.close();
  expectNoPanic(server.log());
}

function expectNoPanic(log: string): void {
  expect(log, 'the log of the server').not.toContain('panicked at');
}

// Nothing happens by itself except in the tests that are about it, and people sign up as often as tests need them.
// Servers are shared, so many people use up what Reddit allows one operator in ten minutes.
// Judging is most of what a scan does, and what journeys look at is among the nearest.
const plenty = { EARSHOT_SANDBOX_REDDIT_CALLS: '100000', EARSHOT_POSTS_JUDGED: '60', ...readings() };
const quiet = { EARSHOT_DEMO: 'off', EARSHOT_SCANS: 'off', EARSHOT_STREAM: 'off', EARSHOT_LIMITS: 'off', ...plenty };

/** Where the servers of a test run keep what they have read, so that each text is read once (tools/test). */
function readings(): Record<string, string> {
  const folder = env['EARSHOT_TEST_READINGS'];
  return folder === undefined ? {} : { EARSHOT_READINGS_DIR: folder };
}

/** Starts a server on a fresh database; whoever opens it closes it. */
async function openServer(environment: Record<string, string>, { isShared = false } = {}): Promise<OpenServer> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const database = await freshDatabase(folder);
  const settings = { ...quiet, ...database.environment, ...environment };
  const log: string[] = [];
  let running: Running | undefined;
  const start = async (address: string) => (running = await startServer(address, folder, settings, log));
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const close = async () => {
    await stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const { url } = await start('127.0.0.1:0');
    const restart = async () => {
      await stop();
      await start(new URL(url).host);
    };
    const refuse = async () => expectOwnServer({ isShared });
    const admin = (...words: string[]) => runAdmin(folder, settings, words);
    const earshot: Earshot = {
      url,
      isShared,
      stop: isShared ? refuse : stop,
      restart: isShared ? refuse : restart,
      admin,
      signingKey: database.signingKey,
    };
    return { earshot, close, log: () => log.join('') };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Fails a test that would change something for the other tests on its server. */
export function expectOwnServer({ isShared }: Pick<Earshot, 'isShared'>): void {
  if (isShared) throw new Error('Other tests use this server too: tag the test with `ownServer`.');
}

const binary = resolve(import.meta.dirname, env['EARSHOT_TEST_BINARY'] ?? '../target/debug/earshot');
const startTimeoutMs = 30_000;
// The server lets running requests finish for up to 25 seconds.
const stopTimeoutMs = 30_000;

async function runAdmin(folder: string, settings: Record<string, string>, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['admin', '--data-dir', folder, ...words], {
    cwd: folder,
    env: { PATH: env['PATH'], ...settings },
  });
  return stdout;
}

type Running = { url: string; stop: () => Promise<void> };

async function startServer(address: string, folder: string, environment: Record<string, string>, log: string[]): Promise<Running> {
  const server = spawn(binary, ['serve', '--bind', address, '--data-dir', folder], {
    cwd: folder,
    env: { PATH: env['PATH'], RUST_BACKTRACE: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.stdout.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));

  try {
    return { url: await whenReady(server, log), stop: () => end(server) };
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
}

function whenReady(server: ChildProcess, log: string[]): Promise<string> {
  return new Promise((ready, failed) => {
    const fail = (what: string) => failed(new Error(`${binary} ${what}. Its log:\n${log.join('')}`));
    const patience = setTimeout(() => fail(`was not ready after ${startTimeoutMs} ms`), startTimeoutMs);
    server.once('error', (error) => fail(`did not start: ${error.message}`));
    server.once('close', (code, signal) => {
      clearTimeout(patience);
      fail(`ended with ${signal ?? code} before it was ready`);
    });
    if (server.stdout === null) throw new Error('the server was started without a pipe for its output');
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = /Earshot is ready at (http:\/\/[^\s/]+)/.exec(line)?.[1];
      if (url === undefined) return;
      clearTimeout(patience);
      ready(url);
    });
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const gone = once(server, 'exit');
    const impatience = setTimeout(() => server.kill('SIGKILL'), stopTimeoutMs);
    server.kill('SIGTERM');
    await gone;
    clearTimeout(impatience);
  }
  expect(server.signalCode ?? server.exitCode, 'how the server ended after SIGTERM').toBe(0);
}
