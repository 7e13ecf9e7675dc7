import { expect, test } from '../earshot';

test('the front door opens at Sign In', async ({ page }) => {
  const answer = await page.goto('/');

  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL('/auth');
  await expect(page).toHaveTitle('Sign In · Earshot');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
});

for (const path of ['/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard']) {
  test(`${path} answers 200 and is a door for strangers`, async ({ page }) => {
    const answer = await page.goto(path);

    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('tablist', { name: 'Sign in or sign up' })).toBeVisible();
  });
}

test('an unknown address answers 404, says so and leads home', async ({ page }) => {
  const answer = await page.goto('/no/such/page');

  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found · Earshot');
  await expect(page.getByRole('heading', { level: 1, name: 'This page is out of earshot' })).toBeVisible();

  const [home] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.getByRole('link', { name: 'Return to Home' }).click(),
  ]);
  expect(home.status()).toBe(200);
});

test('the keyboard reaches every control of Sign In in order and shows where it is', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  for (const control of [
    page.getByRole('tab', { name: 'Sign In' }),
    page.getByRole('button', { name: 'Continue with Google' }),
    page.getByLabel('Email'),
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: 'Show password' }),
    page.getByRole('button', { name: 'Sign In' }),
    page.getByRole('button', { name: 'Forgot your password?' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
  }
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).not.toHaveCSS('box-shadow', 'none');
});

test.describe('a server without an address for signing in', () => {
  test.use({ environment: { EARSHOT_AUTH_URL: '' } });

  test('shows which environment variables are missing instead of the front door', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole('heading', { level: 1, name: 'Missing required environment variables' })).toBeVisible();
    await expect(page.getByText('EARSHOT_AUTH_URL')).toBeVisible();
    await expect(page.getByRole('tablist')).toBeHidden();
  });
});
