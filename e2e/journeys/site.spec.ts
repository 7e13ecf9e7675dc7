import type { Page, Response } from '@playwright/test';
import { expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, scrollWidthOf, visitEachWidth } from '../page-checks';

const pages = [
  { name: 'site', path: '/site/', title: 'Someone is asking for what you sell' },
  { name: 'site preview', path: '/site/try?website=cragdesk.example', title: 'posts for Cragdesk' },
  { name: 'site changelog', path: '/site/changelog', title: 'Changelog' },
  { name: 'site status', path: '/site/status', title: 'Status' },
  { name: 'site terms', path: '/site/terms', title: 'Terms' },
  { name: 'site privacy', path: '/site/privacy', title: 'Privacy' },
  { name: 'site contact', path: '/site/contact', title: 'Contact' },
];
/** Without pictures, as sent. */
const mostBytesOfPage = 100_000;
const mostBytesOfPicture = 60_000;

for (const { name, path, title } of pages) {
  test(`the page '${name}' is clean and accessible in both themes, and needs no sideways scrolling at 320 px`, async ({
    browser,
    earshot,
  }) => {
    await visitEachWidth(browser, path === '/site/' ? [1920, 1440, 1280, 768, 390] : [1440, 390], async (page) => {
      const complaints = collectComplaints(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));

      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await loadPictures(page);
      await page.evaluate(() => document.fonts.ready);

      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(248, 246, 242)');
      await expectCleanLook(page, name.replaceAll(' ', '-'), { fullPage: true });
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(20, 18, 15)');
      expect(asked.filter((url) => !url.startsWith(earshot.url))).toEqual([]);
      expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
      expect(complaints).toEqual([]);
    });

    const narrow = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await narrow.goto(path);
    expect(await scrollWidthOf(narrow)).toBeLessThanOrEqual(320);
    await narrow.close();
  });
}

for (const { name, path } of pages) {
  test(`the page '${name}' weighs at most 100 kB without its pictures, and no picture more than 60 kB`, async ({ page }) => {
    const answers: Response[] = [];
    page.on('response', (answer) => answers.push(answer));
    await page.goto(path, { waitUntil: 'networkidle' });
    await loadPictures(page);

    const sizes = await Promise.all(
      answers.map(async (answer) => {
        const { responseBodySize } = await answer.request().sizes();
        return { address: new URL(answer.url()).pathname, bytes: responseBodySize };
      }),
    );
    const weight = sizes.filter((file) => !isPicture(file)).reduce((sum, { bytes }) => sum + bytes, 0);

    expect(weight, JSON.stringify(sizes)).toBeLessThanOrEqual(mostBytesOfPage);
    expect(sizes.filter((file) => isPicture(file) && file.bytes > mostBytesOfPicture)).toEqual([]);
  });
}

test('a picture is in the theme and the shape of the window, and its room is there before it', async ({ page }) => {
  const shot = page.getByRole('img', { name: /^Relevant Posts:/ });
  for (const [width, colorScheme, file] of [
    [1440, 'light', 'posts-light.webp'],
    [1440, 'dark', 'posts-dark.webp'],
    [390, 'light', 'posts-phone-light.webp'],
    [390, 'dark', 'posts-phone-dark.webp'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto('/site/');
    const before = await shot.boundingBox();
    await loadPictures(page);

    expect(await shot.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(new RegExp(`/${file}$`));
    expect(await shot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    const after = await shot.boundingBox();
    expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  }
});

test('nothing moves while the landing page loads', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/site/');
    await loadPictures(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((found) => {
          type LayoutShift = PerformanceEntry & { value: number };
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as LayoutShift[]) sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => found(sum)));
        }),
    );
    expect(shift, `${width}`).toBe(0);
  }
});

test('the field asks for posts of a website, by the keyboard alone', async ({ page }) => {
  await page.goto('/site/');
  const field = page.getByRole('textbox', { name: 'Try it with your website' });
  await field.focus();
  await page.keyboard.type('paperlark.example');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show me posts' })).toBeFocused();
  const asked = page.waitForRequest(/\/site\/try/);
  await page.keyboard.press('Enter');

  const { pathname, search } = new URL((await asked).url());
  expect(pathname + search).toBe('/site/try?website=paperlark.example');
});

test('on a phone the comparison is a list of ways, and still a table to a screen reader', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/site/');
  const table = page.getByRole('table', { name: 'How it differs from other ways' });

  await expect(table.getByRole('columnheader')).toHaveText(['Way', 'Good for', 'What you see', 'Help with the answer', 'Who posts']);
  await expect(table.getByRole('rowheader')).toHaveCount(5);
  const box = await table.getByRole('cell').last().boundingBox();
  expect(box?.width).toBeGreaterThan(250);
});

test('the site leads to signing up, to signing in and to the small print', async ({ page }) => {
  for (const [link, address] of [
    ['Sign Up', '/signup'],
    ['Sign In', '/signin'],
    ['Start Free Trial of Professional', '/signup'],
    ['Terms', '/site/terms'],
    ['Privacy', '/site/privacy'],
    ['Contact', '/site/contact'],
    ['Changelog', '/site/changelog'],
    ['Status', '/site/status'],
  ] as const) {
    await page.goto('/site/');
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page).toHaveURL(address);
  }
});

test('the two plans stand beside each other with their prices', async ({ page }) => {
  await page.goto('/site/');

  await expect(page.getByRole('article', { name: 'Starter' })).toContainText('$10 a month');
  const professional = page.getByRole('article', { name: 'Professional' });
  await expect(professional).toContainText('$21 a month');
  await expect(professional).toContainText('Most Popular');
});

test('the keyboard can skip the header, and a question opens while the other closes', async ({ page }) => {
  await page.goto('/site/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  const answer = page.getByText('After three days your card is charged');
  await expect(answer).toBeHidden();
  await page.getByText('What happens when the trial ends?').press('Enter');
  await expect(answer).toBeVisible();
  await expect(page.getByText('Never. It finds posts and writes drafts.')).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the site is all there', async ({ page }) => {
    await page.goto('/site/');

    await expect(page.getByRole('heading', { level: 2, name: 'Choose your plan' })).toBeVisible();
  });
});

test('an unknown page of the site is the 404 that leads back to it', async ({ page }) => {
  const answer = await page.goto('/site/nowhere');

  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/site/');
});

const isPicture = ({ address }: { address: string }) => /\.(webp|jpg)$/.test(address);

/** Pictures come when they are nearly in sight. */
async function loadPictures(page: Page): Promise<void> {
  for (const picture of await page.locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}
