import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import {
  details,
  createPersonWithCompany,
  createPersonWithSamples,
  sharePersonWithSamples,
  findMissingIntent,
  title,
} from '../sample-accounts';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import { hasBegunSearching } from '../scanned-accounts';

// Brand Mentions: where people speak of the company, on the sandbox of Reddit, and by which names it is looked for.

test('the whole tab is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);
  const missing = await findMissingIntent(earshot, nora, 'neutral');

  await visitEachWidth(browser, [1440, 1280, 1024, 390], async (page) => {
    await openAs(page, nora, tab());
    const complaints = collectComplaints(page);
    await expect(rows(page).first()).toBeVisible();
    await expect(trend(page)).toBeVisible();
    await expectCleanLook(page, 'mentions-list');

    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByRole('button', { name: 'Complaint' })).toBeVisible();
    await expectCleanLook(page, 'mentions-filters');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Complaint' })).toBeHidden();

    await title(rows(page).nth(1)).click();
    await expect(details(page).getByRole('region', { name: 'AI analysis' })).toBeVisible();
    await expectCleanLook(page, 'mentions-mention');

    await details(page).getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Reject this mention?' })).toBeVisible();
    await expectCleanLook(page, 'mentions-rejecting');
    await page.keyboard.press('Escape');

    for (const [search, heading] of [
      ['mentions_q=nobody+says+this', 'No mentions found for "nobody says this"'],
      ['mentions_rejected=true', 'No rejected mentions yet'],
      [`mentions_intent=${missing}&mentions_sentiment=neutral`, `No mentions with "${missing}" intent`],
    ] as const) {
      await page.goto(tab(search));
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expectCleanLook(page, `mentions-${search.replace(/=.*/, '')}`);
    }
    expect(complaints).toEqual([]);
  });
});

test('finds mentions of a company from nothing, with a toast, a list and a trend', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), tab());
  await expect(page.getByRole('heading', { name: 'No mentions found' })).toBeVisible();
  await expect(page.getByText('A search may take 4-5 min.')).toBeVisible();
  await expect(page.getByText('0 mentions found (0 loaded) • 0 unread')).toBeVisible();

  await page.getByRole('button', { name: 'Search Mentions' }).last().click();
  await expect(page.getByText(/^Found \d+ new mentions\.$/)).toBeVisible({ timeout: 60_000 });

  await expect(rows(page).first()).toBeVisible();
  const { total, loaded, unread } = await counts(page);
  expect(total).toBeGreaterThan(4);
  expect(loaded).toBe(Math.min(50, total));
  expect(unread).toBe(total);
  await expect(rows(page).first()).toContainText(/r\/\w+.*u\/\w+.*\d+[hd] ago/);
  await expect(rows(page).first().getByRole('img', { name: 'Unread' })).toBeVisible();
  await expect(page).toHaveURL(/&mention=/);
  await trend(page).click();
  await expect(
    page.getByRole('img', { name: /^\d+ mentions in the last 30 days: \d+ positive, \d+ neutral, \d+ negative\.$/ }),
  ).toBeVisible();
  await expect(page).toHaveURL(/&mention=overview$/);
  // In a title it is not marked; in a comment the name has to be in the text.
  await title(
    rows(page)
      .filter({ hasText: /Comment/ })
      .first(),
  ).click();
  await expect(details(page).locator('article mark').first()).toHaveText(/paperlark/i);
  await expect(details(page).getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.reddit\.com\/r\//,
  );

  // A second search may still reach comments that the first did not; sooner or later all are known.
  await expect(async () => {
    await page.getByRole('button', { name: 'Search Mentions' }).click();
    await expect(page.getByText('Search completed. No new mentions found this time.')).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
});

test('a page that is reloaded in the middle of a search follows it to its end', async ({ page, earshot }) => {
  const nora = await createPersonWithCompany(earshot);
  await openAs(page, nora, tab());
  await page.getByRole('button', { name: 'Search Mentions' }).last().click();
  // A page that is reloaded before its request has arrived would take the search back.
  await expect.poll(() => hasBegunSearching(earshot, nora, '/api/mentions')).toBe(true);

  await page.reload();

  // It may have ended before the page was back; then its mentions are simply there.
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(async () => (await counts(page)).total).toBeGreaterThan(4);
});

test('a broken connection still brings the toast and the list', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), tab());
  await page.route('**/api/mentions/search-now', async (route) => {
    // The request arrives and its answer is lost on the way.
    await route.fetch();
    await route.abort('connectionreset');
  });

  await page.getByRole('button', { name: 'Search Mentions' }).last().click();

  await expect(page.getByText(/^Found \d+ new mentions\.$/)).toBeVisible({ timeout: 60_000 });
  await expect(rows(page).first()).toBeVisible();
});

