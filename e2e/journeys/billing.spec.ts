import type { BrowserContext, Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import {
  cancelSubscription,
  days,
  hours,
  createOnboardedPerson,
  advanceClock,
  startPaidMonth,
  readSubscription,
  startTrial,
  setWebhookMode,
} from '../subscriptions';

// From a plan to a subscription and every way it can change, on the payment sandbox's own pages.

test.use({
  // The provider leads back to the server's own name for itself, and a browser keeps sessions by name.
  baseURL: async ({ earshot }, use) => use(earshot.url.replace('127.0.0.1', 'localhost')),
});

const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  confirms: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};
const returnParameters = /[?&](plan|session|subscription_id|status|payment_intent|redirect_status|trial|payment_success|demo|reason)=/;

test('choosing, paying and managing are clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  await visitEachWidth(browser, [1440, 1280, 390], async (page) => {
    const nora = await createOnboardedPerson(earshot);
    await openAs(page, nora, '/payment?error=payment_failed');
    const complaints = collectComplaints(page);
    const looksRight = (name: string) => expectCleanLook(page, `billing-${name}`, { fullPage: true });

    await expect(title(page)).toHaveText('Choose your plan');
    await looksRight('payment');
    await page.goto('/payment?cancelled=true');
    await expect(title(page)).toHaveText('Reactivate Your Account');
    await looksRight('reactivate');

    await startTrial(earshot, nora, 'pro');
    await page.goto('/dashboard?tab=settings');
    await expect(card(page)).toContainText('3 days left');
    await looksRight('trial');
    for (const name of ['Change to Starter', 'Cancel Trial']) {
      await card(page).getByRole('button', { name }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name })).toBeEnabled();
      await looksRight(name.replaceAll(' ', '-').toLowerCase());
      await page.keyboard.press('Escape');
    }

    expect(complaints).toEqual([]);
  });
});

test('a trial from its first click to the first payment', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await openAs(page, nora, '/payment');

  await choosePlan(page, 'Professional');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe to Professional');
  await payWithCard(page, cards.pays);

  await expect(page.getByText('Payment Successful!')).toHaveCount(1);
  await expect(page.getByText('Your trial is active!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard?tab=settings');
  await expect(card(page)).toContainText('3 days left');
  await expect(page.getByText('Payment Successful!'), 'said once').toBeHidden();

  await advanceClock(earshot, days(4));
  await page.reload();
  await expect(card(page)).toContainText('Renews');
  await expect(card(page)).toContainText('Active');
  await card(page).getByRole('button', { name: 'Invoices and card' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices and card');
  await expect(page.getByRole('cell', { name: '$21.00' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/dashboard?tab=settings');
});

test('a declined card stays on the checkout, and another one pays', async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');
  await choosePlan(page, 'Starter');

  await payWithCard(page, cards.declined);
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await payWithCard(page, cards.confirms);
  await page.getByRole('button', { name: 'Complete' }).click();

  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('who turns back from the checkout is told so, and may begin again', async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');
  await choosePlan(page, 'Starter');

  await page.getByRole('link', { name: 'Back' }).click();

  await expect(page).toHaveURL('/payment?error=cancelled');
  await expect(page.getByText('Your subscription was cancelled. Please try again if you wish to continue.')).toBeVisible();
  await choosePlan(page, 'Professional');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe to Professional');
});

test('every status has its way back from payment', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  for (const [status, toast, place, text] of [
    ['active', 'Payment Successful!', '/dashboard', 'Your subscription is active!'],
    ['trialing', 'Payment Successful!', '/dashboard', 'Your trial is active!'],
    ['none', 'Payment Failed', '/payment?error=payment_failed', 'Your payment was not successful. Please try again.'],
    ['payment_failed', 'Payment Failed', '/payment?error=payment_failed', 'Your payment was not successful. Please try again.'],
    ['inactive', undefined, '/payment', 'Choose your plan'],
    ['cancelled', undefined, '/payment?cancelled=true', 'Reactivate Your Account'],
  ] as const) {
    await earshot.admin('subscription', 'set', nora.email, status);
    await openAs(page, nora, '/dashboard?session=cs_unknown&plan=pro&trial=true&redirect_status=succeeded');

    if (toast !== undefined) await expect(page.getByText(toast, { exact: true }), status).toHaveCount(1, { timeout: 40_000 });
    await expect(page, status).toHaveURL(place);
    await expect(page.getByText(text).first(), status).toBeVisible();
  }
});

test('the webhook before the return: the trial is there at once', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'starter');

  await openAs(page, nora, '/dashboard?session=cs_1&plan=starter&trial=true');

  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await expect(page.getByText('Payment Processing')).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});

test('the webhook after the return: processing, then successful, each once', ownServer, async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');
  await setWebhookMode(earshot, 'hold');
  await choosePlan(page, 'Professional');
  await payWithCard(page, cards.pays);
  await expect(page.getByText('Payment Processing')).toHaveCount(1);
  await expect(page).toHaveURL(returnParameters);

  await setWebhookMode(earshot, 'normal');

  await expect(page.getByText('Payment Successful!')).toHaveCount(1);
  await expect(page.getByText('Payment Processing')).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});

test('a lost webhook is made up for by asking the provider', ownServer, async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');
  await setWebhookMode(earshot, 'drop');
  await choosePlan(page, 'Professional');
  const asked = page.waitForRequest('**/api/subscription/status', { timeout: 60_000 });

  await payWithCard(page, cards.pays);

  await asked;
  await expect(page.getByText('Payment Successful!')).toHaveCount(1);
  await expect(page).toHaveURL('/dashboard');
});

