// A running Earshot: the real binary on a folder of its own and a free port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target');
export const binary = resolve(target, 'debug/earshot');

// No demo data and no scans of their own: only what the matrix does is counted.
const quiet = { EARSHOT_DEMO: 'off', EARSHOT_SCANS: 'off', EARSHOT_LIMITS: 'off', EARSHOT_LOG: 'warn', EARSHOT_JOB_LEASE_MS: '3000' };

export class Server {
  #process;
  #log = [];

  constructor(folder, port, settings, wrapper) {
    Object.assign(this, { folder, port, settings, wrapper, url: `http://127.0.0.1:${port}` });
  }

  /** `wrapper` is put in front of the command, as `faketime` or a shell with a trap is. */
  static async start(settings = {}, { folder, wrapper = [] } = {}) {
    const server = new Server(folder ?? (await newFolder()), await freePort(), settings, wrapper);
    await server.startAgain();
    return server;
  }

  async startAgain() {
    const command = [...this.wrapper, binary, 'serve', '--bind', `127.0.0.1:${this.port}`, '--data-dir', this.folder];
    this.#process = spawn(command[0], command.slice(1), {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...quiet, ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream.on('data', (chunk) => this.#log.push(chunk.toString()));
    await until('the server is ready', async () => (await fetch(`${this.url}/readyz`)).ok, 60);
  }

  get pid() {
    return this.#process.pid;
  }

  get log() {
    return this.#log.join('');
  }

  async kill(signal = 'SIGKILL') {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill(signal);
    await gone;
  }

  signal(name) {
    this.#process.kill(name);
  }

  async end() {
    await this.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true }).catch(() => {});
  }

  async sandboxes() {
    return (await (await fetch(`${this.url}/sandbox/settings`)).json()).sandboxes;
  }
}

export const newFolder = () => mkdtemp(join(tmpdir(), 'earshot-faults-'));

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Seconds until it holds; fails after so many. */
export async function until(what, holds, patience) {
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  while (passed() < patience) {
    if (await holds().catch(() => false)) return passed();
    await pause(100);
  }
  throw new Error(`waited ${patience} s in vain: ${what}`);
}