test('a search that fails says so, and Retry tries it again', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  await expect(rows(page).first()).toBeVisible();
  await page.route('**/api/mentions/search-now', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Broken', message: 'The search came to nothing.' } }),
  );

  await page.getByRole('button', { name: 'Search Mentions' }).click();
  await expect(page.getByText('Failed to search for mentions. Please try again.')).toBeVisible();
  await expect(page.getByText('The search came to nothing.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();

  // The search of the samples may have found all that there is.
  await expect(page.getByText(/^(Found \d+ new mentions|Search completed\. No new mentions found this time)\.$/)).toBeVisible({
    timeout: 60_000,
  });
});

test('without a subscription a search leads to the payment', async ({ page, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  await openAs(page, nora, tab());
  await expect(rows(page).first()).toBeVisible();
  await page.route('**/api/mentions/search-now', async (route) => {
    await earshot.admin('subscription', 'set', nora.email, 'payment_failed');
    await route.continue();
  });

  await page.getByRole('button', { name: 'Search Mentions' }).click();

  await expect(page).toHaveURL('/payment');
});

test('opening a mention marks it read, here, beside the tab and for good', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  const { unread } = await counts(page);
  const second = rows(page).nth(1);
  await expect(second.getByRole('img', { name: 'Unread' })).toBeVisible();

  await title(second).click();
  await expect(second.getByRole('img', { name: 'Unread' })).toBeHidden();
  await expect.poll(async () => (await counts(page)).unread).toBe(unread - 1);
  await expect(page.getByRole('link', { name: 'Brand Mentions' })).toHaveAccessibleDescription(`${unread - 1} unread`);
  await page.reload();
  await expect.poll(async () => (await counts(page)).unread).toBe(unread - 1);

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('All mentions are marked as read')).toBeVisible();
  expect((await counts(page)).unread).toBe(0);
  await page.reload();
  await expect.poll(async () => (await counts(page)).unread).toBe(0);
  await expect(page.getByRole('img', { name: 'Unread' })).toHaveCount(0);
});

test('the filters live in the address, without their defaults, and follow the history', async ({ page, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);
  const missing = await findMissingIntent(earshot, nora, 'neutral');
  await openAs(page, nora, tab());
  const all = (await counts(page)).total;

  await page.getByRole('combobox', { name: 'Sentiment' }).click();
  await page.getByRole('option', { name: 'Neutral' }).click();
  await expect(page).toHaveURL(/mentions_sentiment=neutral/);
  await expect.poll(async () => (await counts(page)).total).toBeLessThan(all);
  for (const row of await rows(page).all()) await expect(row).toContainText('Neutral');
  await page.getByRole('combobox', { name: 'Sort mentions' }).click();
  await page.getByRole('option', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/mentions_sort=new/);

  const neutral = (await counts(page)).total;
  const author = /u\/([\w-]+)/.exec(await rows(page).first().innerText())?.[1] ?? 'nobody';
  await page.getByRole('searchbox').fill(author);
  await expect(page).toHaveURL(new RegExp(`mentions_q=${author}`));
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(author);
  await expect.poll(async () => (await counts(page)).total).toBeLessThan(neutral);
  await expect(rows(page).first()).toContainText(author);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).not.toHaveURL(/mentions_q/);

  await page.getByRole('combobox', { name: 'Sentiment' }).click();
  await page.getByRole('option', { name: 'All Sentiment' }).click();
  await expect(page).not.toHaveURL(/mentions_sentiment/);
  // The list of all selects its first mention when it is there; back leads before that, not into the middle of it.
  await expect.poll(async () => (await counts(page)).total).toBe(all);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Sentiment' })).toHaveText('Neutral');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: new RegExp(`^${missing}$`, 'i') }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: `No mentions with "${missing}" intent` })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await counts(page)).total).toBe(all);
});

test('a rejected mention leaves at once, is kept with its reason, and comes back', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  const { total, unread } = await counts(page);
  const first = await title(rows(page).first()).innerText();
  const second = await title(rows(page).nth(1)).innerText();

  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Reject this mention?' });
  await expect(dialog.getByRole('button', { name: 'Reject Mention' })).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Please provide a reason for rejecting this mention.')).toBeVisible();
  await dialog.getByLabel('Reason', { exact: true }).fill('A bird, not us');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Mention Rejected')).toBeVisible();
  expect(await counts(page)).toMatchObject({ total: total - 1, unread: unread - 1 });
  await expect(title(rows(page).first())).toHaveText(second);
  await expect(title(rows(page).first())).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: 'Show Rejected' }).click();
  await expect(title(rows(page).first())).toHaveText(first);
  await expect(details(page).getByText('A bird, not us')).toBeVisible();
  await rows(page).first().getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Mention Restored')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No rejected mentions yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide Rejected' }).last().click();
  await expect.poll(async () => (await counts(page)).total).toBe(total);
});

