import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { details, createPersonWithCompany, createPersonWithSamples, sharePersonWithSamples, title } from '../sample-accounts';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import { hasBegunSearching } from '../scanned-accounts';

// Relevant Posts: from the keywords of a company to posts worth answering, on the sandbox of Reddit.

test('the whole tab is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);

  await visitEachWidth(browser, [1440, 1280, 1024, 390], async (page) => {
    await openAs(page, nora, '/dashboard');
    const complaints = collectComplaints(page);
    await expect(rows(page).first()).toBeVisible();
    await expectCleanLook(page, 'discovery-list');

    await title(rows(page).first()).click();
    await expect(details(page).getByRole('heading', { level: 2 })).toBeVisible();
    await page.getByRole('button', { name: 'Why this post?' }).click();
    await expect(page.getByText(/^Of 100 posts with this match, about \d+ are leads$/)).toBeVisible();
    await expectCleanLook(page, 'discovery-post');

    await details(page).getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Reject this post?' })).toBeVisible();
    await expectCleanLook(page, 'discovery-rejecting');
    await page.keyboard.press('Escape');

    await page.goto('/dashboard?search_q=nobody+says+this');
    await expect(page.getByRole('heading', { name: 'No posts found for "nobody says this"' })).toBeVisible();
    await expectCleanLook(page, 'discovery-nothing-found');
    await page.goto('/dashboard?search_rejected=true');
    await expect(page.getByRole('heading', { name: 'No rejected posts yet' })).toBeVisible();
    await expectCleanLook(page, 'discovery-none-rejected');

    expect(complaints).toEqual([]);
  });
});

test('finds posts for a company from nothing, with its progress, a toast and a list', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), '/dashboard');
  await expect(page.getByRole('heading', { name: 'No Reddit posts found' })).toBeVisible();
  await expect(page.getByText('Discovery may take 4-5 minutes')).toBeVisible();

  await page.getByRole('button', { name: 'Find Opportunities' }).click();
  await expect(page.getByText('Discovery Complete')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Found \d+ new posts using comprehensive keyword search across Reddit\.$/)).toBeVisible();

  await expect(rows(page).first()).toBeVisible();
  const count = await counts(page);
  expect(count.total).toBeGreaterThan(4);
  expect(count.loaded).toBe(Math.min(50, count.total));
  await expect(rows(page).first()).toContainText(/r\/\w+.*u\/\w+.*\d+[hd] ago/);
  await expect(page).toHaveURL(/\?post=/);
  await expect(details(page).getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.reddit\.com\/r\//,
  );
});

test('Enter in the search box looks for that text too, and twice is once', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), '/dashboard');
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reddit-discovery')) calls += 1;
  });

  await expect(page.getByRole('button', { name: 'Find Opportunities' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('invoicing');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Discovery Complete')).toBeVisible({ timeout: 60_000 });
  expect(calls).toBe(1);
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/search_q=invoicing/);
});

test('a page that is reloaded in the middle of a discovery follows it to its end', async ({ page, earshot }) => {
  const nora = await createPersonWithCompany(earshot);
  await openAs(page, nora, '/dashboard');
  await page.getByRole('button', { name: 'Find Opportunities' }).click();
  await expect.poll(() => hasBegunSearching(earshot, nora, '/api/reddit-posts')).toBe(true);

  await page.reload();

  // It may have ended before the page was back; then its posts are simply there.
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  expect((await counts(page)).total).toBeGreaterThan(4);
});

test('a broken connection still brings the toast and the list', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), '/dashboard');
  await page.route('**/api/reddit-discovery', async (route) => {
    // The request arrives and its answer is lost on the way.
    await route.fetch();
    await route.abort('connectionreset');
  });

  await page.getByRole('button', { name: 'Find Opportunities' }).click();

  await expect(page.getByText('Discovery Complete')).toBeVisible({ timeout: 60_000 });
  await expect(rows(page).first()).toBeVisible();
});

test('without a subscription discovery leads to the payment', async ({ page, earshot }) => {
  const nora = await createPersonWithCompany(earshot);
  await openAs(page, nora, '/dashboard');
  await expect(page.getByRole('button', { name: 'Find Opportunities' })).toBeVisible();
  await page.route('**/api/reddit-discovery', async (route) => {
    await earshot.admin('subscription', 'set', nora.email, 'payment_failed');
    await route.continue();
  });

  await page.getByRole('button', { name: 'Find Opportunities' }).click();

  await expect(page).toHaveURL('/payment');
});

test('the filters live in the address, without their defaults, and follow the history', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard?search_sentiment=positive');
  const all = (await counts(page)).total;

  await page.getByRole('combobox', { name: 'Sort posts' }).click();
  await page.getByRole('option', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/search_sort=new/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: '80+' }).click();
  await expect(page).toHaveURL(/search_score=80/);
  await expect.poll(async () => (await counts(page)).total).toBeLessThan(all);
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox').fill('invoice');
  await expect(page).toHaveURL(/search_q=invoice/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('invoice');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).not.toHaveURL(/search_q/);

  await page.getByRole('combobox', { name: 'Sort posts' }).click();
  await page.getByRole('option', { name: 'Relevance' }).click();
  await expect(page).not.toHaveURL(/search_sort/);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Sort posts' })).toHaveText('Newest');
});

