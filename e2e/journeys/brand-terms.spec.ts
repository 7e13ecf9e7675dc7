import { expect, test } from '../earshot';
import { openAs } from '../people';
import { createPersonWithCompany } from '../sample-accounts';

// Brand terms: by which names mentions are looked for.

test('brand terms are made, added, refused, removed and brought back', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithCompany(earshot), '/dashboard?tab=settings');
  const card = page.getByRole('region', { name: 'Brand terms' });
  const terms = card.getByRole('listitem');

  await card.getByRole('button', { name: 'Create brand terms' }).click();
  await expect(terms.filter({ hasText: /^Paperlark$/ })).toBeVisible();
  await expect(terms.filter({ hasText: 'paperlark.example' })).toContainText('Domain');
  const made = await terms.count();

  await card.getByLabel('Add a brand term').fill('Square');
  await page.keyboard.press('Enter');
  await expect(terms.filter({ hasText: 'Square' })).toContainText('Needs context');
  await expect(card.getByText('“Square” is an everyday word')).toBeVisible();
  await card.getByLabel('Add a brand term').fill('SQUARE');
  await page.keyboard.press('Enter');
  await expect(card.getByText('This brand term already exists in your list.')).toBeVisible();
  await expect(terms).toHaveCount(made + 1);

  await card.getByRole('button', { name: 'Remove Square' }).click();
  await expect(page.getByText('Brand term removed')).toBeVisible();
  await expect(terms).toHaveCount(made);
  // The page shows it at once; the server has it when it answers.
  const stored = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().includes('/brand-terms'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(terms.filter({ hasText: 'Square' })).toContainText('Needs context');
  await stored;
  await page.reload();
  await expect(terms).toHaveCount(made + 1);
});
