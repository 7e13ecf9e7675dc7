// What can happen to a process: it is killed, paused, and its clock is set.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder, Server } from './server.mjs';
import { underWriters, Writers } from './writers.mjs';

export const processFaults = {
  'kill -9, ten times': killedAgainAndAgain,
  'paused for 10 s': paused,
  'clock an hour on, and back': () => clock('+3600', '+0'),
  'clock an hour back': () => clock('-3600', '-3600'),
};

async function killedAgainAndAgain() {
  const server = await Server.start();
  try {
    const writers = await new Writers(server).start();
    writers.beginFault();
    let slowest = 0;
    for (let round = 0; round < 10; round++) {
      await pause(300 + 170 * round);
      await server.kill('SIGKILL');
      await server.startAgain();
      slowest = Math.max(slowest, await writers.recovery());
    }
    const { saw } = writers;
    const { lost, doubled } = await writers.settle();
    return { saw, recovered: slowest, lost, doubled };
  } finally {
    await server.end();
  }
}

async function paused() {
  const server = await Server.start();
  try {
    return await underWriters(server, { begin: () => server.signal('SIGSTOP'), lasts: 10, end: () => server.signal('SIGCONT') });
  } finally {
    await server.end();
  }
}

/** The wall clock as the process sees it (libfaketime); time that only grows is left alone. */
async function clock(during, after) {
  const file = join(await newFolder(), 'clock');
  const set = (offset) => writeFileSync(file, `${offset}\n`);
  set('+0');
  const settings = {
    LD_PRELOAD: fakeTimeLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const server = await Server.start(settings);
  try {
    return await underWriters(server, { begin: () => set(during), lasts: 8, end: () => set(after) });
  } finally {
    await server.end();
  }
}

function fakeTimeLibrary() {
  const places = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  const library = places.find((place) => existsSync(place));
  if (library === undefined) throw new Error('libfaketime is missing. On Debian: apt-get install faketime');
  return library;
}