test('a provider that cannot be asked leaves it open, and says so', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await earshot.admin('subscription', 'set', nora.email, 'pending');
  await page.route('**/api/subscription/status', (route) => route.fulfill({ status: 500, body: '' }));

  await openAs(page, nora, '/dashboard?session=cs_1&plan=pro&trial=true');

  await expect(page.getByText('Payment Processing')).toBeVisible();
  await expect(page).toHaveURL('/payment?error=check_failed', { timeout: 40_000 });
  await expect(page.getByText('Unable to verify your subscription status. Please try again.')).toBeVisible();
  await expect(page.getByText('Payment Failed')).toBeHidden();
});

test('a checkout that reaches nobody grants nothing', async ({ page, earshot }) => {
  await openAs(page, await createOnboardedPerson(earshot), '/payment');
  await page.route('**/api/stripe-payments', (route) => route.abort());

  await plan(page, 'Professional').getByRole('button', { name: 'Start Free Trial' }).click();

  await expect(page.getByText('The payment service could not be reached')).toBeVisible();
  await expect(page).toHaveURL('/payment?error=check_failed');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/payment');
});

test('a cancelled trial keeps access to its last day', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'pro');
  await openAs(page, nora, '/dashboard?tab=settings');

  await card(page).getByRole('button', { name: 'Cancel Trial' }).click();
  await page.getByLabel('What could be better?').fill('Only looking around');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Trial' }).click();
  await expect(card(page)).toContainText('Trial cancelled');
  await expect(card(page)).toContainText('You will not be charged.');

  await advanceClock(earshot, days(2));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relevant Posts');
  await advanceClock(earshot, days(2));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/payment?cancelled=true');
  await expect(title(page)).toHaveText('Reactivate Your Account');
});

test('a cancelled trial is taken up again with a new checkout, and ends on the old day', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'pro');
  await cancelSubscription(earshot, nora);
  await openAs(page, nora, '/dashboard?tab=settings');
  const lastDay = /until (\d+ \w+ \d+)\./.exec(await card(page).innerText())?.[1] ?? '';

  await card(page).getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await payWithCard(page, cards.pays);

  await expect(page.getByText('Payment Successful!')).toBeVisible();
  await page.goto('/dashboard?tab=settings');
  await expect(card(page)).toContainText(`Ends ${lastDay}`);
  await expect(card(page).getByRole('button', { name: 'Cancel Trial' })).toBeVisible();
});

test('reactivating after the end is billed at once, and says so', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'pro');
  await cancelSubscription(earshot, nora);
  await advanceClock(earshot, days(5));
  await openAs(page, nora, '/dashboard');
  await expect(page).toHaveURL('/payment?cancelled=true');
  await expect(page.getByText('You are billed when you reactivate.')).toBeVisible();

  await plan(page, 'Starter').getByRole('button', { name: 'Reactivate Account' }).click();
  await expect(page.getByRole('button', { name: 'Pay $10.00' })).toBeVisible();
  await payWithCard(page, cards.pays);

  await expect(page.getByText('Your subscription is active!')).toBeVisible();
  await page.goto('/dashboard?tab=settings');
  await expect(card(page)).toContainText('Renews');
});

