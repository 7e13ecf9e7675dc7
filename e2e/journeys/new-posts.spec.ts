import type { Browser, Page } from '@playwright/test';
import { type Earshot, expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { createSubscriber, openAs, type Person } from '../people';
import { createPersonWithSamples, sharePersonWithSamples, details, title } from '../sample-accounts';
import { advanceClock, hours } from '../subscriptions';

// What is new since the last visit: marked, counted, first in the list, and read on every device at once.

test('in the first visit everything is new, and opening a post marks it read for good, without moving it', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(page.getByRole('heading', { name: /^New \d+$/ })).toBeVisible();
  const unread = await readUnread(page);
  const names = await titlesOf(newRows(page));
  await expect(page).toHaveTitle(/^\(\d+\+?\) Relevant Posts · Earshot$/);

  await title(newRows(page).nth(1)).click();
  await expect(dot(newRows(page).nth(1))).toBeHidden();
  await expect(dot(newRows(page).first()), 'the first one opens by itself').toBeVisible();
  await expect.poll(() => readUnread(page)).toBe(unread - 1);

  await page.reload();
  await expect.poll(() => readUnread(page)).toBe(unread - 1);
  const firstOnes = async () => (await titlesOf(newRows(page))).slice(0, 6);
  await expect.poll(firstOnes).toEqual(names.slice(0, 6));
  await expect(dot(newRows(page).nth(1))).toBeHidden();
});

test('the next visit has what was found since on top, and the one after that has nothing new', ownServer, async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  const visited = page.waitForResponse('**/api/reddit-posts/visit');
  await openAs(page, nora, '/dashboard');
  await visited;
  await leaveForTwoHours(page, earshot);
  await earshot.admin('seed', nora.email);

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^New since .*\d\d:\d\d \d+$/ })).toBeVisible();
  const found = await readUnread(page);
  expect(found).toBeGreaterThan(4);
  await expect(page).toHaveTitle(/^\(\d+\+?\) Relevant Posts/);

  // Posts that name the company are no new leads. Keys go over posts alone, from one section into the other.
  const total = Number(await newRows(page).first().getAttribute('aria-setsize'));
  await title(newRows(page).first()).press('End');
  await expect(title(earlierRows(page).last())).toBeFocused();
  await expect(earlierRows(page)).toHaveCount(total - found);
  const [firstEarlier = ''] = await titlesOf(earlierRows(page));
  await title(earlierRows(page).first()).click();
  await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 })).toHaveText(firstEarlier);
  await page.keyboard.press('k');
  await expect(title(newRows(page).last())).toBeFocused();
  await expect(dot(newRows(page).last())).toBeHidden();
  await page.keyboard.press('j');
  await expect(title(earlierRows(page).first())).toBeFocused();
  await expect.poll(() => readUnread(page)).toBe(found - 1);

  await leaveForTwoHours(page, earshot);
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^New|^Earlier/ })).toHaveCount(0);
  await expect.poll(() => readUnread(page)).toBe(0);
});

test('Mark all as read leaves nothing new, here and after a reload', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');

  await page.getByRole('button', { name: 'Mark all as read' }).click();

  await expect(page.getByText('All posts are marked as read')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^New/ })).toBeHidden();
  expect(await readUnread(page)).toBe(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Posts', exact: true }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Unread' })).toHaveCount(0);
});

test('two devices agree without a reload', async ({ browser, page, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  await openAs(page, nora, '/dashboard');
  const tablet = await secondDevice(browser, earshot, nora);
  await expect(newRows(page).first()).toBeVisible();
  const unread = await readUnread(page);
  await expect.poll(() => readUnread(tablet)).toBe(unread);
  const name = (await titlesOf(newRows(page)))[2] ?? '';

  await title(newRows(page).filter({ hasText: name })).click();

  await expect(dot(newRows(tablet).filter({ hasText: name }))).toBeHidden();
  await expect.poll(() => readUnread(tablet)).toBe(unread - 1);

  await tablet.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('img', { name: 'Unread' })).toHaveCount(0);
  await expect.poll(() => readUnread(page)).toBe(0);
  await tablet.context().close();
});

test('U marks the open post as read', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(dot(newRows(page).first())).toBeVisible();

  await page.keyboard.press('u');

  await expect(dot(newRows(page).first())).toBeHidden();
});

test('posts can be sorted by when they were found, which the rows then say', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(newRows(page).first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Sort posts' }).click();
  await page.getByRole('option', { name: 'Recently found' }).click();

  await expect(page).toHaveURL(/search_sort=found/);
  await expect(newRows(page).first()).toContainText('found 0h ago');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Sort posts' })).toHaveText('Recently found');
  await expect(newRows(page).first()).toContainText('found 0h ago');
});

