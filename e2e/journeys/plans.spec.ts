import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, keepScreen, scrollWidthOf, visitEachWidth } from '../page-checks';
import { callApi, openAs } from '../people';
import { advanceClock, createOnboardedPerson, days, hours, readSubscription, startPaidMonth, startTrial } from '../subscriptions';

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
  await visitEachWidth(browser, [1440, 1280, 390], async (page, width) => {
    await page.goto('/site/');
    const plans = page.locator('#plans');
    await expect(plans.getByRole('article')).toHaveCount(3);

    await keepScreen(plans, `plans-site-${width}`);
    expect(await rowsOf(page)).toBe(width < 768 ? 3 : 1);
    expect(await scrollWidthOf(page)).toBe(width);
  });
});

test('no page of the site speaks of another trial or of two plans', async ({ page }) => {
  for (const path of ['/site/', '/site/terms', '/site/privacy', '/site/contact']) {
    await page.goto(path);
    await expect(page.locator('html'), path).not.toContainText(/three days|3.day|either plan|two plans/i);
    await expect(page.locator('meta[name=description]'), path).not.toHaveAttribute('content', /three days|two plans/i);
  }
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
  await expect(page.getByText('Professional searches for 30, finds up to 500 and filters more precisely.')).toBeVisible();
  await expect(page.getByText('Team searches for 80 and finds up to 2000.')).toBeVisible();
});

test('the third plan is bought like the others, and its trial has seven days', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await openAs(page, nora, '/payment');

  await planCard(page, 'Team').getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe to Team');
  await expect(page.getByText('$35.00')).toBeVisible();
  await expect(page.getByText('Free trial until')).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page.getByText('Your trial is active!')).toBeVisible();

  expect(await readSubscription(earshot, nora)).toMatchObject({ status: 'trialing', plan_id: 'team' });
  await page.goto('/dashboard?tab=settings');
  await expect(subscription(page)).toContainText('7 days left');
  await expect(subscription(page)).toContainText('then $35 a month');
  await expect(page.getByRole('region', { name: 'Keywords Tracking' })).toContainText('of 80 used');
});

test('the sandbox starts a trial of the third plan as well', async ({ earshot }) => {
  const nora = await createOnboardedPerson(earshot);

  await startTrial(earshot, nora, 'team');

  expect(await readSubscription(earshot, nora)).toMatchObject({ status: 'trialing', plan_id: 'team' });
  expect(await callApi(earshot, 'GET', `/api/subscription/trial-status/${nora.id}`, { session: nora.session })).toMatchObject({
    data: { currentPlan: 'team', daysLeftInTrial: 7 },
  });
});

for (const [planId, offered] of [
  ['starter', ['Upgrade to Professional', 'Upgrade to Team']],
  ['pro', ['Change to Starter', 'Upgrade to Team']],
  ['team', ['Change to Starter', 'Change to Professional']],
] as const) {
  test(`a trial of the plan ${planId} can change to both others`, async ({ page, earshot }) => {
    const nora = await createOnboardedPerson(earshot);
    await startTrial(earshot, nora, planId);
    await openAs(page, nora, '/dashboard?tab=settings');

    await expect(subscription(page).getByRole('button', { name: /^(Upgrade|Change) to / })).toHaveText(offered);
  });
}

test('an upgrade skips a plan, and a downgrade goes to the one in between', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'starter');
  await openAs(page, nora, '/dashboard?tab=settings');

  await subscription(page).getByRole('button', { name: 'Upgrade to Team' }).click();
  await expect(page.getByRole('dialog')).toContainText('$35 today, then $35 a month.');
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Team' }).click();
  await expect(page.getByText('Successfully updated to Team plan!')).toBeVisible();
  await expect(subscription(page)).toContainText('Renews');

  await subscription(page).getByRole('button', { name: 'Change to Professional' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Professional' }).click();
  await expect(subscription(page)).toContainText('Changes to Professional on');
  await subscription(page).getByRole('button', { name: 'Keep Team' }).click();
  await expect(subscription(page)).toContainText('Renews');
  await expect(subscription(page).getByRole('button', { name: /^Change to / })).toHaveText(['Change to Starter', 'Change to Professional']);
});

test('a trial lasts seven days, and the mail before its end names the plan and its price', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'team');
  await advanceClock(earshot, days(4));
  await openAs(page, nora, '/dashboard?tab=settings');
  await expect(subscription(page)).toContainText('3 days left');

  await advanceClock(earshot, days(2) + hours(1));
  await expect.poll(() => readMail(page, nora.email, 'trial ends tomorrow')).toContain('After that, Team costs $35 a month.');

  await advanceClock(earshot, days(1));
  await page.reload();
  await expect(subscription(page)).toContainText('Renews');
});

test('a paid month of the third plan offers both others beside the way out', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startPaidMonth(earshot, nora, 'team', { trialDays: 7 });

  await openAs(page, nora, '/dashboard?tab=settings');

  await expect(subscription(page).getByRole('button')).toHaveText([
    'Cancel Subscription',
    'Change to Starter',
    'Change to Professional',
    'Invoices and card',
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await scrollWidthOf(page)).toBe(390);
});

const subscription = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const planCard = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** In how many rows the cards of the plans stand. */
async function rowsOf(page: Page): Promise<number> {
  const titles = page.getByRole('heading', { name: /^(Starter|Professional|Team)$/ });
  const cards = titles.locator('xpath=ancestor::*[self::article or self::section][1]');
  const tops = await cards.evaluateAll((elements) => elements.map((element) => Math.round(element.getBoundingClientRect().top)));
  return new Set(tops).size;
}

/** The text of a mail, by a part of its subject; empty until it has arrived. */
async function readMail(page: Page, email: string, subject: string): Promise<string> {
  const response = await page.request.get(`/sandbox/mailbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] };
  return messages.find((message) => message.subject.includes(subject))?.text.replaceAll(/\s+/g, ' ') ?? '';
}
