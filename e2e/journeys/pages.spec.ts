import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { accessibilityViolations, complaintsOf } from '../inspection';

// What every page owes everybody, whatever it is about.

type Case = {
  name: string;
  path: string;
  /** A text by which one sees that the page is there in full. */
  shows: string;
  status?: number;
  environment?: Record<string, string>;
  /** What has to be done before the page is what its name says. */
  reach?: (page: Page) => Promise<void>;
  /** What the browser may say about it. */
  complaint?: RegExp;
};

const pages: Case[] = [
  { name: 'sign in', path: '/signin', shows: 'Forgot your password?' },
  { name: 'sign up', path: '/signup', shows: 'We will send a link to confirm your email address.' },
  { name: 'sign up with complaints', path: '/signup', shows: 'Please repeat your password', reach: signUpEmpty },
  { name: 'forgotten password', path: '/signin?view=forgot-password', shows: 'Back to Sign In' },
  { name: 'link sent', path: '/signin?view=forgot-password', shows: 'Use another address', reach: askForLink },
  { name: 'not found', path: '/no/such/page', shows: 'Return to Home', status: 404 },
  { name: 'missing settings', path: '/', shows: 'EARSHOT_AUTH_URL', environment: { EARSHOT_AUTH_URL: '' } },
  { name: 'gallery', path: '/dev/gallery', shows: 'Break this screen' },
  { name: 'render error', path: '/dev/gallery', shows: 'Try Again', reach: breakIt, complaint: /asked to break/ },
  { name: 'mailbox', path: '/sandbox/mailbox', shows: 'No mail yet' },
  { name: 'API documentation', path: '/api/docs', shows: '/readyz' },
];

for (const { name, path, shows, status = 200, environment = {}, reach, complaint } of pages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test.describe(() => {
        test.use({ environment, colorScheme, viewport: { width, height: width === 390 ? 844 : 900 }, hasTouch: width === 390 });

        test(`the page '${name}' is clean and accessible in ${colorScheme}, ${width} wide`, async ({ page }) => {
          const complaints = complaintsOf(page);

          const answer = await page.goto(path);
          await reach?.(page);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByText(shows).first()).toBeVisible();

          expect(answer?.status()).toBe(status);
          await page.screenshot({ path: `results/screens/${name.replaceAll(' ', '-')}-${colorScheme}-${width}.png`, fullPage: true });
          expect(await accessibilityViolations(page)).toEqual([]);
          expect(await widthOf(page)).toBeLessThanOrEqual(width);
          expect(complaints.filter((text) => complaint?.test(text) !== true)).toEqual([]);
        });
      });
    }
  }

  test.describe(() => {
    test.use({ environment, viewport: { width: 320, height: 640 } });

    test(`the page '${name}' needs no sideways scrolling at 320 px, which is 200% zoom on a small screen`, async ({ page }) => {
      await page.goto(path);
      await reach?.(page);
      await expect(page.getByText(shows).first()).toBeVisible();

      expect(await widthOf(page)).toBeLessThanOrEqual(320);
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says plainly what it needs', async ({ page }) => {
    await page.goto('/dashboard');

    await expect(page.getByRole('heading', { level: 1, name: 'Earshot needs JavaScript' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('reload the page');
    await page.screenshot({ path: 'results/screens/no-scripts.png' });
  });
});

test.describe('a server in production', () => {
  test('has no gallery', async ({ page, request }) => {
    // Production refuses to start on sandboxes, so the page is told that it is production instead.
    await page.route('**/settings.js', async (route) => {
      const script = await (await request.get('/settings.js')).text();
      await route.fulfill({ contentType: 'text/javascript', body: script.replace('"isDevelopment":true', '"isDevelopment":false') });
    });

    await page.goto('/dev/gallery');

    await expect(page.getByRole('heading', { level: 1, name: 'This page is out of earshot' })).toBeVisible();
  });
});

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

async function signUpEmpty(page: Page) {
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function askForLink(page: Page) {
  await page.getByLabel('Email').fill('nora@paperlark.example');
  await page.getByRole('button', { name: 'Send link' }).click();
}

async function breakIt(page: Page) {
  await page.getByRole('button', { name: 'Break this screen' }).click();
}
