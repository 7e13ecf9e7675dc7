import { env } from 'node:process';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const colorSchemes = ['light', 'dark'] as const;

/** Where axe looks at colours too, which takes it longer than all the rest; between these widths only places and words change. */
const widthsWithColors = new Set([1440, 390]);

/** Opens a page in each of these widths, as a phone below 768 px. The phones share a browser context, and so do the others. */
export async function visitEachWidth(
  browser: Browser,
  widths: readonly number[],
  visit: (page: Page, width: number) => Promise<void>,
): Promise<void> {
  test.slow();
  for (const isPhone of [false, true]) {
    const widthsOfKind = widths.filter((width) => width < 768 === isPhone);
    if (widthsOfKind.length === 0) continue;
    const context = await browser.newContext({ hasTouch: isPhone });
    for (const width of widthsOfKind) {
      await test.step(`${width}`, async () => {
        const page = await context.newPage();
        await page.setViewportSize({ width, height: isPhone ? 844 : 900 });
        await visit(page, width);
        // What a page remembers of one width must not reach the next.
        await page.evaluate(() => localStorage.clear());
        await page.close();
      });
    }
    await context.close();
  }
}

/** Looks at the page as it stands in both themes: what axe finds, and nothing to scroll sideways. */
export async function expectCleanLook(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  for (const colorScheme of colorSchemes) {
    const look = `${name}-${colorScheme}-${width}`;
    await page.emulateMedia({ colorScheme });
    // A page without a switch says `light dark` and leaves it to the system.
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme));
    await waitForAnimations(page);
    await keepScreen(page, look, { fullPage });
    await expectNoViolations(page, look, width, colorScheme);
    expect(await scrollWidthOf(page), look).toBeLessThanOrEqual(width);
  }
}

/** Looks at a page with axe, by the rules that its width and theme can have changed. */
async function expectNoViolations(page: Page, look: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const hasColors = widthsWithColors.has(width);
  // Nothing but colours is different in the second theme.
  if (colorScheme === 'dark' && !hasColors) return;
  const options = colorScheme === 'dark' ? onlyColors : hasColors ? {} : withoutColors;
  expect(await findLastingViolations(page, options), look).toEqual([]);
}

const onlyColors: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const withoutColors: RunOptions = { rules: { 'color-contrast': { enabled: false } } };

/** A toast that fades away while axe looks is too pale for a moment; what is wrong with a page is so at a second look too. */
async function findLastingViolations(page: Page, options: RunOptions) {
  const found = await findAccessibilityViolations(page, options);
  if (found.length === 0) return found;
  await waitForAnimations(page);
  return findAccessibilityViolations(page, options);
}

/** Keeps a picture of a page or a part of it in `results/screens`, for those who want to see it: `EARSHOT_TEST_SCREENS=on`. */
export async function keepScreen(shown: Page | Locator, name: string, { fullPage = false } = {}): Promise<void> {
  if (env['EARSHOT_TEST_SCREENS'] !== 'on') return;
  await shown.screenshot({ path: `results/screens/${name}.png`, ...(fullPage ? { fullPage } : {}) });
}

export function scrollWidthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Collects what the browser finds wrong: console errors and warnings, exceptions, breaches of the CSP. */
export function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Chromium reports the 404 of a page that is meant to be one.
    const isThePageItself = message.location().url === page.url() && message.text().includes('status of 404');
    if (['error', 'warning'].includes(message.type()) && !isThePageItself) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    // A page that is left drops what it was still asking for.
    const isDropped = request.failure()?.errorText === 'net::ERR_ABORTED';
    if (!isDropped) complaints.push(`failed: ${request.url()}`);
  });
  return complaints;
}

/** Everything that axe holds against the page as it stands, by all rules or by some. */
export async function findAccessibilityViolations(page: Page, options: RunOptions = {}) {
  // Reading its half a megabyte takes the browser longer than most of its looks, and it stays in the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // Our pages frame nothing from elsewhere, and what a mail frames runs no script.
  const { violations } = await page.evaluate((given) => (window as unknown as { axe: typeof axe }).axe.run(document, given), {
    ...options,
    resultTypes: ['violations'],
    iframes: false,
  } as RunOptions);
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

/** Nothing fades in or out any more. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
