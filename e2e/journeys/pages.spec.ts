import { expect, test } from '../earshot';
import { accessibilityViolations, complaintsOf } from '../inspection';

// What every page owes everybody, whatever it is about.

/** A page, and a text by which one sees that it is there in full. */
type Case = { name: string; path: string; shows: string; status?: number; environment?: Record<string, string> };

const pages: Case[] = [
  { name: 'front door', path: '/', shows: 'SQLite' },
  { name: 'not found', path: '/no/such/page', shows: 'Return to Home', status: 404 },
  { name: 'missing settings', path: '/', shows: 'EARSHOT_AUTH_URL', environment: { EARSHOT_AUTH_URL: '' } },
  { name: 'mailbox', path: '/sandbox/mailbox', shows: 'No mail yet' },
  { name: 'API documentation', path: '/api/docs', shows: '/readyz' },
];

for (const { name, path, shows, status = 200, environment = {} } of pages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      test.describe(() => {
        test.use({ environment, colorScheme, viewport: { width, height: width === 390 ? 844 : 900 } });

        test(`the page '${name}' is clean and accessible in ${colorScheme}, ${width} wide`, async ({ page }) => {
          const complaints = complaintsOf(page);

          const answer = await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.getByText(shows).first()).toBeVisible();

          expect(answer?.status()).toBe(status);
          await page.screenshot({ path: `results/screens/${name.replaceAll(' ', '-')}-${colorScheme}-${width}.png`, fullPage: true });
          expect(await accessibilityViolations(page)).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          expect(complaints).toEqual([]);
        });
      });
    }
  }
}
