import { expect, test } from '../earshot';

test('the front door opens and says that the server is ready', async ({ page }) => {
  const answer = await page.goto('/');

  expect(answer?.status()).toBe(200);
  await expect(page).toHaveTitle('Earshot');
  await expect(page.getByRole('heading', { level: 1, name: 'Hear your customers' })).toBeVisible();
  const server = page.getByRole('region', { name: 'This server' });
  await expect(server.getByRole('status')).toHaveText(/^Ready\s*Version\s*\d+\.\d+\.\d+\s*Database\s*SQLite$/);
});

for (const path of ['/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard']) {
  test(`${path} opens the front door`, async ({ page }) => {
    const answer = await page.goto(path);

    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Hear your customers' })).toBeVisible();
  });
}

test('the front door leads to the mailbox and to the API documentation', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'open the mailbox' }).click();
  await expect(page).toHaveURL('/sandbox/mailbox');

  await page.goBack();
  await page.getByRole('link', { name: 'API documentation' }).click();
  await expect(page).toHaveURL(/\/api\/docs\/?$/);
});

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

test('a server that stops is reported, and found again after its restart', async ({ page, earshot }) => {
  await page.goto('/');
  const status = page.getByRole('status');
  await expect(status).toContainText(/^Ready/);

  await earshot.stop();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(status).toContainText('This server cannot be reached');

  await earshot.restart();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(status).toContainText(/^Ready/);
});

test('the keyboard reaches every control of the front door and shows where it is', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('status')).toContainText(/^Ready/);

  for (const control of [
    page.getByRole('link', { name: 'open the mailbox' }),
    page.getByRole('button', { name: 'Check again' }),
    page.getByRole('link', { name: 'API documentation' }),
  ]) {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused();
    await expect(control).not.toHaveCSS('box-shadow', 'none');
  }
});

test.describe('a server without an address for signing in', () => {
  test.use({ environment: { EARSHOT_AUTH_URL: '' } });

  test('shows which environment variables are missing instead of the front door', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole('heading', { level: 1, name: 'Missing required environment variables' })).toBeVisible();
    await expect(page.getByText('EARSHOT_AUTH_URL')).toBeVisible();
    await expect(page.getByRole('region', { name: 'This server' })).toBeHidden();
  });
});
