import type { Page } from '@playwright/test';
import { type Earshot, expect, test } from '../earshot';
import { callApi, createSubscriber, openAs, type Person } from '../people';
import { createPersonWithCompany, createPersonWithSamples, sharePersonWithSamples, details, title } from '../sample-accounts';

// Finding: search again, what found a post, what names the company, and what rejecting teaches.

test('Find new posts searches again from a full list, and its toast says what came of it', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(rows(page).first()).toBeVisible();
  const isStarted = page.waitForRequest('**/api/reddit-discovery');

  await page.keyboard.press('f');
  await isStarted;

  await expect(page.getByText('Discovery Complete')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^Found \d+ new posts using comprehensive keyword search across Reddit\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find new posts' })).toBeEnabled();
});

test('a search that came too soon says when the next one is possible', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  await expect(rows(page).first()).toBeVisible();
  const retryAt = new Date(Date.now() + 600_000).toISOString();
  const refusal = { success: false, error: 'Too Many Requests', message: 'You have used 4 of 4 searches this hour.', retryAt };
  await page.route('**/api/reddit-discovery', (route) => route.fulfill({ status: 429, json: refusal }));

  await page.getByRole('button', { name: 'Find new posts' }).click();

  await expect(page.getByText(/^Next search possible (on \w+ \d+ \w+ )?at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('You have used 4 of 4 searches this hour.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find new posts' })).toBeDisabled();
});

test('a row says which search found the post, and Why this post? names all of them and stays open', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  const found = rows(page)
    .filter({ hasText: /\+\d+ more/ })
    .first();
  await expect(found).toContainText(/via .+/);
  await expect(found.getByRole('img', { name: /^Match \d+ of 100$/ })).toBeVisible();
  await title(found).click();

  await whyButton(page).click();
  const searches = details(page).getByRole('list', { name: 'Found by' }).getByRole('listitem');
  await expect(searches.nth(1)).toBeVisible();
  await expect(found).toContainText(`via ${await searches.first().innerText()}`);

  await page.reload();
  await expect(whyButton(page)).toHaveAttribute('aria-expanded', 'true');
});

