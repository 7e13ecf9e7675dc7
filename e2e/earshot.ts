import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { type Database, freshDatabase } from './database';

/** A server of its own: the real binary, a fresh database, a free port. */
export type Earshot = {
  url: string;
  /** Runs `earshot admin …` beside the server, on its data. */
  admin: (...words: string[]) => Promise<string>;
  /** The key that signs access tokens, in PEM. Only the server and who reads its database have it. */
  signingKey: () => Promise<string>;
  /** Ends the server as an operator does, and waits until it is gone. */
  stop: () => Promise<void>;
  /** Starts it again on the same address and the same data. */
  restart: () => Promise<void>;
};

type Fixtures = {
  /** Settings of the server, over an otherwise empty environment. */
  environment: Record<string, string>;
  earshot: Earshot;
};

export const test = base.extend<Fixtures>({
  environment: [{}, { option: true }],

  earshot: async ({ environment }, use, testInfo) => {
    const place = await openEarshot(environment);
    try {
      await use(place.earshot);
    } finally {
      await place.close();
      await testInfo.attach('server log', { body: place.log(), contentType: 'text/plain' });
    }
    expect(place.log(), 'the log of the server').not.toContain('panicked at');
  },

  baseURL: async ({ earshot }, use) => use(earshot.url),
});

export { expect };

/** Starts a server on a fresh database; whoever opens it closes it. */
export async function openEarshot(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  const database = await freshDatabase(folder);
  // What would happen by itself, happens only in the tests that are about it.
  const settings = { EARSHOT_DEMO: 'off', EARSHOT_SCANS: 'off', ...database.environment, ...environment };
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
    const admin = (...words: string[]) => runAdmin(folder, database, words);
    const earshot: Earshot = { url, stop, restart, admin, signingKey: database.signingKey };
    return { earshot, close, log: () => log.join('') };
  } catch (error) {
    await close();
    throw error;
  }
}

const binary = resolve(import.meta.dirname, env['EARSHOT_TEST_BINARY'] ?? '../target/debug/earshot');
const startTimeoutMs = 30_000;
// The server lets running requests finish for up to 25 seconds.
const stopTimeoutMs = 30_000;

async function runAdmin(folder: string, database: Database, words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(binary, ['admin', '--data-dir', folder, ...words], {
    cwd: folder,
    env: { PATH: env['PATH'], ...database.environment },
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