test('a cancellation outside the trial waits for the end of the period, and can be undone', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startPaidMonth(earshot, nora, 'pro');
  await openAs(page, nora, '/dashboard?tab=settings');

  await card(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(card(page)).toContainText('then stops. You will not be charged again.');

  await card(page).getByRole('button', { name: 'Reactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByText('Subscription reactivated successfully!')).toBeVisible();
  await expect(card(page)).toContainText('Renews');

  await cancelSubscription(earshot, nora);
  await advanceClock(earshot, days(40));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/payment?cancelled=true');
});

test('an upgrade in the trial ends it and bills', async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'starter');
  await openAs(page, nora, '/dashboard?tab=settings');

  await card(page).getByRole('button', { name: 'Upgrade to Professional' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your free trial ends now and the paid subscription starts: $21 today');
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Professional' }).click();

  await expect(page.getByText('Successfully updated to Professional plan!')).toBeVisible();
  await expect(card(page)).toContainText('Active');
  await expect(card(page)).toContainText('Renews');
});

test('a downgrade waits for the end of the period, and can be taken back', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startPaidMonth(earshot, nora, 'pro');
  await openAs(page, nora, '/dashboard?tab=settings');

  await card(page).getByRole('button', { name: 'Change to Starter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click();
  await expect(page.getByText('Successfully changed to Starter plan!')).toBeVisible();
  await expect(card(page)).toContainText('Changes to Starter on');

  await card(page).getByRole('button', { name: 'Keep Professional' }).click();
  await expect(page.getByText('Successfully changed to Professional plan!')).toBeVisible();
  await expect(card(page)).toContainText('Renews');
});

test('a renewal that fails has a banner for three days, then the payment has failed', ownServer, async ({ page, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await openAs(page, nora, '/payment');
  await choosePlan(page, 'Starter');
  await payWithCard(page, cards.failsLater);
  await expect(page.getByText('Payment Successful!')).toBeVisible();

  await advanceClock(earshot, days(3) + hours(2));
  await page.goto('/dashboard?tab=settings');
  await expect(card(page)).toContainText('Your last payment did not go through.');
  await expect(card(page).getByRole('button', { name: 'Update card' })).toBeVisible();

  await advanceClock(earshot, days(4));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/payment');
});

test('two tabs: one pays, both know', async ({ page, context, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await openAs(page, nora, '/payment');
  const otherTab = await openTab(context, '/payment');
  await choosePlan(page, 'Professional');
  await payWithCard(page, cards.pays);
  await expect(page.getByText('Payment Successful!')).toBeVisible();

  await expect(otherTab.getByText('You already have a subscription.')).toBeVisible();
  // Whoever has a trial is offered no second one.
  await plan(otherTab, 'Starter')
    .getByRole('button', { name: /Start Free Trial|Subscribe/ })
    .click();

  await expect(otherTab, 'nothing is sold twice').toHaveURL('/dashboard');
  expect(await readSubscription(earshot, nora)).toMatchObject({ status: 'trialing', plan_id: 'pro' });
});

test('two tabs come back from the same payment, and each says it once', async ({ page, context, earshot }) => {
  const nora = await createOnboardedPerson(earshot);
  await startTrial(earshot, nora, 'pro');
  await openAs(page, nora, '/dashboard?session=cs_1&plan=pro&trial=true');
  const otherTab = await openTab(context, '/dashboard?session=cs_1&plan=pro&trial=true');

  for (const tab of [page, otherTab]) {
    await expect(tab.getByText('Payment Successful!')).toHaveCount(1);
    await expect(tab).toHaveURL('/dashboard');
  }
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const card = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const plan = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function choosePlan(page: Page, name: string): Promise<void> {
  await plan(page, name).getByRole('button', { name: 'Start Free Trial' }).click();
}

/** On the provider's page. */
async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: /^(Start trial|Pay )/ }).click();
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  return tab;
}
