// What can happen to a database: the disk is full, writes fail, somebody holds the lock, PostgreSQL
// restarts or is away.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from './cluster.mjs';
import { newFolder, Server } from './server.mjs';
import { underWriters } from './writers.mjs';

export const databaseFaults = {
  'disk full': diskFull,
  'I/O error': ioError,
  'a lock that never comes': foreignLock,
  'PostgreSQL restarts': () => postgres(0),
  'PostgreSQL away for 60 s': () => postgres(60),
};

async function diskFull() {
  const folder = await newFolder();
  mountSmallDisk(folder);
  const server = await Server.start({}, { folder });
  const ballast = join(folder, 'ballast');
  try {
    return await underWriters(server, { begin: () => fill(ballast), lasts: 8, end: () => rmSync(ballast) });
  } finally {
    await server.kill();
    execFileSync('umount', [folder]);
    await server.end();
  }
}

function mountSmallDisk(folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
}

function fill(file) {
  for (const size of [1 << 20, 4096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) appendFileSync(file, block);
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  }
}

/** Beyond a file-size limit the kernel refuses writes, which SQLite reports as an I/O error. */
async function ioError() {
  const wrapper = ['bash', '-c', 'trap "" XFSZ; exec "$0" "$@"'];
  const server = await Server.start({}, { wrapper });
  const limit = (bytes) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
  try {
    return await underWriters(server, { begin: () => limit(4096), lasts: 8, end: () => limit('unlimited') });
  } finally {
    await server.end();
  }
}

async function foreignLock() {
  const server = await Server.start();
  let holder;
  const begin = async () => {
    const script = 'import sqlite3,sys; c=sqlite3.connect(sys.argv[1], isolation_level=None, timeout=10); c.execute("begin immediate"); print("held", flush=True); sys.stdin.read()';
    holder = spawn('python3', ['-c', script, join(server.folder, 'earshot.sqlite')], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
  };
  const end = async () => {
    const gone = once(holder, 'exit');
    holder.stdin.end();
    await gone;
  };
  try {
    return await underWriters(server, { begin, lasts: 15, end });
  } finally {
    holder?.kill();
    await server.end();
  }
}

async function postgres(seconds) {
  const cluster = await Cluster.start();
  const server = await Server.start({ DATABASE_URL: cluster.url });
  try {
    return await underWriters(server, { begin: () => cluster.stop(), lasts: seconds, end: () => cluster.startAgain() });
  } finally {
    await server.end();
    await cluster.end();
  }
}