test('the sections are clean and accessible in both themes and every width, and their heads stay in sight', async ({
  browser,
  earshot,
}) => {
  const nora = await sharePersonWithSamples(earshot);

  await visitEachWidth(browser, [1440, 1280, 1024, 390], async (page) => {
    await openAs(page, nora, '/dashboard');
    const complaints = collectComplaints(page);
    await expect(newRows(page).first()).toBeVisible();

    await newRows(page).nth(5).scrollIntoViewIfNeeded();
    await expect(page.getByRole('heading', { name: /^New/ })).toBeInViewport();
    await expectCleanLook(page, 'new-posts-scrolled');
    expect(complaints).toEqual([]);
  });
});

test('on a phone the count is at the icon, and a post that was read has no dot when one comes back', async ({ browser, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openAs(phone, nora, '/dashboard');
  await expect(newRows(phone).first()).toBeVisible();
  const unread = await readUnread(phone);
  expect((await phone.getByRole('button', { name: 'Mark all as read' }).boundingBox())?.height).toBeGreaterThanOrEqual(43);

  await title(newRows(phone).first()).tap();
  await expect(details(phone).getByRole('heading', { level: 2 })).toBeVisible();
  await phone.goBack();

  await expect(dot(newRows(phone).first())).toBeHidden();
  expect(await readUnread(phone)).toBe(unread - 1);
  await phone.close();
});

test('the first list explains itself in three hints, once', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(newRows(page).first()).toBeVisible();
  const dismiss = page.getByRole('button', { name: 'Dismiss this hint' });

  for (const hint of ['Every post has a reason.', 'Start from a draft.', 'Rejecting teaches.']) {
    await expect(page.getByText(hint)).toBeVisible();
    await expect(dismiss, 'never two at a time').toHaveCount(1);
    await dismiss.press('Enter');
  }
  await expect(title(newRows(page).first()), 'the keyboard goes on with the rows').toBeFocused();

  await page.reload();
  await expect(newRows(page).first()).toBeVisible();
  await expect(dismiss).toBeHidden();
});

test('the age of a post follows the clock of the product', ownServer, async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(page).toHaveURL(/[?&]post=/);
  const age = async () => {
    const [, count, unit] = /(\d+)([hd]) ago/.exec(await details(page).locator('article').innerText()) ?? [];
    return Number(count) * (unit === 'd' ? 24 : 1);
  };
  await expect(details(page).locator('article')).toContainText(/\d+[hd] ago/);
  const before = await age();

  await advanceClock(earshot, hours(48));
  await page.reload();

  await expect(details(page).locator('article')).toContainText(/\d+[hd] ago/);
  expect((await age()) - before).toBeGreaterThanOrEqual(47 - 24);
  expect(await age()).toBeGreaterThanOrEqual(47);
});

test('the selected row and the tabs fit their pane, also beside the draft', async ({ page, earshot }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  await expect(newRows(page).first()).toBeVisible();
  const pane = page.getByRole('region', { name: 'Posts' }).first();
  const row = page.locator('li:has([aria-current="true"])');
  const gap = async () => {
    const [outer, inner] = [await pane.boundingBox(), await row.boundingBox()];
    return Math.round((outer?.x ?? 0) + (outer?.width ?? 0) - (inner?.x ?? 0) - (inner?.width ?? 0));
  };
  expect(await gap(), 'but for the line between the panes').toBeLessThanOrEqual(1);

  await page.getByRole('button', { name: 'AI Comment Generator' }).click();
  await expect(page.getByRole('region', { name: 'AI Comment Generator' })).toBeVisible();
  await expect(details(page).locator('article')).toBeInViewport();
  const tabs = page.getByRole('tablist', { name: 'State' }).locator('..');
  await expect.poll(() => tabs.evaluate((box) => box.scrollWidth - box.clientWidth), 'no tab is cut').toBe(0);
  expect(await gap()).toBeLessThanOrEqual(1);
});

const newRows = (page: Page) => page.getByRole('list', { name: 'New posts' }).getByRole('listitem');
const earlierRows = (page: Page) => page.getByRole('list', { name: 'Earlier posts' }).getByRole('listitem');
const dot = (row: ReturnType<typeof newRows>) => row.getByRole('img', { name: 'Unread' });
const titlesOf = (rows: ReturnType<typeof newRows>) => rows.getByRole('heading', { level: 3 }).allInnerTexts();

/** How many the tab's link counts. */
async function readUnread(page: Page): Promise<number> {
  const said = await page.getByRole('link', { name: 'Relevant Posts' }).getAttribute('aria-description');
  return Number(/^\d+/.exec(said ?? '0')?.[0]);
}

async function secondDevice(browser: Browser, earshot: Earshot, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: earshot.url });
  const page = await context.newPage();
  await openAs(page, person, '/dashboard');
  await expect(newRows(page).first()).toBeVisible();
  return page;
}

/** A visit ends half an hour after its last sign of life. */
async function leaveForTwoHours(page: Page, earshot: Earshot): Promise<void> {
  await page.goto('about:blank');
  await advanceClock(earshot, hours(2));
}
