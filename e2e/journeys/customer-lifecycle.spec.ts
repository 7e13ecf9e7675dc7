import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { waitForMailedLink, readMailSubjects, newPerson } from '../people';
import { days, advanceClock } from '../subscriptions';

// One customer from the first page to the last day, with the product's clock moved on.

test.use({
  environment: { EARSHOT_SCANS: 'on' },
  // Mails and the payment provider lead back to the server's own name for itself, and a browser keeps sessions by name.
  baseURL: async ({ earshot }, use) => use(earshot.url.replace('127.0.0.1', 'localhost')),
});

test('a customer signs up, pays, is listened for, gets the weekly mail, upgrades, and leaves', ownServer, async ({ page, earshot }) => {
  test.slow();
  const { email, fullName, password } = newPerson();

  await test.step('from the first page to the payment', async () => {
    await page.goto('/signup');
    await page.getByLabel('Full name').fill(fullName);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.goto(await waitForMailedLink(earshot, email));
    await page.getByLabel('Website URL').fill('paperlark.example');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
  });

  await test.step('a trial, and the first scan with it', async () => {
    await page.getByRole('region', { name: 'Starter', exact: true }).getByRole('button', { name: 'Start Free Trial' }).click();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page.getByText('Your trial is active!')).toBeVisible();
    await expect(posts(page).first()).toBeVisible({ timeout: 150_000 });
    await page.goto('/dashboard?tab=settings');
    await expect(scanner(page), 'every day of the trial').toContainText('Runs automatically, daily');
    // The first posts are there before the scan is done.
    await expect(scanner(page).getByRole('region', { name: 'Last scan' })).toContainText(/new post/, { timeout: 150_000 });
  });

  await test.step('the week, and its mail', async () => {
    await advanceClock(earshot, days(7));
    await expect.poll(() => readMailSubjects(earshot, email), { timeout: 60_000 }).toContainEqual(expect.stringContaining('to answer'));
    await page.goto(await waitForMailedLink(earshot, email, '/dashboard?post='));
    await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 })).toBeVisible();
    await page.goto('/dashboard?tab=settings');
    await expect(subscription(page)).toContainText('Active');
    await expect(subscription(page)).toContainText('Renews');
    await expect(scanner(page)).toContainText('Runs automatically, weekly');
  });

  await test.step('the larger plan is scanned for every day', async () => {
    await subscription(page).getByRole('button', { name: 'Upgrade to Professional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Professional' }).click();
    await expect(page.getByText('Successfully updated to Professional plan!')).toBeVisible();
    await page.reload();
    await expect(scanner(page)).toContainText('Runs automatically, daily');
    // While a scan runs there is no time to the next one.
    await expect(scanner(page).getByRole('timer')).toHaveText(/^\d+h \d+m/, { timeout: 150_000 });
  });

  await test.step('and the end', async () => {
    await subscription(page).getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(subscription(page)).toContainText('then stops. You will not be charged again.');
    await expect(scanner(page)).toContainText('Runs automatically, daily');
    await advanceClock(earshot, days(40));
    await expect(async () => {
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/payment?cancelled=true', { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  });
});

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const scanner = (page: Page) => page.getByRole('region', { name: 'Opportunity Scanner' });
const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });
