import type { Locator, Page } from '@playwright/test';
import { type Earshot, expect, test } from '../earshot';
import { createPersonWithSamples, sharePersonWithSamples, details, title } from '../sample-accounts';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { callApi, openAs, type Person } from '../people';

// What becomes of posts and mentions: open, saved, answered, won, rejected, with a note of one's own.

test('the tabs, the bar for several and a note are clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);

  await visitEachWidth(browser, [1440, 1280, 390], async (page, width) => {
    await openAs(page, nora, '/dashboard');
    const complaints = collectComplaints(page);
    await expect(posts(page).first()).toBeVisible();
    if (width > 768) {
      await page.keyboard.press('Shift+J');
      await expect(page.getByText('2 selected')).toBeVisible();
      await expectCleanLook(page, 'states-several');
      await page.keyboard.press('Escape');
      await details(page).getByRole('button', { name: 'Add a note' }).click();
      await expect(note(page)).toBeFocused();
      await expectCleanLook(page, 'states-note');
    } else {
      await expect(posts(page).first().getByRole('button', { name: 'More actions' })).toBeVisible();
    }
    await page.goto('/dashboard?search_state=won');
    await expect(page.getByRole('heading', { name: 'No won posts yet' })).toBeVisible();
    await expectCleanLook(page, 'states-none-won');
    expect(complaints).toEqual([]);
  });
});

for (const { key, button, name, done } of [
  { key: 's', button: 'Save', name: 'Saved', done: 'Saved' },
  { key: 'a', button: 'Mark as answered', name: 'Answered', done: 'Marked as answered' },
  { key: 'w', button: 'Mark as won', name: 'Won', done: 'Marked as won' },
]) {
  test(`${name}: by key with Undo and by mouse, a post leaves the list and is found under its tab`, async ({ page, earshot }) => {
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    const first = title(posts(page).first());
    const before = await first.innerText();
    const open = await countOf(page, 'Open');

    await page.keyboard.press(key);
    await expect(page.getByText(done, { exact: true }).locator('visible=true').last()).toBeVisible();
    await expect(first).not.toHaveText(before);
    await expect(first).toBeFocused();
    await expectCounts(page, { Open: open - 1, [name]: 1 });
    await undo(page).click();
    await expect(first).toHaveText(before);
    await expectCounts(page, { Open: open, [name]: 0 });

    await first.click();
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(before);
    await details(page).getByRole('button', { name: button, exact: true }).click();
    await expect(first).not.toHaveText(before);
    await page.reload();
    await expectCounts(page, { Open: open - 1, [name]: 1 });
    await expect(page.getByText(`${open - 1} posts found`, { exact: false })).toBeVisible();
    await tab(page, name).click();
    await expect(first).toHaveText(before);
    await expect(page).toHaveURL(new RegExp(`search_state=${name.toLowerCase()}`));
    await expect(details(page).getByText(new RegExp(`^${name} \\d+ \\w+`))).toBeVisible();

    // The key of the state that it has takes it back.
    await page.keyboard.press(key);
    await expect(page.getByText('Moved to Open')).toBeVisible();
    await expect(page.getByRole('heading', { name: `No ${name.toLowerCase()} posts yet` })).toBeVisible();
  });
}

test('a row under the pointer is saved and marked as answered in place of its counts', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  const row = posts(page).nth(2);
  const name = await title(row).innerText();
  await expect(row.getByRole('button', { name: 'Save' })).toBeHidden();

  await row.hover();
  await row.getByRole('button', { name: 'Save' }).click();

  await expect(undo(page)).toBeVisible();
  await expect(title(posts(page).nth(2))).not.toHaveText(name);
  await tab(page, 'Saved').click();
  await expect(title(posts(page).first())).toHaveText(name);
});

test('the link of the comment is kept with an answered post', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(posts(page).first()).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('textbox', { name: 'Paste the link to your comment' }).fill('https://www.reddit.com/r/freelance/comments/1/x/2/');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The link to your comment is saved')).toBeVisible();

  await page.goto('/dashboard?search_state=answered');

  await expect(details(page).getByRole('link', { name: 'Your comment' })).toHaveAttribute('href', /comments\/1\/x\/2/);
});

