import { stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { env } from 'node:process';
import { gzipSync } from 'node:zlib';
import type { Browser, Response, ViewportSize } from '@playwright/test';
import { expect, test } from '../earshot';

// Measures the web app for `make bench`. The goals, and the table, are in
// crates/earshot/benches/figures/web.rs; nothing here judges a size or a time.

const pages = ['/', '/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard', '/dev/gallery'];
const noPage = '/no/such/page';
const front = '/';
/** Has no script at all: what the browser, the network and the server take by themselves. */
const floor = '/api/docs';

const windows: ViewportSize[] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const loads = 7;
const slowDown = 4;
const lateShiftsMs = 1000;

test('the figures of the web app', async ({ browser, earshot }) => {
  const out = env['EARSHOT_TEST_FIGURES_OUT'];
  if (out === undefined) throw new Error('EARSHOT_TEST_FIGURES_OUT names no file to write the figures to');

  const scripts = [];
  for (const path of [...pages, noPage]) scripts.push(await scriptOf(browser, earshot.url, path));

  const paints = [];
  for (const window of windows) {
    const rounds = [];
    // The page and its floor take turns, so that what else the machine does hits both alike.
    for (let round = 0; round < loads; round += 1) {
      rounds.push({ front: await load(browser, earshot.url + front, window), floor: await load(browser, earshot.url + floor, window) });
    }
    paints.push({ ...window, rounds });
  }

  await writeFile(out, JSON.stringify({ scripts, paints }, undefined, 2));
});

/** What a browser that has seen nothing yet loads as script to show this address. */
async function scriptOf(browser: Browser, site: string, path: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript')) scripts.set(response.url(), response);
  });

  const answer = await page.goto(site + path, { waitUntil: 'networkidle' });
  expect(answer?.status(), path).toBe(path === noPage ? 404 : 200);
  const sizes = await Promise.all([...scripts.values()].map(gzippedBytes));
  const leadsTo = new URL(page.url()).pathname;

  await context.close();
  return { path, leadsTo, gzippedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

const dist = resolve(import.meta.dirname, '../../web/dist');

/** The file that the build compressed; what the server makes up itself is compressed here. */
async function gzippedBytes(script: Response): Promise<number> {
  const built = await stat(`${join(dist, new URL(script.url()).pathname)}.gz`).catch(() => undefined);
  return built?.size ?? gzipSync(await script.body(), { level: 9 }).length;
}

/** One load on a slow machine with nothing in its cache. */
async function load(browser: Browser, url: string, viewport: ViewportSize) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });

  await page.goto(url, { waitUntil: 'networkidle' });
  const seen = await page.evaluate(paintAndShift, lateShiftsMs);

  await context.close();
  return seen;
}

/**
 * Runs in the page. The shifts are added up, which is never less than the cumulative layout shift
 * of the web vitals: that one is the largest sum within five seconds.
 */
async function paintAndShift(waitMs: number) {
  type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };
  let layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as LayoutShift[]) layoutShift += shift.hadRecentInput ? 0 : shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
  // That nothing moves any more is no event, so there is nothing but time to wait for.
  await new Promise((resume) => setTimeout(resume, waitMs));

  const [paint] = performance.getEntriesByName('first-contentful-paint');
  if (paint === undefined) throw new Error(`nothing was painted at ${location.href}`);
  return { firstPaintMs: paint.startTime, layoutShift };
}
