import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { keepScreen } from '../page-checks';

test('the theme follows the system until somebody chooses, and the choice stays', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dev/gallery');
  await expectTheme(page, 'light');

  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme(page, 'dark');

  await page.getByRole('radio', { name: 'Light' }).click();
  await expectTheme(page, 'light');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expectTheme(page, 'light');

  await page.getByRole('radio', { name: 'System' }).click();
  await expectTheme(page, 'dark');
});

test('a choice in one tab reaches the others', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/dev/gallery');

  await other.getByRole('radio', { name: 'Dark' }).click();

  await expectTheme(page, 'dark');
});

test('the theme is set before anything is painted', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => {
    localStorage.setItem('earshot-theme', 'dark');
    // The body is what is painted: whoever sees it appear sees the class it will be painted with.
    new MutationObserver((_changes, observer) => {
      if (document.body === null) return;
      sessionStorage.setItem('class-at-first-paint', document.documentElement.className);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

  await page.goto('/');

  expect(await page.evaluate(() => sessionStorage.getItem('class-at-first-paint'))).toBe('dark');
});

test.describe('people who prefer reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('see nothing move by itself, and progress all the same', async ({ page }) => {
    await page.goto('/dev/gallery');
    await expect(page.getByRole('progressbar', { name: 'Finding opportunities' })).toHaveAttribute('aria-valuenow', '44');

    const moving = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running').length);

    expect(moving).toBe(0);
  });
});

test.describe('people with colours of their own', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('can tell done from to come, on from off, and what is selected', async ({ page }) => {
    await page.goto('/dev/gallery');
    await keepScreen(page, 'gallery-forced-colours', { fullPage: true });

    const bars = page.getByRole('progressbar', { name: 'Finding opportunities' }).locator('rect');
    const fill = (index: number) => bars.nth(index).evaluate((bar) => getComputedStyle(bar).fill);
    expect(await fill(0)).not.toBe(await fill(-1));
    const background = (name: string) => page.getByRole('switch', { name }).evaluate((box) => getComputedStyle(box).backgroundColor);
    expect(await background('Email Notifications')).not.toBe(await background('Not in this plan'));
  });

  test('see where the keyboard is', async ({ page }) => {
    await page.goto('/dev/gallery');

    const button = page.getByRole('button', { name: 'Primary' });
    await button.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');

    await expect(button).toBeFocused();
    await expect(button).toHaveCSS('outline-style', 'solid');
  });
});

async function expectTheme(page: Page, theme: 'light' | 'dark') {
  const background = { light: '#f8f6f2', dark: '#14120f' }[theme];
  await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', background);
}
