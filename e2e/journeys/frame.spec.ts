import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { findAccessibilityViolations, collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { isSignedIn, hasStoredToken, openAs, signUp, createSubscriber } from '../people';

const pages = [
  { name: 'relevant posts', path: '/dashboard', shows: 'No Reddit posts found' },
  { name: 'brand mentions', path: '/dashboard?tab=mentions', shows: 'No mentions found' },
  { name: 'settings', path: '/dashboard?tab=settings', shows: 'Single-key shortcuts' },
  { name: 'onboarding', path: '/onboarding', shows: 'What is your company’s website?' },
  { name: 'payment', path: '/payment', shows: 'Choose your plan' },
];

test('the pages of a signed-in person are clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await createSubscriber(earshot);

  await visitEachWidth(browser, [1440, 1024, 390, 320], async (page, width) => {
    await Promise.all([waitForAnswers(page), openAs(page, nora, '/dashboard')]);
    const complaints = collectComplaints(page);

    for (const { name, path, shows } of pages) {
      await Promise.all([waitForAnswers(page), page.goto(path)]);
      await expect(page.getByText(shows).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expectCleanLook(page, name.replaceAll(' ', '-'));
      // The plans with their questions are longer than a screen, and the first step on a phone.
      const isLonger = name === 'payment' || (name === 'onboarding' && width < 1024);
      expect(await isOneScreenHigh(page), `${name}, ${width}`).toBe(!isLonger);
    }

    expect(complaints).toEqual([]);
  });
});

test('the sidebar, the rail and the bottom bar have the widths of the design', async ({ page, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard');
  const sidebar = page.getByRole('complementary');
  const posts = page.getByRole('region', { name: 'Posts' });
  const details = page.getByRole('region', { name: 'Details' });

  // A new size takes a frame or two to be laid out.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => sidebar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 216, height: 900 });
  await expect.poll(async () => [await widthOf(posts), await widthOf(details)]).toEqual([490, 734]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => widthOf(sidebar)).toBe(204);

  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => widthOf(sidebar)).toBe(64);
  await page.getByRole('link', { name: 'Brand Mentions' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^Brand Mentions/);

  await page.setViewportSize({ width: 800, height: 768 });
  await expect(details).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => sidebar.boundingBox()).toEqual({ x: 0, y: 844 - 57, width: 390, height: 57 });
  for (const name of ['Relevant Posts', 'Brand Mentions', 'Settings']) {
    await expect(page.getByRole('link', { name, exact: true })).toContainText(name);
  }
});

test('tabs follow the address, the keys and the history', async ({ page, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard?tab=nonsense');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Relevant Posts');
  await expect(page).toHaveURL('/dashboard');

  await page.getByRole('link', { name: 'Brand Mentions', exact: true }).click();
  await expect(page).toHaveURL('/dashboard?tab=mentions');
  await expect(title).toBeFocused();
  await expect(page).toHaveTitle('Brand Mentions · Earshot');

  await page.keyboard.press('3');
  await expect(title).toHaveText('Settings');
  await page.keyboard.press('Control+1');
  await expect(page).toHaveURL('/dashboard');

  await page.goBack();
  await expect(title).toHaveText('Settings');
  await expect(title).toBeFocused();
  await page.reload();
  await expect(title).toHaveText('Settings');
});

test('the shortcut sheet opens with ?, returns the focus, and switches single keys off', async ({ page, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard');
  const menu = page.getByRole('button', { name: /User menu/ });
  await menu.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.keyboard.press('2');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('?');
  await page.keyboard.press('Shift+D');
  await page.keyboard.press('2');
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/dashboard');

  await page.reload();
  await expect(menu).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('Control+3');
  await expect(page).toHaveURL('/dashboard?tab=settings');
  await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked();
});

test('the theme follows Shift+D, the menu and Settings, and stays', async ({ page, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard');
  const html = page.locator('html');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Shift+D');
  await expect(html).toHaveClass('dark');

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect(html).not.toHaveClass('dark');
  await page.keyboard.press('Escape');

  await page.keyboard.press('3');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(html).toHaveClass('dark');
  await page.reload();
  await expect(html).toHaveClass('dark');
});

test('signing out ends on the marketing site with the stored token gone', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await openAs(page, nora, '/dashboard');

  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();

  await expect(page).toHaveURL(/\/site\/$/);
  expect(await hasStoredToken(page)).toBe(false);
  expect(await isSignedIn(earshot, nora.session)).toBe(false);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/signin');
});

test('a session that ends while Settings is open leaves Settings asking to sign in', async ({ page, context, earshot }) => {
  await openAs(page, await createSubscriber(earshot), '/dashboard?tab=settings');
  await expect(page.getByRole('button', { name: 'Manage…' })).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await otherTab.getByRole('button', { name: /User menu/ }).click();
  await otherTab.getByRole('menuitem', { name: 'Sign Out' }).click();

  await expect(page.getByRole('heading', { name: 'Please sign in to access settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/signin');
});

test('on a phone the avatar opens the user menu as a sheet', async ({ browser, earshot }) => {
  const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const nora = await createSubscriber(earshot);
  await openAs(phone, nora, '/dashboard');

  const avatar = phone.getByRole('button', { name: 'User menu' });
  expect(await avatar.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await avatar.tap();
  const menu = phone.getByRole('menu');
  await expect(menu).toContainText(nora.email);
  await expect(async () => expect(await menu.boundingBox()).toMatchObject({ x: 0, width: 390 })).toPass();
  await phone.close();
});

test('/onboarding and /payment show the way and the same menu', async ({ page, earshot }) => {
  const nora = await signUp(earshot);
  await openAs(page, nora, '/onboarding');

  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('listitem')).toHaveText(['1Website Analysis', 'Keywords(locked)']);
  await expect(steps.locator('[aria-current="step"]')).toContainText('Website Analysis');
  await expect(page.getByRole('link', { name: 'Earshot' })).toHaveAttribute('href', '/site/');

  await page.goto('/payment');
  await expect(steps.getByRole('listitem')).toHaveText(['Website Analysis(done)', 'Keywords(done)', '3Plan']);
  await page.goto('/payment?cancelled=true');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(steps).toBeHidden();

  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/site\/$/);
});

/** A page that is left before it has its answers complains about the requests that it could not finish. */
async function waitForAnswers(page: Page) {
  const answers = ['/rest/v1/profiles', '/rest/v1/subscriptions'].map((path) =>
    page.waitForResponse((response) => response.url().includes(path)),
  );
  await Promise.all(answers);
}

async function widthOf(part: ReturnType<Page['getByRole']>): Promise<number> {
  return Math.round((await part.boundingBox())?.width ?? 0);
}

async function isOneScreenHigh(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight);
}