test('a note is written with the keyboard alone and survives a reload, for mentions too', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard?tab=mentions');
  await expect(mentions(page).first()).toBeVisible();
  await details(page).getByRole('button', { name: 'Add a note' }).press('Enter');
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('Asked for a demo');
  await page.keyboard.press('Escape');
  await expect(details(page).getByText('Asked for a demo')).toBeHidden();

  await page.keyboard.press('Enter');
  await page.keyboard.type('Asked for a demo');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(details(page).getByText('Asked for a demo')).toBeVisible();
  await expect(details(page).getByRole('button', { name: 'Edit note' })).toBeFocused();
  await expect(mentions(page).first().getByRole('img', { name: 'Has a note' })).toBeVisible();

  await page.reload();
  await expect(details(page).getByText('Asked for a demo')).toBeVisible();
});

test('a note that the server refuses is not lost', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await page.route('**/api/reddit-posts/*/state', (route) => route.abort('connectionrefused'));
  await details(page).getByRole('button', { name: 'Add a note' }).click();
  await note(page).fill('Worth keeping');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(details(page).getByText(/cannot be reached/)).toBeVisible();
  await expect(note(page)).toHaveValue('Worth keeping');

  await page.unrouteAll();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(note(page)).toBeHidden();
  await expect(details(page).getByText('Worth keeping')).toBeVisible();
});

test('several posts are rejected with one reason, and one Undo brings them back', async ({ page, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  await openAs(page, nora, '/dashboard');
  await expect(posts(page).first()).toBeVisible();
  const before = await firstTitles(posts(page));
  const open = await countOf(page, 'Open');

  await title(posts(page).nth(2)).click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 3 posts?' });
  await dialog.getByRole('button', { name: 'Too old' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(page.getByText('3 posts rejected')).toBeVisible();
  await expectCounts(page, { Open: open - 3 });
  await expect(title(posts(page).first())).toHaveText(before[3] ?? '');
  expect(await readRejectedReasons(earshot, nora)).toEqual(['Too old', 'Too old', 'Too old']);
  await undo(page).click();

  await expect.poll(() => firstTitles(posts(page))).toEqual(before);
  await expectCounts(page, { Open: open });
  await expect.poll(() => readRejectedReasons(earshot, nora)).toEqual([]);
});

test('several mentions are moved with the keyboard alone, in any tab', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard?tab=mentions');
  await expect(mentions(page).first()).toBeVisible();
  const before = await firstTitles(mentions(page));

  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+K');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('w');
  await expect(page.getByText('2 mentions marked as won')).toBeVisible();
  await tab(page, 'Won').click();
  await expect.poll(() => firstTitles(mentions(page))).toEqual(before.slice(0, 2));

  await page.keyboard.press('Shift+J');
  await page.keyboard.press('s');
  await expect(page.getByText('2 mentions saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No won mentions yet' })).toBeVisible();
  await expectCounts(page, { Saved: 2, Won: 0 });
});

test('who answered in a thread is told so at the next mention of it, and in the draft panel', async ({ page, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  const [answered, next] = await findMentionsOfOneThread(earshot, nora);
  await openAs(page, nora, `/dashboard?tab=mentions&mention=${next}`);
  await expect(details(page).getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByText(/^You answered in this thread on/)).toHaveCount(0);

  await callApi(earshot, 'PATCH', `/api/mentions/${answered}/state`, { body: { state: 'answered' }, session: nora.session });
  await page.reload();

  await expect(details(page).getByText(/^You answered in this thread on \d+ \w+$/)).toBeVisible();
  await page.keyboard.press('g');
  await expect(page.getByRole('region', { name: 'AI Comment Generator' }).getByText(/^You answered in this thread on/)).toBeVisible();
});

test('on a phone a sheet has all actions, and swipes do the two most used', async ({ browser, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openAs(phone, nora, '/dashboard');
  const first = title(posts(phone).first());
  const won = await first.innerText();

  const more = posts(phone).first().getByRole('button', { name: 'More actions' });
  const size = await more.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await more.tap();
  await expect(phone.getByRole('menuitem')).toHaveText(['Save', 'Answered', 'Won', 'Reject', 'Select']);
  await phone.getByRole('menuitem', { name: 'Won' }).tap();
  await expect(phone.getByText('Marked as won')).toBeVisible();
  await expect(first).not.toHaveText(won);

  const saved = await first.innerText();
  await swipe(phone, posts(phone).first(), -160);
  await expect(first).not.toHaveText(saved);
  const answered = await first.innerText();
  await swipe(phone, posts(phone).first(), 160);
  await expect(phone.getByText('Marked as answered')).toBeVisible();

  await expectCounts(phone, { Saved: 1, Answered: 1, Won: 1 });
  await tapTab(phone, 'Saved');
  await expect(first).toHaveText(saved);
  await tapTab(phone, 'Answered');
  await expect(first).toHaveText(answered);
  await phone.close();
});

test('an export has the rows of the tab', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(posts(page).first()).toBeVisible();
  const name = await title(posts(page).first()).innerText();
  await page.keyboard.press('s');
  await expect(undo(page)).toBeVisible();
  await tab(page, 'Saved').click();
  await expect(title(posts(page).first())).toHaveText(name);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);

  const lines = (await readText(await file.createReadStream())).trim().split('\r\n');
  expect(lines.filter((line) => line.includes('saved'))).toHaveLength(1);
});

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const mentions = (page: Page) => page.getByRole('list', { name: 'Mentions' }).getByRole('listitem');
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const note = (page: Page) => details(page).getByRole('textbox', { name: 'Private note' });

/** How many rows of a long list are in the page changes; the first are always there. */
async function firstTitles(rows: Locator): Promise<string[]> {
  return (await rows.getByRole('heading').allInnerTexts()).slice(0, 4);
}

async function countOf(page: Page, name: string): Promise<number> {
  await expect(tab(page, name)).toHaveText(/\d+$/);
  return Number(/\d+$/.exec(await tab(page, name).innerText())?.[0]);
}

async function expectCounts(page: Page, counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) await expect(tab(page, name)).toHaveText(new RegExp(`^${name}\\s*${count}$`));
}

