import type { Page } from '@playwright/test';
import { type Earshot, expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { callApi, createSubscriber, openAs, type Person, readMailSubjects } from '../people';
import { sharePersonWithSamples } from '../sample-accounts';

// Alerts & channels: how soon, from which match on, about what, in which hours, and where to.

test('instant alerts with a higher match and quiet hours are kept, and a test reaches the mailbox', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openSettings(page, nora);

  await card(page).getByRole('radio', { name: 'Instant' }).check();
  await expect(page.getByText('You get a message within minutes of a scan.')).toBeVisible();
  await expect(card(page).getByText('Within minutes of a scan, and never more than one message every 15 minutes.')).toBeVisible();
  await slider(page).focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('You only get messages about posts with a match of 81 or more.')).toBeVisible();
  await card(page).getByRole('switch', { name: 'Quiet hours' }).click();
  await card(page).getByLabel('Quiet from').fill('21:30');
  await expect(page.getByText('Quiet hours begin at 21:30.')).toBeVisible();
  await card(page).getByRole('checkbox', { name: 'Negative mentions' }).uncheck();
  await expect(page.getByText('Messages about mentions are off.')).toBeVisible();

  await page.reload();
  await expect(card(page).getByRole('radio', { name: 'Instant' })).toBeChecked();
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '81');
  await expect(card(page).getByRole('switch', { name: 'Quiet hours' })).toBeChecked();
  await expect(card(page).getByLabel('Quiet from')).toHaveValue('21:30');
  await expect(card(page).getByRole('checkbox', { name: 'Negative mentions' })).not.toBeChecked();
  expect(await readPreferences(earshot, nora)).toMatchObject({ frequency: 'instant', minimum_match: 81, quiet_from: '21:30' });

  const before = await readMailSubjects(earshot, nora.email);
  await card(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(card(page).getByText(`Sent to ${nora.email}. Check your inbox.`)).toBeVisible();
  await expect.poll(async () => (await readMailSubjects(earshot, nora.email)).length).toBe(before.length + 1);
});

test('mail is switched off and on, with every kind of it in one list', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openSettings(page, nora);
  await expect(kinds(page)).toContainText('Receipts, payments, the end of a trial, and security');

  await card(page).getByRole('switch', { name: 'Email Notifications' }).click();
  await expect(page.getByText('Email notifications are off.')).toBeVisible();
  await expect(card(page)).toContainText('Switched off. Nothing is sent until you switch a channel on.');
  await kinds(page).getByRole('switch', { name: 'A note when a week or month has nothing new' }).click();
  await expect(page.getByText('Notes about quiet weeks and months are off.')).toBeVisible();

  await page.reload();
  await expect(card(page).getByRole('switch', { name: 'Email Notifications' })).not.toBeChecked();
  await expect(kinds(page).getByRole('listitem').first()).toContainText('Off');
  expect(await readPreferences(earshot, nora)).toMatchObject({ email_notifications_enabled: false, quiet_notes: false, trial_mails: true });
});

test('a change that the server does not take goes back', async ({ page, earshot }) => {
  await openSettings(page, await createSubscriber(earshot));
  await page.route('**/api/notification-preferences', (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()));

  await slider(page).focus();
  await page.keyboard.press('PageUp');

  await expect(page.getByText('Failed to update notification preferences')).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '70');
});

test('the card is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await sharePersonWithSamples(earshot);

  await visitEachWidth(browser, [1440, 1280, 900, 390], async (page) => {
    const complaints = collectComplaints(page);
    await openSettings(page, nora);
    await card(page).scrollIntoViewIfNeeded();
    await expectCleanLook(page, 'alerts');
    expect(complaints).toEqual([]);
  });
});

test('on a phone everything can be reached with a thumb', async ({ browser, earshot }) => {
  const nora = await createSubscriber(earshot);
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openSettings(phone, nora);

  await card(phone).getByText('Daily', { exact: true }).tap();
  await expect(phone.getByText('You get at most one email a day.')).toBeVisible();
  await card(phone).getByRole('switch', { name: 'Quiet hours' }).tap();
  await expect(phone.getByText('Quiet hours are on.')).toBeVisible();

  expect(await readPreferences(earshot, nora)).toMatchObject({ frequency: 'daily', quiet_hours_enabled: true });
  expect((await card(phone).getByLabel('Quiet from').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await phone.close();
});

const card = (page: Page) => page.getByRole('region', { name: 'Alerts & channels' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Minimum match' });
const kinds = (page: Page) => page.getByRole('region', { name: 'Emails' });

async function openSettings(page: Page, person: Person): Promise<void> {
  await openAs(page, person, '/dashboard?tab=settings#notifications');
  await expect(card(page).getByRole('switch', { name: 'Email Notifications' })).toBeVisible();
}

async function readPreferences(earshot: Earshot, { session }: Person): Promise<unknown> {
  return ((await callApi(earshot, 'GET', '/api/notification-preferences', { session })) as { preferences: unknown }).preferences;
}
