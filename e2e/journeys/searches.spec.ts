import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import { createPersonWithSamples, sharePersonWithSamples } from '../sample-accounts';

// Keywords & searches: what Earshot searches for and where, what that brought, and what else would have.

const settings = '/dashboard?tab=settings';

test('the searches are clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);

  await visitEachWidth(browser, [1440, 390], async (page) => {
    await openAs(page, nora, `${settings}#searches`);
    const complaints = collectComplaints(page);
    await expect(searchRows(page).first()).toBeVisible();
    await card(page, 'Searches')
      .getByRole('button', { name: /^Show all \d+$/ })
      .click();
    await expect(card(page, 'Communities').getByRole('switch').first()).toBeVisible();
    await expectCleanLook(page, 'searches-all');
    expect(complaints).toEqual([]);
  });
});

test('a new keyword is searched at once, and the toast says what it brought', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), settings);
  await page.getByRole('textbox', { name: 'Add a keyword or phrase' }).fill('deposit invoice');
  await page.keyboard.press('Enter');

  await expect(page.getByText('Searched for “deposit invoice”')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^\d+ posts? read, \d+ added to your list\.$/)).toBeVisible();
});

test('searches say what they brought, do not count as keywords, and can be switched off', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), settings);
  const searches = card(page, 'Searches');
  const on = Number.parseInt(await searches.getByText(/^\d+ on$/).innerText(), 10);
  const used = await card(page, 'Keywords Tracking')
    .getByText(/^\d+ of \d+ used$/)
    .innerText();
  expect(on).toBeGreaterThan(Number.parseInt(used, 10));
  await expect(searchRows(page).first()).toContainText(/Keyword|Problem|Competitor|Asking phrase/);
  const first = searchRows(page).first().getByRole('switch');
  const name = (await first.getAttribute('aria-label')) ?? '';
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());

  await first.press('Space');
  await isSaved;
  await expect(searches.getByText(`${on - 1} on`)).toBeVisible();

  await page.reload();
  await searches.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(searches.getByRole('switch', { name, exact: true })).not.toBeChecked();
  await expect(searches.getByText(`${on - 1} on`)).toBeVisible();
});

test('communities can be added, switched off and removed, and say what they forbid', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), settings);
  const communities = card(page, 'Communities');
  const whole = communities.getByRole('button', { name: /^Show all \d+$/ });
  // Only a long list has a button for the rest of it.
  const expectInWholeList = (row: Locator) =>
    expect(async () => {
      if (await whole.isVisible()) await whole.click();
      await expect(row).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
  await expectInWholeList(communities.getByText('No promotion').first());
  const field = communities.getByRole('textbox', { name: 'Add a community, e.g. r/freelance' });

  await field.fill('nosuchplaceanywhere');
  await page.keyboard.press('Enter');
  await expect(communities.getByText('This community does not exist on Reddit.')).toBeVisible();
  await field.fill('r/breadit');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  const isRead = communities.getByRole('switch', { name: 'Read r/breadit' });
  await expectInWholeList(isRead);
  await expect(isRead).toBeChecked();
  const isSaved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await isRead.press('Space');
  await isSaved;

  await page.reload();
  await expectInWholeList(isRead);
  await expect(isRead).not.toBeChecked();
  await communities.getByRole('button', { name: 'Remove r/breadit' }).click();
  await expect(page.getByText('Community removed')).toBeVisible();
  await expect(isRead).toBeHidden();
});

test('a suggestion says what it would have found, and is added or dismissed with one press', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), settings);
  const suggestions = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem');
  const keyword = suggestions.filter({ hasText: /Keyword, would have found \d+/ }).first();
  const add = keyword.getByRole('button', { name: /^Add / });
  const phrase = ((await add.getAttribute('aria-label')) ?? '').replace('Add ', '');

  await add.click();
  const tracked = page.getByRole('button', { name: `Remove ${phrase}`, exact: true });
  await expect(tracked).toBeVisible();
  await expect(page.getByRole('button', { name: `Add ${phrase}`, exact: true })).toBeHidden();

  const dismiss = suggestions
    .filter({ hasText: 'would have found' })
    .first()
    .getByRole('button', { name: /^Dismiss / });
  const dismissed = (await dismiss.getAttribute('aria-label')) ?? '';
  const isSaved = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok());
  await dismiss.click();
  await isSaved;
  await page.reload();
  await expect(tracked).toBeVisible();
  await expect(page.getByRole('button', { name: dismissed, exact: true })).toBeHidden();
});

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const searchRows = (page: Page) => card(page, 'Searches').getByRole('table').locator('tbody').getByRole('row');