/** Right after a quick swipe Chromium takes a tap for the end of it, so a person may need a second one. */
async function tapTab(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await tab(page, name).tap();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
  }).toPass();
}

/** A finger drawn over a row, as the browser reports it. */
async function swipe(page: Page, row: Locator, distance: number): Promise<void> {
  const box = await row.boundingBox();
  if (box === null) throw new Error('the row is not in sight');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await touch('touchStart', x);
  for (const part of [0.2, 0.5, 0.8, 1]) await touch('touchMove', x + distance * part);
  await touch('touchEnd');
  await session.detach();
}

async function readRejectedReasons(earshot: Earshot, { session }: Person): Promise<string[]> {
  const { posts: rejected } = (await callApi(earshot, 'GET', '/api/reddit-posts?state=rejected', { session })) as {
    posts: { rejected_reason: string }[];
  };
  return rejected.map(({ rejected_reason: reason }) => reason);
}

/** Two mentions in the same thread of Reddit. */
async function findMentionsOfOneThread(earshot: Earshot, { session }: Person): Promise<[string, string]> {
  const { mentions: all } = (await callApi(earshot, 'GET', '/api/mentions?limit=200', { session })) as {
    mentions: { id: string; post_url: string }[];
  };
  for (const { id, post_url: url } of all) {
    const other = all.find((mention) => mention.id !== id && threadOf(mention.post_url) === threadOf(url));
    if (other !== undefined) return [id, other.id];
  }
  throw new Error('no two sample mentions are in one thread');
}

function threadOf(url: string): string | undefined {
  return /\/comments\/(\w+)/.exec(url)?.[1];
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
