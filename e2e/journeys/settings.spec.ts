import type { Page } from '@playwright/test';
import { type Earshot, expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { callApi, openAs, type Person, signOutEverywhere } from '../people';
import { addKeywords, createScannedPerson } from '../scanned-accounts';
import { cancelSubscription, days, hours, createOnboardedPerson, advanceClock, readSubscription, startTrial } from '../subscriptions';

// Settings: what Earshot listens for, how it tells of what it heard, and when it listens next.

test.describe('Keywords Tracking', () => {
  test('by keyboard alone: add, no duplicate, remove, undo, and all of it stays', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro', ['late payments', 'unpaid invoice']), '/dashboard?tab=settings');
    await expect(keywordCard(page)).toContainText('2 of 30 used');

    await keywordField(page).focus();
    await page.keyboard.type('  payment   reminders ');
    await page.keyboard.press('Enter');
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments', 'unpaid invoice', 'payment reminders']);
    await expect(keywordField(page)).toBeFocused();
    await expect(keywordField(page)).toHaveValue('');

    await page.keyboard.type('LATE PAYMENTS');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This keyword already exists in your list.')).toBeVisible();
    await expect(keywordField(page)).toHaveValue('LATE PAYMENTS');

    await page.getByRole('button', { name: 'Remove unpaid invoice' }).press('Enter');
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments', 'payment reminders']);
    await expect(page.getByRole('button', { name: 'Remove payment reminders' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments', 'payment reminders', 'unpaid invoice']);

    await page.reload();
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments', 'payment reminders', 'unpaid invoice']);
    await expect(keywordCard(page)).toContainText('3 of 30 used');
  });

  test('the limit of the plan holds, says so, and leads to the larger plan', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'starter', manyKeywords(10)), '/dashboard?tab=settings');
    await expect(keywordCard(page)).toContainText('10 of 10 used');

    await keywordField(page).fill('one more');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Keyword Limit Reached')).toBeVisible();
    await expect(
      page.getByText("You've reached your limit of 10 keywords on the Starter plan. Upgrade to add more keywords."),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
    await expect(page).toHaveURL(/#subscription$/);
    await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Professional' }).click();
    await expect(page.getByText('Successfully updated to Professional plan!')).toBeVisible();

    await expect(keywordCard(page)).toContainText('10 of 30 used');
    await expect(keywordField(page), 'what was typed is still there').toHaveValue('one more');
    await keywordField(page).press('Enter');
    await expect(keywordCard(page)).toContainText('11 of 30 used');
  });

  test('a server that has a smaller limit in mind has the last word', async ({ page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'starter', manyKeywords(9));
    await openAs(page, nora, '/dashboard?tab=settings');
    await expect(keywordCard(page)).toContainText('9 of 10 used');
    await addKeywords(earshot, nora, ['from another tab']);

    await keywordField(page).fill('one more');
    await page.keyboard.press('Enter');

    await expect(page.getByText('Keyword Limit Reached')).toBeVisible();
    await expect(keywordCard(page)).toContainText('10 of 10 used');
    await expect(keywordField(page)).toHaveValue('one more');
  });

  test('a downgrade pauses what there is no room for, and an upgrade wakes it', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro', manyKeywords(12)), '/dashboard?tab=settings');
    await expect(keywordCard(page)).toContainText('12 of 30 used');

    await page.getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click();
    await expect(page.getByText('Successfully changed to Starter plan!')).toBeVisible();
    await expect(keywordCard(page)).toContainText('10 of 10 used');
    await expect(paused(page).getByRole('listitem')).toHaveText(['keyword 11', 'keyword 12']);
    await expect(paused(page)).toContainText('Starter includes 10 keywords. These are kept but not searched.');

    await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Professional' }).click();
    await expect(keywordCard(page)).toContainText('12 of 30 used');
    await expect(paused(page)).toBeHidden();
  });

  test('room that was made is given to one that rests', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro', manyKeywords(11)), '/dashboard?tab=settings');
    await page.getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to Starter' }).click();
    await expect(paused(page).getByRole('listitem')).toHaveText(['keyword 11']);

    await page.getByRole('button', { name: 'Remove keyword 3', exact: true }).click();

    await expect(paused(page)).toBeHidden();
    await expect(keywords(page).getByRole('listitem').last()).toHaveText('keyword 11');
    await expect(keywordCard(page)).toContainText('10 of 10 used');
  });

  test('nothing is lost when the server cannot be reached', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro', ['late payments']), '/dashboard?tab=settings');
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments']);
    await page.route(/\/api\/keywords(\?|$)/, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));

    await keywordField(page).fill('unpaid invoice');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Failed to add keyword')).toBeVisible();
    await expect(keywordField(page)).toHaveValue('unpaid invoice');
    await page.getByRole('button', { name: 'Remove late payments' }).click();
    await expect(page.getByText('Failed to remove keyword')).toBeVisible({ timeout: 40_000 });
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments']);

    await page.unroute(/\/api\/keywords(\?|$)/);
    await keywordField(page).press('Enter');
    await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments', 'unpaid invoice']);
  });
});

