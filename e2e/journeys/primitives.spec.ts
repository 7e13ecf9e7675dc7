import type { Locator } from '@playwright/test';
import { expect, test } from '../earshot';
import { findAccessibilityViolations } from '../page-checks';

// What the parts promise and only a real browser can show: places, focus, the keyboard.

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/gallery');
});

test('a dialog keeps the keyboard inside, acts on Ctrl+Enter and gives the focus back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Reject…' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Reject this post?' });
  await expect(dialog.getByRole('button', { name: 'Reject Post' })).toBeDisabled();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.keyboard.type('Off topic');
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Control+Enter');

  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog stands in the middle of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Reject…' }).click();

  // It grows into its place.
  await expect.poll(async () => (await boxOf(page.getByRole('dialog'))).width).toBe(460);
  const box = await boxOf(page.getByRole('dialog'));

  expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThanOrEqual(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a dialog is a sheet at the bottom edge', async ({ page }) => {
    await page.getByRole('button', { name: 'Reject…' }).click();

    await expect.poll(async () => (await boxOf(page.getByRole('dialog'))).y + (await boxOf(page.getByRole('dialog'))).height).toBe(844);
    expect((await boxOf(page.getByRole('dialog'))).width).toBe(390);
  });

  test('whatever is pressed or typed into is 44 px high', async ({ page }) => {
    const tooSmall = await page.evaluate(() => {
      return (
        [...document.querySelectorAll('main :is(button, input, textarea, [role="switch"], a[href])')]
          // What a phone does not show cannot be pressed there.
          .filter((control) => !control.hasAttribute('disabled') && control.checkVisibility())
          .map((control) => ({
            control,
            height: (control.closest('label, .focus-field-within') ?? control).getBoundingClientRect().height,
          }))
          // A pseudo-element may reach beyond its button: the x of a chip has such a hit area, and a row's title.
          .filter(
            ({ control, height }) =>
              Math.max(height, ...['::before', '::after'].map((part) => Number.parseFloat(getComputedStyle(control, part).height) || 0)) <
              44,
          )
          .map(({ control, height }) => `${control.getAttribute('aria-label') ?? control.textContent}: ${Math.round(height)}`)
      );
    });

    expect(tooSmall).toEqual([]);
  });
});

test('a select is worked by keys, and its list stands above everything', async ({ page }) => {
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await sort.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Relevance' })).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Newest' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(sort).toHaveText('Newest');
  await expect(sort).toBeFocused();
});

test('a menu is worked by keys and gives the focus back', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Nora Feld' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();

  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused();
  await page.keyboard.press('Escape');

  await expect(page.getByRole('menu')).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a tooltip shows the name and the key of a button, for the mouse and for the keyboard', async ({ page }) => {
  const refresh = page.getByRole('region', { name: 'Buttons' }).getByRole('button', { name: 'Refresh', exact: true });
  await refresh.hover();
  await expect(page.getByRole('tooltip', { name: 'Refresh' })).toBeVisible();
  await page.mouse.move(0, 0, { steps: 5 });
  await expect(page.getByRole('tooltip')).toBeHidden();

  await refresh.focus();
  await expect(page.getByRole('tooltip', { name: 'Refresh' })).toBeVisible();
});

test('toasts stand beside the sidebar, and a failure is an alert with its way out', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Failure' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to discover new posts.' });
  await expect(failure).toBeVisible();
  // Its time stands still below the pointer, however slow the machine is.
  await failure.hover();
  await expect.poll(async () => Math.round((await boxOf(failure)).x)).toBeGreaterThanOrEqual(216);

  await page.getByRole('button', { name: 'Retry' }).last().click();

  await expect(page.getByText('Trying again')).toBeVisible();
  await expect(failure).toBeHidden();
});

test('a screen that breaks can be tried again', async ({ page }) => {
  await page.getByRole('button', { name: 'Break this screen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();

  await page.getByRole('button', { name: 'Try Again' }).click();

  await expect(page.getByRole('button', { name: 'Break this screen' })).toBeVisible();
});

test('a screen that breaks can be reset: drafts go, the session stays, and the start is shown', async ({ page }) => {
  await page.evaluate(() => {
    localStorage.setItem('earshot-draft-onboarding', 'begun');
    localStorage.setItem('sb-localhost-auth-token', 'session');
  });
  await page.getByRole('button', { name: 'Break this screen' }).click();

  await page.getByRole('button', { name: 'Reset' }).click();

  // The start is the root, which sends strangers on; the kept session is of another server.
  await expect(page).toHaveURL('/auth');
  const kept = await page.evaluate(() => [
    localStorage.getItem('earshot-draft-onboarding'),
    localStorage.getItem('sb-localhost-auth-token'),
  ]);
  expect(kept).toEqual([null, 'session']);
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the screen');
  return box;
}
