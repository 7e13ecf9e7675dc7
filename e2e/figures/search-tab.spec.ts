import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { env } from 'node:process';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Earshot, expect, test } from '../earshot';
import { openAs, type Person, createSubscriber } from '../people';

// What typing and scrolling cost in Relevant Posts, from Chromium's own trace, for `make bench`. The
// goals, and the table, are in crates/earshot/benches/figures/search_tab.rs.

const manyPosts = 2000;
/** As many as stand there before anybody asks for more. */
const onePage = 50;
/** Less than the pause after which the list is asked for: what is measured is the typing alone. */
const keyEveryMs = 60;
const typed = 'invoice that was never paid';
const rounds = 3;

test('the figures of the search tab', async ({ browser, earshot }) => {
  const out = env['EARSHOT_TEST_FIGURES_OUT'];
  if (out === undefined) throw new Error('EARSHOT_TEST_FIGURES_OUT names no file to write the figures to');
  const nora = await createSubscriber(earshot);
  await earshot.admin('seed', nora.email);

  const keystrokes = [];
  const scrolls = [];
  // The long list and what it is compared with take turns, so that what else the machine does hits both alike.
  for (let round = 0; round < rounds; round += 1) {
    keystrokes.push({
      many: await onTheTab(browser, earshot, nora, manyPosts, scriptPerKey),
      few: await onTheTab(browser, earshot, nora, onePage, scriptPerKey),
    });
    scrolls.push({
      many: await onTheTab(browser, earshot, nora, manyPosts, framesOfTheList),
      plain: await onPlainPage(browser, earshot),
    });
  }

  await writeFile(out, JSON.stringify({ keystrokes, scrolls }, undefined, 2));
});

type Measure<Value> = (page: Page, devTools: CDPSession) => Promise<Value>;

/** Opens the tab with so many posts loaded, all of them the server's own, again and again. */
async function onTheTab<Value>(browser: Browser, earshot: Earshot, person: Person, count: number, measure: Measure<Value>): Promise<Value> {
  const context = await browser.newContext({ baseURL: earshot.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.route(/\/api\/reddit-posts\?/, async (route) => {
    const address = new URL(route.request().url());
    const offset = Number(address.searchParams.get('offset'));
    address.searchParams.set('offset', '0');
    const answer = await route.fetch({ url: address.href });
    const { posts, ...rest } = (await answer.json()) as { posts: { id: string }[] };
    const places = Array.from({ length: Math.min(onePage, count - offset) }, (_, index) => offset + index);
    const repeated = places.map((place) => ({
      ...posts[place % posts.length],
      id: place < posts.length ? posts[place]?.id : randomUUID(),
    }));
    await route.fulfill({ response: answer, json: { ...rest, posts: repeated, total: count, hasMore: offset + places.length < count } });
  });
  await openAs(page, person, '/dashboard');
  for (let loaded = onePage; loaded < count; loaded += onePage) {
    await expect(page.getByText(`${count} posts found (${loaded} loaded)`)).toBeVisible();
    // By key: rows that have just come into sight take their height, and the button moves under a pointer.
    await page.getByRole('button', { name: 'Load More Posts' }).press('Enter');
  }
  await expect(page.getByText(`${count} posts found (${count} loaded)`)).toBeVisible();

  const value = await measure(page, await context.newCDPSession(page));
  await context.close();
  return value;
}

/** The page of the API has no script, and is long: what the browser drops by itself on this machine. */
async function onPlainPage(browser: Browser, earshot: Earshot) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${earshot.url}/api/docs`);
  const frames = await framesOf(page, await context.newCDPSession(page), { x: 700, y: 450 });
  await context.close();
  return frames;
}

/** How long script runs for one key, in ms. */
async function scriptPerKey(page: Page, devTools: CDPSession): Promise<number> {
  await page.keyboard.press('Control+k');
  const events = await traced(devTools, ['devtools.timeline'], () => page.keyboard.type(typed, { delay: keyEveryMs }));
  return scripting(events) / 1000 / typed.length;
}

/** Scrolls the list itself, not the page around it. */
async function framesOfTheList(page: Page, devTools: CDPSession) {
  const list = await page.getByRole('list', { name: 'Posts' }).first().boundingBox();
  if (list === null) throw new Error('the list is not in the page');
  return framesOf(page, devTools, { x: list.x + list.width / 2, y: 450 });
}

/** Half down and half up again, as fast as a thumb flings. */
async function framesOf(_page: Page, devTools: CDPSession, place: { x: number; y: number }) {
  const scroll = { ...place, yDistance: -6000, speed: 2400, gestureSourceType: 'mouse' as const, repeatCount: 1 };
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];
  const events = await traced(devTools, categories, async () => {
    await devTools.send('Input.synthesizeScrollGesture', scroll);
  });
  const count = (name: string) => events.filter((event) => event.name === name).length;
  return { drawn: count('DrawFrame'), dropped: count('DroppedFrame') };
}

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tid: number; pid: number };

/** What Chromium notes down while something happens. */
async function traced(devTools: CDPSession, categories: string[], happens: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => void devTools.once('Tracing.tracingComplete', resolve));
  await devTools.send('Tracing.start', {
    traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' },
    transferMode: 'ReportEvents',
  });
  await happens();
  await devTools.send('Tracing.end');
  await complete;
  return events;
}

const script = new Set(['FunctionCall', 'EvaluateScript', 'v8.run', 'TimerFire', 'FireAnimationFrame', 'EventDispatch', 'RunMicrotasks']);

/** Script calls script: only what is within nothing else counts, so that no moment counts twice. In µs. */
function scripting(events: TraceEvent[]): number {
  const calls = events.filter((event) => event.ph === 'X' && script.has(event.name)).toSorted((one, other) => one.ts - other.ts);
  const until = new Map<number, number>();
  let sum = 0;
  for (const { tid, ts, dur = 0 } of calls) {
    const free = until.get(tid) ?? 0;
    if (ts < free) continue;
    until.set(tid, ts + dur);
    sum += dur;
  }
  return sum;
}
