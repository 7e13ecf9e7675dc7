import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { collectComplaints, expectCleanLook } from '../page-checks';
import { openAs } from '../people';
import { createScannedPerson } from '../scanned-accounts';
import { advanceClock, hours } from '../subscriptions';

// Posts that the listener hears while somebody reads the list: they wait until they are asked for.

test.use({ environment: { EARSHOT_STREAM: 'on', EARSHOT_SCANS: 'off' } });

test(
  'what is heard meanwhile waits behind a button, and no row moves before it is pressed',
  ownServer,
  async ({ browser, page, earshot }) => {
    const nora = await createScannedPerson(earshot, 'pro');
    await earshot.admin('seed', nora.email);
    await page.setViewportSize({ width: 1440, height: 900 });
    await openAs(page, nora, '/dashboard');
    const phone = await browser.newPage({ baseURL: earshot.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await openAs(phone, nora, '/dashboard');
    await expect(posts(phone).first()).toBeVisible();
    // At the top of a list in which nothing is open, they would simply appear.
    await scrollList(phone, 400);
    const complaints = collectComplaints(page);
    await expect(posts(page).first()).toBeVisible();
    const before = await total(page);
    const first = await posts(page).first().getByRole('heading').innerText();

    // Some posts of the sample Reddit are written two days later than others.
    await advanceClock(earshot, hours(49));
    await expect(news(page)).toBeVisible({ timeout: 90_000 });
    await expect(posts(page).first().getByRole('heading')).toHaveText(first);
    expect(await total(page)).toBe(before);
    await expectCleanLook(page, 'heard-posts');
    await expect(news(phone)).toBeVisible();
    expect((await news(phone).boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await expectCleanLook(phone, 'heard-posts');

    await news(page).click();
    await expect(news(page)).toBeHidden();
    await expect.poll(() => total(page)).toBeGreaterThan(before);
    await news(phone).tap();
    await expect(news(phone)).toBeHidden();
    await expect.poll(() => scrollList(phone, 0)).toBe(0);
    expect(complaints).toEqual([]);
    await phone.close();
  },
);

function news(page: Page) {
  return page.getByRole('button', { name: /^\d+ new posts?$/ });
}

function posts(page: Page) {
  return page.getByRole('list', { name: /^(Posts|New)/ }).getByRole('listitem');
}

/** How far the list was scrolled; its sections scroll together. */
function scrollList(page: Page, by: number) {
  return posts(page)
    .first()
    .locator('xpath=ancestor::div[contains(@class, "overflow-y-auto")][1]')
    .evaluate((box, px) => {
      box.scrollBy(0, px);
      return box.scrollTop;
    }, by);
}

async function total(page: Page) {
  return Number(await posts(page).first().getAttribute('aria-setsize'));
}