test.describe('Email Notifications', () => {
  test('are on, weekly, in the zone of this browser; and what is changed stays', async ({ page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'starter');
    await openAs(page, nora, '/dashboard?tab=settings');
    await expect(alerts(page)).toContainText('One message a week, in the morning.');
    await expect(alerts(page)).toContainText('Time zone Europe/Berlin');
    await expect(notifications(page)).toContainText(nora.email);
    await expect(alerts(page)).toContainText('Next email');
    expect((await readPreferences(earshot, nora)).time_zone, 'told in silence').toBe('Europe/Berlin');
    await expect(page.getByText('Settings Updated')).toBeHidden();
    await expect(alerts(page).getByRole('radio')).toHaveCount(4);

    await alerts(page).getByRole('radio', { name: 'Monthly' }).check();
    await expect(page.getByText('You get at most one email a month.')).toBeVisible();
    await notifications(page).getByRole('switch').press('Space');
    await expect(page.getByText('Email notifications are off.')).toBeVisible();
    await expect(alerts(page)).not.toContainText('Next email');

    await page.reload();
    await expect(notifications(page).getByRole('switch')).not.toBeChecked();
    await expect(notifications(page)).toContainText('One email a month, a short note when nothing is new');
    expect(await readPreferences(earshot, nora)).toMatchObject({ email_notifications_enabled: false, frequency: 'monthly' });
  });

  test('the switch goes back if the server does not agree', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'starter'), '/dashboard?tab=settings');
    await expect(alerts(page)).toContainText('Time zone Europe/Berlin');
    await page.route('**/api/notification-preferences', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));

    await notifications(page).getByRole('switch').click();

    await expect(page.getByText('Failed to update notification preferences')).toBeVisible();
    await expect(notifications(page).getByRole('switch')).toBeChecked();
    await page.unroute('**/api/notification-preferences');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Settings Updated')).toBeVisible();
    await expect(notifications(page).getByRole('switch')).not.toBeChecked();
  });
});

