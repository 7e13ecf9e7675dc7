import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';

export const colorSchemes = ['light', 'dark'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/** Opens a page in each of these widths, as a phone below 768 px. The phones share a browser context, and so do the others. */
export async function visitEachWidth(
  browser: Browser,
  widths: readonly number[],
  visit: (page: Page, width: number) => Promise<void>,
): Promise<void> {
  const looks = widths.map((width) => ({ width }));
  await inEach(browser, looks, (page, { width }) => visit(page, width));
}

/** Opens a page in each of these widths and in both themes. */
export async function visitEachLook(
  browser: Browser,
  widths: readonly number[],
  visit: (page: Page, look: Required<Look>) => Promise<void>,
): Promise<void> {
  const looks = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));
  await inEach(browser, looks, visit);
}

type Look = { width: number; colorScheme?: ColorScheme };

async function inEach<Wanted extends Look>(
  browser: Browser,
  looks: Wanted[],
  visit: (page: Page, look: Wanted) => Promise<void>,
): Promise<void> {
  test.slow();
  for (const isPhone of [false, true]) {
    const looksOfKind = looks.filter(({ width }) => width < 768 === isPhone);
    if (looksOfKind.length === 0) continue;
    const context = await browser.newContext({ hasTouch: isPhone });
    for (const look of looksOfKind) {
      await test.step(Object.values(look).join(', '), async () => {
        const page = await context.newPage();
        await page.setViewportSize({ width: look.width, height: isPhone ? 844 : 900 });
        await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' });
        await visit(page, look);
        // What a page remembers of one look must not reach the next.
        await page.evaluate(() => localStorage.clear());
        await page.close();
      });
    }
    await context.close();
  }
}

/** Looks at the page as it stands in both themes: a screenshot, what axe finds, and nothing to scroll sideways. */
export async function expectCleanLook(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of colorSchemes) {
    const look = `${name}-${colorScheme}-${width}`;
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    await waitForAnimations(page);
    await page.screenshot({ path: `results/screens/${look}.png`, fullPage });
    expect(await findAccessibilityViolations(page), look).toEqual([]);
    expect(await scrollWidthOf(page), look).toBe(width);
  }
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

/** Everything that axe holds against the page as it stands. */
export async function findAccessibilityViolations(page: Page) {
  // Our pages frame nothing from elsewhere, so axe need not open a second page to gather what it found.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

/** Nothing fades in or out any more. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
