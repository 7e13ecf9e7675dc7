import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { callApi, openAs } from '../people';
import { details, title } from '../sample-accounts';
import { createScannedPerson } from '../scanned-accounts';
import { advanceClock, hours } from '../subscriptions';

// Hacker News and Bluesky: a company switches them on, and what is written there is marked.

test.use({ environment: { EARSHOT_HN: 'sandbox', EARSHOT_BLUESKY: 'sandbox', EARSHOT_STREAM: 'on' } });

test('Sources are switched on by keyboard, say that they listen, and stay on', async ({ page, earshot }) => {
  await openAs(page, await createScannedPerson(earshot, 'pro'), '/dashboard?tab=settings');
  const hackerNews = sources(page).getByRole('switch', { name: 'Hacker News' });
  await expect(hackerNews).not.toBeChecked();

  await hackerNews.focus();
  await page.keyboard.press('Space');
  await expect(hackerNews).toBeChecked();
  await page.reload();
  await expect(hackerNews).toBeChecked();
  await expect(sources(page).getByRole('switch', { name: 'Bluesky' })).not.toBeChecked();
});

test(
  'what is written elsewhere is marked, leads there, and is clean in both themes and every width',
  ownServer,
  async ({ browser, earshot }) => {
    const nora = await createScannedPerson(earshot, 'pro');
    await callApi(earshot, 'POST', '/api/mentions/brand-terms', { body: { term: 'Paperlark' }, session: nora.session });
    for (const source of ['hacker_news', 'bluesky']) {
      await callApi(earshot, 'POST', '/api/sources', { body: { source, enabled: true }, session: nora.session });
    }
    // The listener begins with what is written from then on.
    await expect
      .poll(async () => JSON.stringify(await callApi(earshot, 'GET', '/api/sources', { session: nora.session })), { timeout: 60_000 })
      .toMatch(/hacker_news.*behindSeconds.*bluesky.*behindSeconds/);
    await advanceClock(earshot, hours(37));

    await visitEachWidth(browser, [1440, 1280, 390], async (page) => {
      await openAs(page, nora, '/dashboard?tab=mentions');
      const complaints = collectComplaints(page);
      const story = mentions(page).filter({ hasText: 'Alternatives to Paperlark for invoices' });
      // A list in which somebody reads does not move; what was heard since is there after a refresh.
      await expect(async () => {
        await page.reload();
        await expect(story).toContainText('Hacker News', { timeout: 2_000 });
        await expect(mentions(page).filter({ hasText: 'moved from Paperlark' })).toContainText('Bluesky', { timeout: 2_000 });
      }).toPass({ timeout: 90_000 });
      await title(story).click();
      await expect(details(page)).toContainText('studio_nine');
      await expect(page.getByRole('link', { name: /^Visit Hacker News/ }).first()).toHaveAttribute(
        'href',
        'https://news.ycombinator.com/item?id=46000018',
      );
      await expectCleanLook(page, 'sources-mention');

      await page.goto('/dashboard?tab=settings');
      await expect(sources(page).getByText(/^Listening/)).toHaveCount(2);
      await sources(page).scrollIntoViewIfNeeded();
      await expectCleanLook(page, 'sources-card');
      expect(complaints).toEqual([]);
    });
  },
);

function sources(page: Page) {
  return page.getByRole('list', { name: 'Sources' });
}

function mentions(page: Page) {
  return page.getByRole('list', { name: 'Mentions' }).getByRole('listitem');
}