test.describe('after the first scan', () => {
  test.use({ environment: { EARSHOT_SCANS: 'on' } });

  test('Settings are clean and accessible in both themes and every width', async ({ browser, earshot }) => {
    const nora = await shareScannedPerson(earshot);

    await visitEachWidth(browser, [1920, 1440, 1280, 390], async (page) => {
      await openAs(page, nora, '/dashboard?tab=settings');
      const complaints = collectComplaints(page);
      await expect(countdown(page)).toBeVisible();
      await expect(keywords(page).getByRole('listitem').first()).toBeVisible();
      await expect(notifications(page).getByRole('switch')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Brand terms' }).getByRole('listitem').first()).toBeVisible();
      await expectCleanLook(page, 'settings-whole');

      await keywordField(page).fill('chasing invoices');
      await expect(keywordCard(page)).toContainText(/of your \d+ posts/);
      await expectCleanLook(page, 'settings-preview');

      await scanner(page).getByRole('button', { name: 'Recent scans' }).click();
      await expect(scanner(page).getByRole('list', { name: 'Recent scans' }).getByRole('listitem').first()).toBeVisible();
      await expectCleanLook(page, 'settings-scans');

      await page.goto('/dashboard');
      await expect(page.getByText('Next scan in')).toBeVisible();
      await expectCleanLook(page, 'settings-countdown');
      expect(complaints).toEqual([]);
    });
  });

  test('the preview of a keyword says how much it would find among what is stored', async ({ page, earshot }) => {
    await openAs(page, await shareScannedPerson(earshot), '/dashboard?tab=settings');

    await keywordField(page).fill('invoice');
    await expect(keywordCard(page).getByText(/^Found in \d+ of your \d+ posts/)).toBeVisible();
    await keywordField(page).fill('zeppelin mooring permits');
    await expect(keywordCard(page).getByText(/^None of your \d+ posts matches\. New ones may\.$/)).toBeVisible();
    await expect(keywordCard(page), 'nothing was saved').toContainText('2 of 30 used');
  });

  test('a schedule that cannot be read can be checked again', async ({ page, earshot }) => {
    const nora = await shareScannedPerson(earshot);
    await page.route(/\/api\/cron-jobs\//, (route) => route.abort());
    await openAs(page, nora, '/dashboard?tab=settings');
    await expect(scanner(page)).toContainText('Scanner Not Active', { timeout: 40_000 });
    await expect(scanner(page)).toContainText('Failed to fetch cron job status');

    await page.unroute(/\/api\/cron-jobs\//);
    await scanner(page).getByRole('button', { name: 'Check Again' }).click();

    await expect(scanner(page)).toContainText('Active');
    await expect(scanner(page)).not.toContainText('Scanner Not Active');
  });
});

test.describe('Opportunity Scanner', () => {
  test.use({ environment: { EARSHOT_SCANS: 'on' } });

  test('the countdown is in the sidebar once there is something to see, and leads to its card', async ({ page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'starter');
    await waitForFirstScan(earshot, nora);
    await openAs(page, nora, '/dashboard');

    const link = page.getByRole('complementary').getByRole('link', { name: 'Next scan in' });
    await expect(link).toBeVisible();
    await expect(page.getByRole('complementary').getByText('daily'), 'in a trial').toBeVisible();
    await link.click();

    await expect(page).toHaveURL(/[?&]tab=settings#scanner$/);
    await expect(page.locator('#scanner')).toBeFocused();
    await expect(scanner(page)).toContainText('Runs automatically, daily');
    await expect(scanner(page).getByRole('region', { name: 'Last scan' })).toContainText(/new post/);
  });

  test('is not in the sidebar of somebody without data', async ({ page, earshot }) => {
    const nora = await createOnboardedPerson(earshot);
    await startTrial(earshot, nora, 'starter');
    const looked = page.waitForResponse(/\/rest\/v1\/brand_mentions/);
    await openAs(page, nora, '/dashboard?tab=settings');

    await looked;
    await expect(countdown(page)).toBeVisible();
    await expect(page.getByRole('complementary').getByText('Next scan in')).toBeHidden();
  });

  test('is daily in a trial, and goes by the plan afterwards: weekly, and daily after an upgrade', ownServer, async ({ page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'starter');
    await waitForFirstScan(earshot, nora);
    await openAs(page, nora, '/dashboard?tab=settings');
    await expect(scanner(page)).toContainText('Runs automatically, daily');

    await advanceClock(earshot, days(4));
    await expect.poll(async () => (await readSubscription(earshot, nora)).status).toBe('active');
    await page.reload();
    await expect(scanner(page)).toContainText('Runs automatically, weekly');

    await page.getByRole('button', { name: 'Upgrade to Professional' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upgrade to Professional' }).click();
    await expect(page.getByText('Successfully updated to Professional plan!')).toBeVisible();

    await page.reload();
    await expect(scanner(page)).toContainText('Runs automatically, daily');
    await expect(scanner(page)).toContainText('Professional');
    await expect(scanner(page)).not.toContainText(/[1-9]d \d+h/);
  });

  test('another scan follows when its time has come', ownServer, async ({ page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'pro');
    await waitForFirstScan(earshot, nora);
    // A scan of one's own hour follows the first, which comes at once: within a day.
    await advanceClock(earshot, hours(25));
    await expect
      .poll(async () => (await readScanRuns(earshot, nora)).filter(({ endedAt }) => endedAt !== null).length, { timeout: 60_000 })
      .toBeGreaterThan(1);

    await openAs(page, nora, '/dashboard?tab=settings');
    await scanner(page).getByRole('button', { name: 'Recent scans' }).click();

    await expect(scanner(page).getByRole('list', { name: 'Recent scans' }).getByRole('listitem')).toHaveCount(
      (await readScanRuns(earshot, nora)).length,
    );
    await expect(countdown(page)).toHaveText(/^\d+h \d+m|^1d 0h/);
  });

  test('a cancelled trial is scanned for to its last day, and then no more', ownServer, async ({ earshot }) => {
    const nora = await createScannedPerson(earshot, 'pro');
    await waitForFirstScan(earshot, nora);
    await cancelSubscription(earshot, nora);
    expect(await readScanStatus(earshot, nora)).toMatchObject({ hasJob: true });

    await advanceClock(earshot, days(4));

    await expect.poll(async () => (await readScanStatus(earshot, nora)).hasJob).toBe(false);
    expect((await readScanStatus(earshot, nora)).message).not.toBe('');
  });
});

test('the session ends while Settings is open, and Settings itself asks to sign in', async ({ page, earshot }) => {
  const nora = await createScannedPerson(earshot, 'pro', ['late payments']);
  await openAs(page, nora, '/dashboard?tab=settings');
  await expect(keywords(page).getByRole('listitem')).toHaveText(['late payments']);
  await signOutEverywhere(earshot, nora.session);

  await keywordField(page).fill('unpaid invoice');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Please sign in to access settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/signin');
});

const keywordCard = (page: Page) => page.getByRole('region', { name: 'Keywords Tracking' });
const keywords = (page: Page) => keywordCard(page).getByRole('list', { name: 'Keywords' });
const keywordField = (page: Page) => page.getByRole('textbox', { name: 'Add a keyword or phrase' });
const paused = (page: Page) => page.getByRole('region', { name: 'Paused' });
const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts & channels' });
const notifications = (page: Page) => page.getByRole('region', { name: 'Email Notifications' });
const scanner = (page: Page) => page.getByRole('region', { name: 'Opportunity Scanner' });
const countdown = (page: Page) => scanner(page).getByRole('timer');
const manyKeywords = (count: number) => Array.from({ length: count }, (_, index) => `keyword ${index + 1}`);

const scanned = new WeakMap<Earshot, Promise<Person>>();

/** Somebody whose first scan has ended, for all tests of a server that change nothing of hers. */
function shareScannedPerson(earshot: Earshot): Promise<Person> {
  const nora = scanned.get(earshot) ?? createPersonWithScan(earshot);
  scanned.set(earshot, nora);
  return nora;
}

async function createPersonWithScan(earshot: Earshot): Promise<Person> {
  const nora = await createScannedPerson(earshot, 'pro');
  await waitForFirstScan(earshot, nora);
  return nora;
}

async function waitForFirstScan(earshot: Earshot, person: Person): Promise<void> {
  await expect.poll(async () => (await readScanStatus(earshot, person)).lastScan?.endedAt ?? null, { timeout: 110_000 }).not.toBeNull();
}

type Run = { startedAt: string; endedAt: string | null };
type ScanStatus = { hasJob: boolean; message: string | null; lastScan: Run | null };

async function readScanStatus(earshot: Earshot, person: Person): Promise<ScanStatus> {
  return ((await callApi(earshot, 'GET', `/api/cron-jobs/${person.id}/status`, { session: person.session })) as { status: ScanStatus })
    .status;
}

async function readScanRuns(earshot: Earshot, person: Person): Promise<Run[]> {
  return ((await callApi(earshot, 'GET', `/api/cron-jobs/${person.id}/runs`, { session: person.session })) as { runs: Run[] }).runs;
}

async function readPreferences(earshot: Earshot, person: Person): Promise<Record<string, unknown>> {
  return (
    (await callApi(earshot, 'GET', '/api/notification-preferences', { session: person.session })) as {
      preferences: Record<string, unknown>;
    }
  ).preferences;
}
