import { expect, test } from '../earshot';
import { collectComplaints, expectCleanLook, scrollWidthOf, visitEachWidth } from '../page-checks';

const pages = [
  { name: 'site', path: '/site/', title: 'Someone is asking for what you sell. Be within earshot.' },
  { name: 'site terms', path: '/site/terms', title: 'Terms' },
  { name: 'site privacy', path: '/site/privacy', title: 'Privacy' },
  { name: 'site contact', path: '/site/contact', title: 'Contact' },
];

for (const { name, path, title } of pages) {
  test(`the page '${name}' is clean and accessible in both themes, and needs no sideways scrolling at 320 px`, async ({
    browser,
    earshot,
  }) => {
    await visitEachWidth(browser, [1440, 390], async (page) => {
      const complaints = collectComplaints(page);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));

      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
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

test('the site leads to signing up, to signing in and to the small print', async ({ page }) => {
  for (const [link, address] of [
    ['Sign Up', '/signup'],
    ['Sign In', '/signin'],
    ['Start Free Trial of Professional', '/signup'],
    ['Terms', '/site/terms'],
    ['Privacy', '/site/privacy'],
    ['Contact', '/site/contact'],
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
