import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs, createSubscriber } from '../people';

// Where posts come from, and what is left out of the lists.

test('AI filtering is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await createSubscriber(earshot);
  await earshot.admin('subscription', 'set', nora.email, 'active', '--plan', 'pro');

  await visitEachWidth(browser, [1440, 390], async (page) => {
    await openAs(page, nora, '/dashboard?tab=settings');
    const complaints = collectComplaints(page);

    await exclude(page, 'Exclude a subreddit', 'r/forhire');
    await exclude(page, 'Exclude a word or phrase', 'giveaway, hiring');
    await card(page).scrollIntoViewIfNeeded();
    await expectCleanLook(page, 'filtering');

    expect(complaints).toEqual([]);
  });
});

test('what is excluded stays excluded, by keyboard alone', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await earshot.admin('subscription', 'set', nora.email, 'active', '--plan', 'pro');
  await openAs(page, nora, '/dashboard?tab=settings');

  await exclude(page, 'Exclude an author', 'u/promo_bot');
  await page.getByRole('button', { name: 'Save filters' }).press('Enter');
  await expect(page.getByText('Filters saved')).toBeVisible();
  await page.reload();

  await expect(page.getByRole('group', { name: 'Excluded authors' }).getByRole('listitem')).toHaveText(['u/promo_bot']);
  await page.getByRole('button', { name: 'Remove u/promo_bot' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Exclude an author' })).toBeFocused();
  await page.getByRole('switch', { name: 'AI filtering' }).press('Space');
  await expect(page.getByText('AI filtering is off. Nothing is left out.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'AI filtering' })).not.toBeChecked();
});

test('the starter plan has basic filtering, and says so', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openAs(page, nora, '/dashboard?tab=settings');

  await expect(page.getByRole('combobox', { name: 'Level' })).toBeDisabled();
  await expect(card(page)).toContainText('Advanced filtering is part of the Professional plan. You are on Starter.');
});

test('posts are said to be samples while a sandbox supplies them', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);

  for (const tab of ['/dashboard', '/dashboard?tab=mentions']) {
    await openAs(page, nora, tab);
    await expect(page.getByText('Sample posts: connect Reddit to see real ones')).toBeVisible();
  }
});

const card = (page: Page) => page.getByRole('region', { name: 'AI filtering' });

async function exclude(page: Page, field: string, entry: string) {
  await page.getByRole('textbox', { name: field }).fill(entry);
  await page.keyboard.press('Enter');
}