test('Undo brings a rejected mention back to its place', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  await expect(rows(page).first()).toBeVisible();
  const before = await rows(page).getByRole('heading').allInnerTexts();

  await rows(page).nth(1).getByRole('button', { name: 'Reject mention' }).click();
  await page.getByRole('button', { name: 'Not about us' }).click();
  await page.getByRole('button', { name: 'Reject Mention' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();

  await expect(page.getByText('Mention Restored')).toBeVisible();
  // How many rows are drawn beyond the first screen depends on the room there is.
  const firstOnes = async () => (await rows(page).getByRole('heading').allInnerTexts()).slice(0, 6);
  await expect.poll(firstOnes).toEqual(before.slice(0, 6));
});

test('a rejection that the server refuses is taken back, and Retry tries it again', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  const { total } = await counts(page);
  await page.route('**/api/mentions/*/reject', (route) => route.abort('connectionrefused'));

  await rows(page).first().getByRole('button', { name: 'Reject mention' }).click();
  await page.getByRole('button', { name: 'Too old' }).click();
  await page.getByRole('button', { name: 'Reject Mention' }).click();
  await expect(page.getByText('Failed to reject mention. Please try again.')).toBeVisible();
  await expect.poll(async () => (await counts(page)).total).toBe(total);

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Mention Rejected')).toBeVisible();
  expect((await counts(page)).total).toBe(total - 1);
});

test('the keyboard alone goes through the list, into a mention and back, and along the trend', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), tab());
  await expect(rows(page).first()).toBeVisible();

  await page.keyboard.press('u');
  await expect(rows(page).first().getByRole('img', { name: 'Unread' })).toBeHidden();
  await page.keyboard.press('j');
  await expect(title(rows(page).nth(1))).toBeFocused();
  await expect(title(rows(page).nth(1))).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(title(rows(page).first())).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title(rows(page).first())).toBeFocused();

  await trend(page).press('Enter');
  await page.getByRole('img', { name: /mentions in the last 30 days/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tooltip')).toContainText(/\d+ \w+.*Mentions \d+Positive \d+Neutral \d+Negative \d+/s);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();

  await page.keyboard.press('Shift+X');
  await expect(page).toHaveURL(/mentions_rejected=true/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Show or hide rejected');
});

test('a link to a mention opens it, and nothing that a stranger wrote runs', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), tab());
  const second = title(rows(page).nth(1));
  const name = await second.innerText();
  await second.click();
  await expect(page).toHaveURL(/mention=/);
  const { searchParams } = new URL(page.url());

  await page.goto('/dashboard?tab=settings');
  // Among the rejected ones it is not, so it has to be looked up.
  await page.goto(tab(`mentions_rejected=true&mention=${searchParams.get('mention')}`));

  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(name);
  expect(await details(page).locator('article :is(script, iframe, img, object)').count()).toBe(0);
});

test('takes the list along as a CSV file', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), tab());
  await expect(rows(page).first()).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);

  expect(file.suggestedFilename()).toBe('earshot-mentions.csv');
});

test('on a phone a mention comes over the list, and back finds the list as it was', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openAs(phone, nora, tab());
  await expect(rows(phone).first()).toBeVisible();
  const { unread } = await counts(phone);
  await expect(phone).toHaveURL(tab());
  await expect(details(phone)).toBeHidden();
  await expect(rows(phone).first(), 'the first mention is above the fold').toBeInViewport({ ratio: 1 });
  const list = phone.getByRole('list', { name: 'Mentions' }).locator('..');
  await list.evaluate((box) => box.scrollTo(0, 200));
  const row = rows(phone).nth(2);
  const name = await title(row).innerText();

  await title(row).tap();
  await expect(details(phone).getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(details(phone).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(phone.getByRole('navigation', { name: 'Main' })).toBeHidden();

  await phone.goBack();
  await expect(phone).toHaveURL(tab());
  await expect(title(row)).toBeFocused();
  expect(await list.evaluate((box) => box.scrollTop)).toBe(200);
  await expect.poll(async () => (await counts(phone)).unread).toBe(unread - 1);
  await phone.close();
});

/** The tab, with these filters. */
function tab(search = ''): string {
  return `/dashboard?tab=mentions${search === '' ? '' : `&${search}`}`;
}

/** The line above the list: unfolds the trend, or opens the Overview beside it. */
const trend = (page: Page) => page.getByRole('button', { name: /^\d+ mentions, last 30 days/ });
const rows = (page: Page) => page.getByRole('list', { name: 'Mentions' }).getByRole('listitem');

/** What the line above the list says. */
async function counts(page: Page): Promise<{ total: number; loaded: number; unread: number }> {
  const line = page.getByText(/^\d+ mentions found \(\d+ loaded\) • \d+ unread$/);
  const [, total, loaded, unread] = /^(\d+) mentions found \((\d+) loaded\) • (\d+) unread$/.exec(await line.innerText()) ?? [];
  return { total: Number(total), loaded: Number(loaded), unread: Number(unread) };
}
