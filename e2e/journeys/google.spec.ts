import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { createSubscriber, hasStoredToken, newAddress, newPerson, readMailSubjects, readProfileName } from '../people';

// Signing in and up with Google, on the page that stands in for Google's.

test.describe('Continue with Google', () => {
  test('signs somebody new up, from Sign Up to onboarding, with a profile and one welcome', async ({ page, earshot }) => {
    const email = newAddress('ada');
    await page.goto('/signup?website=cragdesk.example');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await beAtGoogle(page, 'Ada Lark', email);

    await expect(page).toHaveURL(/\/onboarding/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).searchParams.has('code')).toBe(false);
    await expect.poll(() => readMailSubjects(earshot, email)).toEqual(['Welcome to Earshot']);
    await page.reload();
    await expect(page).toHaveURL(/\/onboarding/);
  });

  test('cancelled says so on the form where it began, and works the second time', async ({ page }) => {
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();

    await expect(page.getByRole('status').filter({ hasText: 'Google sign-in was cancelled.' })).toBeVisible();
    await expect(page).toHaveURL('/signup');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await beAtGoogle(page, 'Ada Lark', newAddress('ada'));
    await expect(page).toHaveURL('/onboarding');
  });

  test('opens an account that has the same confirmed address', async ({ page, earshot }) => {
    const nora = await createSubscriber(earshot, newPerson());
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await beAtGoogle(page, 'Somebody Else', nora.email);

    await expect(page).toHaveURL('/dashboard');
    expect(await readProfileName(earshot, nora)).toBe(nora.fullName);
    await expect.poll(() => readMailSubjects(earshot, nora.email)).toContain('Google sign-in was added to your Earshot account');
  });

  test('with an address that Google has not verified lets nobody in', async ({ page }) => {
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await beAtGoogle(page, 'Una Verity', newAddress('unverified+nobody'));

    await expect(page.getByRole('alert')).toContainText('Google has not verified this email address.');
    await expect(page).toHaveURL('/signin');
    expect(await hasStoredToken(page)).toBe(false);
  });
});

/** Chooses who to be on the page that stands in for Google's. */
async function beAtGoogle(page: Page, name: string, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Email').press('Enter');
}
