import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Collects what the browser finds wrong: console errors and warnings, exceptions, breaches of the CSP. */
export function complaintsOf(page: Page): string[] {
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
export async function accessibilityViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

/** Nothing fades in or out any more. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
