import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, scrollWidthOf, visitEachLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import { createOnboardedPerson, startTrial } from '../subscriptions';

// A server whose plan file has a third plan and a trial of seven days: every surface follows it.

test.use({
  environment: { EARSHOT_PLANS: resolve(import.meta.dirname, '../three-plans.toml') },
  // The provider leads back to the server's own name for itself, and a browser keeps sessions by name.
  baseURL: async ({ earshot }, use) => use(earshot.url.replace('127.0.0.1', 'localhost')),
});

test('the site sells three plans, each with seven days free', async ({ page }) => {
  await page.goto('/site/');

  for (const [name, price] of [
    ['Starter', '$10 a month'],
    ['Professional', '$21 a month'],
    ['Team', '$35 a month'],
  ] as const) {
    await expect(page.getByRole('article', { name })).toContainText(price);
    await expect(page.getByRole('article', { name })).toContainText('7-day free trial');
  }
  const team = page.getByRole('article', { name: 'Team' });
  for (const text of ['For several brands', '80 keywords', '2000 posts a month', 'Advanced AI filtering', 'Priority support']) {
    await expect(team).toContainText(text);
  }
  await expect(page.getByText('Try it free for seven days.')).toBeVisible();
  await page.getByText('What happens when the trial ends?').click();
  await expect(page.getByText('After seven days your card is charged')).toBeVisible();
  await page.getByText('Which plan do I need?').click();
  await expect(page.getByText('Take Team when you track several products')).toBeVisible();
});

test('the plans of the site stand side by side where there is room', async ({ browser }) => {
  await visitEachLook(browser, [1440, 1280, 390], async (page, { colorScheme, width }) => {
    await page.goto('/site/');
    const plans = page.locator('#plans');
    await expect(plans.getByRole('article')).toHaveCount(3);

    await plans.screenshot({ path: `results/screens/plans-site-${colorScheme}-${width}.png` });
    expect(await rowsOf(page)).toBe(width < 768 ? 3 : 1);
    expect(await scrollWidthOf(page)).toBe(width);
  });
});

test('the terms name every price and the length of the trial', async ({ page }) => {
  await page.goto('/site/terms');

  await expect(page.getByText('Starter costs $10 a month, Professional $21 a month, Team $35 a month.')).toBeVisible();
  await expect(page.getByText('a free trial of 7 days')).toBeVisible();
});

test('the settings of the web app hold the plans and the trial', async ({ page }) => {
  await page.goto('/signup');

  const settings = (await page.evaluate('window.__EARSHOT__')) as { product: { plans: { id: string; isSold: boolean }[] } };
  const { product } = settings;
  expect(product).toMatchObject({ trialDays: 7, trialInWords: 'seven days' });
  expect(product.plans.filter(({ isSold }) => isSold).map(({ id }) => id)).toEqual(['starter', 'pro', 'team']);
  expect(product.plans.find(({ id }) => id === 'team')).toEqual({
    id: 'team',
    name: 'Team',
    forWhom: 'For several brands',
    isMostPopular: false,
    isSold: true,
    price: 35,
    limits: { postsPerMonth: 2000, keywordsTracking: 80, aiFiltering: 'advanced', support: 'priority', notificationFrequency: 'weekly' },
    scanEveryHours: 12,
  });
});

test('signing up promises seven days on every plan', async ({ page }) => {
  await page.goto('/signup');

  await expect(page.getByText('Seven days free on every plan.')).toBeVisible();
});

test('choosing among three plans and managing one is clean in both themes and every width', async ({ browser, earshot }) => {
  await visitEachWidth(browser, [1440, 1280, 390], async (page, width) => {
    const nora = await createOnboardedPerson(earshot);
    await openAs(page, nora, '/payment');
    const complaints = collectComplaints(page);
    const looksRight = (name: string) => expectCleanLook(page, `plans-${name}`, { fullPage: true });

    await expect(page.getByText('Try it free for seven days. Cancel anytime.')).toBeVisible();
    await expect(planCard(page, 'Team')).toContainText('7-day free trial');
    await looksRight('payment');
    expect(await rowsOf(page)).toBe(width < 768 ? 3 : 1);

    await startTrial(earshot, nora, 'pro');
    await page.goto('/dashboard?tab=settings');
    await expect(subscription(page)).toContainText('7 days left');
    await looksRight('trial');

    expect(complaints).toEqual([]);
  });
});

test('the questions on the payment page speak of all three plans', async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');

  await expect(page.getByText('After seven days your card is charged')).toBeVisible();
  await page.getByRole('button', { name: 'Which plan do I need?' }).click();
  await expect(page.getByText('Professional listens for 30, brings up to 500 and filters more finely.')).toBeVisible();
  await expect(page.getByText('Team listens for 80 and brings up to 2000.')).toBeVisible();
});

for (const [planId, offered] of [
  ['starter', ['Upgrade to Professional', 'Upgrade to Team']],
  ['pro', ['Change to Starter', 'Upgrade to Team']],
] as const) {
  test(`a trial of the plan ${planId} can change to both others`, async ({ page, earshot }) => {
    const nora = await createOnboardedPerson(earshot);
    await startTrial(earshot, nora, planId);
    await openAs(page, nora, '/dashboard?tab=settings');

    await expect(subscription(page).getByRole('button', { name: /^(Upgrade|Change) to / })).toHaveText(offered);
  });
}

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const planCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** In how many rows the cards of the plans stand. */
async function rowsOf(page: Page): Promise<number> {
  const titles = page.getByRole('heading', { name: /^(Starter|Professional|Team)$/ });
  const cards = titles.locator('xpath=ancestor::*[self::article or self::section][1]');
  const tops = await cards.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  return new Set(tops).size;
}
