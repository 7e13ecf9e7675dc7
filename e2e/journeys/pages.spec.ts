import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook, keepScreen, scrollWidthOf, visitEachWidth } from '../page-checks';
import { newAddress } from '../people';

// What every page owes everybody, whatever it is about.

type Case = {
  name: string;
  path: string;
  /** A text by which one sees that the page is there in full. */
  shows: string;
  status?: number;
  environment?: Record<string, string>;
  details?: { tag?: string };
  /** What has to be done before the page is what its name says. */
  reach?: (page: Page) => Promise<void>;
  /** What the browser may say about it. */
  complaint?: RegExp;
};

const pages: Case[] = [
  { name: 'sign in', path: '/signin', shows: 'Forgot your password?' },
  { name: 'sign up', path: '/signup', shows: 'We will send a link to confirm your email address.' },
  { name: 'sign up with complaints', path: '/signup', shows: 'Please confirm your password', reach: signUpEmpty },
  { name: 'forgotten password', path: '/signin?view=forgot-password', shows: 'Back to Sign In' },
  { name: 'link sent', path: '/signin?view=forgot-password', shows: 'Use another address', reach: askForLink },
  { name: 'not found', path: '/no/such/page', shows: 'Return to Home', status: 404 },
  { name: 'missing settings', path: '/', shows: 'EARSHOT_AUTH_URL', environment: { EARSHOT_AUTH_URL: '' } },
  { name: 'gallery', path: '/dev/gallery', shows: 'Break this screen' },
  { name: 'render error', path: '/dev/gallery', shows: 'Try Again', reach: breakIt, complaint: /asked to break/ },
  { name: 'mailbox', path: '/sandbox/mailbox', shows: 'No mail yet', details: ownServer },
  { name: 'API documentation', path: '/api/docs', shows: '/readyz' },
];

for (const { name, path, shows, status = 200, environment = {}, details = {}, reach, complaint } of pages) {
  test.describe(() => {
    test.use({ environment });

    test(`the page '${name}' is clean and accessible in both themes, wide and narrow`, details, async ({ browser }) => {
      await visitEachWidth(browser, [1440, 390], async (page) => {
        const complaints = collectComplaints(page);

        const answer = await page.goto(path);
        await reach?.(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByText(shows).first()).toBeVisible();

        expect(answer?.status()).toBe(status);
        await expectCleanLook(page, name.replaceAll(' ', '-'), { fullPage: true });
        expect(complaints.filter((text) => complaint?.test(text) !== true)).toEqual([]);
      });

      await test.step('no sideways scrolling at 320 px, which is 200% zoom on a small screen', async () => {
        const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
        await page.goto(path);
        await reach?.(page);
        await expect(page.getByText(shows).first()).toBeVisible();

        expect(await scrollWidthOf(page)).toBeLessThanOrEqual(320);
        await page.close();
      });
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says plainly what it needs', async ({ page }) => {
    await page.goto('/dashboard');

    await expect(page.getByRole('heading', { level: 1, name: 'Earshot needs JavaScript' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('reload the page');
    await keepScreen(page, 'no-scripts');
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

async function signUpEmpty(page: Page) {
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function askForLink(page: Page) {
  await page.getByLabel('Email').fill(newAddress('nora'));
  await page.getByRole('button', { name: 'Send link' }).click();
}

async function breakIt(page: Page) {
  await page.getByRole('button', { name: 'Break this screen' }).click();
}