test('a rejected post leaves at once, is kept, and comes back', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  const { total } = await counts(page);
  const first = await title(rows(page).first()).innerText();
  const second = await title(rows(page).nth(1)).innerText();

  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Reject this post?' });
  await expect(dialog.getByRole('button', { name: 'Reject Post' })).toBeDisabled();
  await dialog.getByLabel('Reason', { exact: true }).fill('Not our market');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('The post has been removed from your list.')).toBeVisible();
  expect((await counts(page)).total).toBe(total - 1);
  await expect(title(rows(page).first())).toHaveText(second);
  await expect(title(rows(page).first())).toBeFocused();

  await page.reload();
  await page.getByRole('button', { name: 'Show Rejected' }).click();
  await expect(title(rows(page).first())).toHaveText(first);
  await rows(page).first().getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The post has been restored to your list.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No rejected posts yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide Rejected' }).last().click();
  await expect.poll(async () => (await counts(page)).total).toBe(total);
});

test('Undo brings a rejected post back to its place', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(rows(page).first()).toBeVisible();
  const before = await firstTitles(page);

  await rows(page).nth(1).getByRole('button', { name: 'Reject post' }).click();
  await page.getByRole('button', { name: 'Off topic' }).click();
  await page.getByRole('button', { name: 'Reject Post' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();

  await expect(page.getByText('Post Restored')).toBeVisible();
  await expect.poll(() => firstTitles(page)).toEqual(before);
});

test('a rejection that the server refuses is taken back, and Retry tries it again', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  const { total } = await counts(page);
  await page.route('**/api/reddit-posts/*/reject', (route) => route.abort('connectionrefused'));

  await rows(page).first().getByRole('button', { name: 'Reject post' }).click();
  await page.getByRole('button', { name: 'Too old' }).click();
  await page.getByRole('button', { name: 'Reject Post' }).click();
  await expect(page.getByText('Failed to reject post. Please try again.')).toBeVisible();
  await expect.poll(async () => (await counts(page)).total).toBe(total);

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Post Rejected')).toBeVisible();
  expect((await counts(page)).total).toBe(total - 1);
});

test('the keyboard alone goes through the list, into a post and back', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  await expect(rows(page).first()).toBeVisible();

  await page.keyboard.press('j');
  await expect(title(rows(page).nth(1))).toBeFocused();
  await expect(title(rows(page).nth(1))).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(title(rows(page).first())).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title(rows(page).first())).toBeFocused();
  await page.keyboard.press('Shift+X');
  await expect(page).toHaveURL(/search_rejected=true/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Show or hide rejected');
});

test('a link to a post opens that post, and nothing that a stranger wrote runs', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  const second = title(rows(page).nth(1));
  const name = await second.innerText();
  await second.click();
  const address = page.url();

  await page.goto('/dashboard?tab=settings');
  await page.goto(address);

  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(name);
  expect(await details(page).locator('article :is(script, iframe, img, object)').count()).toBe(0);
  for (const link of await details(page).locator('article a').all()) expect(await link.getAttribute('rel')).toContain('noopener');
});

test('takes the list along as a CSV file', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  await expect(rows(page).first()).toBeVisible();

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);

  expect(file.suggestedFilename()).toBe('earshot-posts.csv');
});

test('on a phone a post comes over the list, and back finds the list as it was', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openAs(phone, nora, '/dashboard');
  await expect(rows(phone).first()).toBeVisible();
  await expect(phone).toHaveURL('/dashboard');
  await expect(details(phone)).toBeHidden();
  // Its sections scroll together.
  const list = phone.getByRole('list', { name: 'Posts' }).first().locator('../..');
  const scrolled = await list.evaluate((box) => {
    box.scrollTo(0, 60);
    return box.scrollTop;
  });
  const row = rows(phone).nth(2);
  const name = await title(row).innerText();

  await title(row).tap();
  await expect(details(phone).getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(details(phone).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(phone.getByRole('navigation', { name: 'Main' })).toBeHidden();

  await phone.goBack();
  await expect(phone).toHaveURL('/dashboard');
  await expect(title(row)).toBeFocused();
  expect(await list.evaluate((box) => box.scrollTop)).toBe(scrolled);
  await expect(phone.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await phone.close();
});

const rows = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');

/** How many rows of a long list are in the page changes; the first are always there. */
async function firstTitles(page: Page): Promise<string[]> {
  return (await rows(page).getByRole('heading').allInnerTexts()).slice(0, 4);
}

/** What the line above the list says. */
async function counts(page: Page): Promise<{ total: number; loaded: number }> {
  const line = page.getByText(/^\d+ posts found \(\d+ loaded\)$/);
  const [, total, loaded] = /^(\d+) posts found \((\d+) loaded\)$/.exec(await line.innerText()) ?? [];
  return { total: Number(total), loaded: Number(loaded) };
}
