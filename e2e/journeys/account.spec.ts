import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { findAccessibilityViolations } from '../page-checks';
import {
  isSignedIn,
  hasStoredToken,
  waitForMailedLink,
  readMailSubjects,
  readProfileName,
  newAddress,
  openAs,
  signIn,
  signUp,
  createSubscriber,
} from '../people';

test('a name is changed on screen, in the session and in the profile', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openAs(page, nora, '/dashboard');
  await openAccount(page);

  await page.getByLabel('Full name').fill('Nora van der Veld');
  await page.getByRole('button', { name: 'Save name' }).click();

  await expect(page.getByText('Name saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /User menu:\s*Nora van der Veld/ })).toBeFocused();
  expect(await readProfileName(earshot, nora)).toBe('Nora van der Veld');
  await page.reload();
  await expect(page.getByRole('button', { name: /User menu/ })).toContainText('Nora van der Veld');
});

test('a new password signs out all other devices and keeps this one', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  const phone = await signIn(earshot, nora.email, nora.password);
  await openAs(page, nora, '/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Manage…' }).click();

  await page.getByLabel('Current password').fill(nora.password);
  await page.getByLabel('New password', { exact: true }).fill('a louder lark');
  await page.getByLabel('Confirm new password').fill('a louder larch');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('a louder lark');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page.getByText('Password changed')).toBeVisible();
  expect(await isSignedIn(earshot, phone)).toBe(false);
  expect(await isSignedIn(earshot, nora.session)).toBe(true);
  await signIn(earshot, nora.email, 'a louder lark');
  await expect.poll(() => readMailSubjects(earshot, nora.email)).toContain('Your Earshot password was changed');
});

test('the devices of an account are listed, and one of them can be signed out', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  const phone = await signIn(earshot, nora.email, nora.password);
  await openAs(page, nora, '/dashboard');
  await openAccount(page);

  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await devices.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();

  await expect(page.getByText(/ is signed out$/)).toBeVisible();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect(await isSignedIn(earshot, phone)).toBe(false);
  expect(await isSignedIn(earshot, nora.session)).toBe(true);
});

test('a new address waits for its link and then signs in', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  const newEmail = newAddress('nora-van-der-veld');
  await openAs(page, nora, '/dashboard');
  await openAccount(page);

  await page.getByLabel('New email address').fill(newEmail);
  await page.getByRole('button', { name: 'Change email' }).click();
  const pending = page.getByRole('region', { name: 'Email' }).getByText(`We sent a link to ${newEmail}.`);
  await expect(pending).toBeVisible();
  await page.reload();
  await openAccount(page);
  await expect(pending).toBeVisible();

  await page.goto(await waitForMailedLink(earshot, newEmail));
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: /User menu/ })).toContainText(newEmail);
  await signIn(earshot, newEmail, nora.password);
  await expect.poll(() => readMailSubjects(earshot, nora.email)).toContain('Your Earshot email was changed');
});

test('an address that somebody else has is refused, and nothing is lost', async ({ page, earshot }) => {
  const ada = await signUp(earshot, { email: newAddress('ada') });
  await openAs(page, await createSubscriber(earshot), '/dashboard');
  await openAccount(page);

  await page.getByLabel('New email address').fill(ada.email);
  await page.getByRole('button', { name: 'Change email' }).click();

  await expect(page.getByRole('alert')).toHaveText('A user with this email address has already been registered');
  await expect(page.getByLabel('New email address')).toHaveValue(ada.email);
});

test('signing out everywhere ends every session', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  const phone = await signIn(earshot, nora.email, nora.password);
  await openAs(page, nora, '/dashboard');
  await openAccount(page);

  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();

  await expect(page).toHaveURL(/\/site\/$/);
  expect(await hasStoredToken(page)).toBe(false);
  expect(await isSignedIn(earshot, phone)).toBe(false);
  expect(await isSignedIn(earshot, nora.session)).toBe(false);
});

test("one's own data comes as a file", async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openAs(page, nora, '/dashboard');
  await openAccount(page);

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()]);

  expect(download.suggestedFilename()).toBe('earshot-my-data.json');
  expect(JSON.stringify(JSON.parse(await readFile(await download.path(), 'utf8')))).toContain(nora.email);
  await expect(page.getByText('Your data has been downloaded')).toBeVisible();
});

test('deleting the account is asked twice and leaves nothing', async ({ page, earshot }) => {
  const nora = await signUp(earshot);
  await openAs(page, nora, '/onboarding');
  await openAccount(page);

  await page.getByRole('button', { name: 'Delete my account…' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete your account and all data?' })).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirm = page.getByRole('button', { name: 'Delete my account', exact: true });
  await expect(page.getByLabel('Your email address')).toBeFocused();
  await page.keyboard.type(nora.email.replace('.example', ''));
  await expect(confirm).toBeDisabled();
  await page.keyboard.type('.example');
  await confirm.click();

  await expect(page).toHaveURL(/\/site\/$/);
  expect(await hasStoredToken(page)).toBe(false);
  expect(await isSignedIn(earshot, nora.session)).toBe(false);
  await expect(signIn(earshot, nora.email, nora.password)).rejects.toThrow('Invalid login credentials');
});

test('the account sheet keeps what was typed when the server is away', ownServer, async ({ page, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard');
  await openAccount(page);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Full name').fill('Nora van der Veld');

  await earshot.stop();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('alert')).toContainText('Earshot cannot be reached.');
  await expect(page.getByLabel('Full name')).toHaveValue('Nora van der Veld');

  await earshot.restart();
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

async function openAccount(page: Page) {
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account…' }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
}
