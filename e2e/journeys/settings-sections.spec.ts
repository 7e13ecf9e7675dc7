import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';
import { createScannedPerson } from '../scanned-accounts';

// The sections of Settings: a list beside them on a desk, a menu on top on a phone.

test('a link leads to a part of Settings', async ({ page, earshot }) => {
  await openAs(page, await createScannedPerson(earshot, 'pro'), '/dashboard?tab=settings#notifications');

  await expect(page.locator('#notifications')).toBeFocused();
  await expect(alerts(page)).toBeInViewport();
});

test.describe('the sections of Settings', () => {
  test('a list leads to each, by keyboard too, and the address follows', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro'), '/dashboard?tab=settings');
    const current = sideList(page).locator('[aria-current]');
    await expect(current).toHaveText('Subscription');
    const steps = await page.evaluate(() => window.history.length);

    await sideList(page).getByRole('link', { name: 'Alerts & channels' }).press('Enter');
    const heading = page.getByRole('heading', { level: 2, name: 'Alerts & channels' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL('/dashboard?tab=settings&section=alerts');
    await expect(current).toHaveText('Alerts & channels');

    await alerts(page).hover();
    await page.mouse.wheel(0, 20_000);
    await expect(current).toHaveText('Account');
    await expect(page).toHaveURL('/dashboard?tab=settings&section=account');
    await page.mouse.wheel(0, -30_000);
    await expect(current).toHaveText('Subscription');
    await expect(page).toHaveURL('/dashboard?tab=settings');
    expect(await page.evaluate(() => window.history.length), 'no steps in the history').toBe(steps);

    await page.goto('/dashboard?tab=settings&section=company');
    await expect(page.getByRole('heading', { level: 2, name: 'Company' })).toBeInViewport();
    await expect(current).toHaveText('Company');
  });

  test('on a phone a menu on top says where one is', async ({ browser, earshot }) => {
    const nora = await createScannedPerson(earshot, 'pro');
    await visitEachWidth(browser, [390], async (page) => {
      await openAs(page, nora, '/dashboard?tab=settings');
      const menu = page.getByRole('navigation', { name: 'Settings' });
      await menu.getByRole('button', { name: 'Subscription' }).tap();
      await expectCleanLook(page, 'settings-menu');
      await menu.getByRole('link', { name: 'Alerts & channels' }).tap();

      await expect(menu.getByRole('button', { name: 'Alerts & channels' })).toBeInViewport();
      await expect(page.getByRole('heading', { level: 2, name: 'Alerts & channels' })).toBeInViewport();
      await expect(page).toHaveURL('/dashboard?tab=settings&section=alerts');
    });
  });

  test('a button beside a field keeps its height when the field has an error', async ({ page, earshot }) => {
    await openAs(page, await createScannedPerson(earshot, 'pro'), '/dashboard?tab=settings&section=communities');
    const card = page.getByRole('region', { name: 'Communities' });
    const add = card.getByRole('button', { name: 'Add', exact: true });
    const height = async () => Math.round((await add.boundingBox())?.height ?? 0);
    const before = await height();

    await card.getByRole('textbox').fill('not a community!');
    await card.getByRole('textbox').press('Enter');

    await expect(card.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    expect(await height()).toBe(before);
  });
});

const sideList = (page: Page) => page.getByRole('navigation', { name: 'Settings' });
const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts & channels' });