test('posts that name the company are marked, counted and filtered', async ({ page, earshot }) => {
  await openAs(page, await sharePersonWithSamples(earshot), '/dashboard');
  const all = await total(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const only = page.getByRole('button', { name: /^Only these, [1-9]\d*$/ });
  const naming = Number(/\d+$/.exec(await only.innerText())?.[0]);

  await only.click();
  await expect(page).toHaveURL(/search_names=only/);
  await expect.poll(() => total(page)).toBe(naming);
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).filter({ hasNotText: 'Names you' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Hide these' }).click();
  await expect(page).toHaveURL(/search_names=hide/);
  await expect.poll(() => total(page)).toBe(all - naming);
  await expect(rows(page).filter({ hasText: 'Names you' })).toHaveCount(0);
});

test('This is wrong is one press at a match, and stays said', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await whyButton(page).click();
  const isSaid = page.waitForResponse((response) => response.url().endsWith('/feedback') && response.ok());

  await wrong(page).click();
  await isSaid;
  await expect(wrong(page)).toHaveAttribute('aria-pressed', 'true');

  await page.reload();
  await expect(wrong(page)).toHaveAttribute('aria-pressed', 'true');
  await wrong(page).click();
  await expect(wrong(page)).toHaveAttribute('aria-pressed', 'false');
});

test('This is wrong is one press at a sentiment, too', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard?tab=mentions');
  const judged = page
    .getByRole('list', { name: 'Mentions' })
    .getByRole('listitem')
    .filter({ hasText: /Neutral|Positive|Negative/ });
  await title(judged.first()).click();
  const isSaid = page.waitForResponse((response) => response.url().endsWith('/feedback') && response.ok());

  await wrong(page).click();
  await isSaid;

  await expect(wrong(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a comment says so, and its link opens that comment', async ({ page, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);
  // Which comments ask something is the server's business; here one of the rows is a comment for sure.
  await page.route('**/api/reddit-posts?*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { posts: { kind: string; permalink: string }[] };
    const [first] = list.posts;
    if (first !== undefined) Object.assign(first, { kind: 'comment', permalink: '/r/freelance/comments/abc/late/c9/' });
    await route.fulfill({ response, json: list });
  });
  await openAs(page, nora, '/dashboard');

  await expect(rows(page).first()).toContainText(/Comment in r\/\w+/);
  await title(rows(page).first()).click();
  await expect(details(page).getByText(/^Comment in/)).toBeVisible();
  await expect(details(page).getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
    'href',
    'https://www.reddit.com/r/freelance/comments/abc/late/c9/',
  );
});

test('an empty list says what was searched with its hits, and offers what would have found posts', async ({ page, earshot }) => {
  const nora = await createPersonWithCompany(earshot);
  await callApi(earshot, 'POST', '/api/reddit-discovery', { body: {}, session: nora.session });
  await rejectAll(earshot, nora);
  await openAs(page, nora, '/dashboard');

  await expect(page.getByRole('heading', { name: 'No Reddit posts found' })).toBeVisible();
  await expect(page.getByText(/^Earshot searched .+ at \d\d:\d\d and found nothing worth keeping/)).toBeVisible();
  const tried = page.getByRole('list', { name: 'What was searched' }).getByRole('listitem');
  await expect(tried.first()).toHaveText(/\d+ read\d+ kept$/);
  expect(await tried.count()).toBeLessThanOrEqual(5);
  await expect(page.getByText('These would have found posts this month:')).toBeVisible();
});

test.describe('with as many posts judged as by default', () => {
  test.use({ environment: { EARSHOT_POSTS_JUDGED: '160' } });

  test('what rejecting taught is told, reviewed in one place, and comes back', async ({ page, earshot }) => {
    const nora = await createSubscriber(earshot);
    await callApi(earshot, 'POST', '/api/analyze-website', { body: { url: 'cragdesk.example' }, session: nora.session });
    await addKeywords(earshot, nora, ['waivers', 'gym']);
    // Whatever one search finds is rejected, before the others find more of its kind.
    await callApi(earshot, 'POST', '/api/reddit-discovery', { body: { query: 'gym', alone: true }, session: nora.session });
    await rejectAll(earshot, nora);
    await openAs(page, nora, '/dashboard');

    await page.getByRole('button', { name: 'Find new posts' }).click();
    await expect(page.getByText(/^\d+ posts? like the ones you rejected (was|were) left out\.$/)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Left out' });
    const left = review.getByRole('list', { name: 'Left out' }).getByRole('listitem');
    await expect(left.first()).toContainText(/like “.+”/);
    await expect(review.getByRole('list', { name: 'Rejected posts Earshot learns from' }).getByRole('listitem').first()).toContainText(
      'Not for us',
    );
    await review.getByRole('button', { name: 'Bring all back' }).click();

    await expect(page.getByText(/^\d+ posts? (is|are) back in your list$/)).toBeVisible();
    await expect(review.getByText('No posts are left out.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows(page).first()).toBeVisible();
  });
});

const rows = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const whyButton = (page: Page) => details(page).getByRole('button', { name: 'Why this post?' });
const wrong = (page: Page) => details(page).getByRole('button', { name: 'This is wrong' });

/** What the line above the list counts. */
async function total(page: Page): Promise<number> {
  const line = await page.getByText(/^\d+ posts found \(\d+ loaded\)$/).innerText();
  return Number.parseInt(line, 10);
}

async function addKeywords(earshot: Earshot, { session }: Person, wanted: readonly string[]): Promise<void> {
  await Promise.all(wanted.map((keyword) => callApi(earshot, 'POST', '/api/keywords', { body: { keyword }, session })));
}

/** Not by the page. */
async function rejectAll(earshot: Earshot, { session }: Person): Promise<void> {
  const { posts } = (await callApi(earshot, 'GET', '/api/reddit-posts?limit=200', { session })) as { posts: { id: string }[] };
  const reject = ({ id }: { id: string }) =>
    callApi(earshot, 'POST', `/api/reddit-posts/${id}/reject`, { body: { reason: 'Not for us' }, session });
  await Promise.all(posts.map(reject));
}
