import { stdout } from 'node:process';
import type { Locator, Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { newPerson, waitForMailedLink } from '../people';

// How soon a visitor sees posts that are worth something to them: clicks and seconds from the landing page.

test.use({
  environment: { EARSHOT_SCANS: 'on' },
  // Mails and the payment provider lead back to the server's own name for itself, and a browser keeps sessions by name.
  baseURL: async ({ earshot }, use) => use(earshot.url.replace('127.0.0.1', 'localhost')),
});

test('the first posts are seen after one click, without an account', async ({ page }) => {
  await page.goto('/site/');
  const visit = new TimedVisit();

  await page.getByLabel('Try it with your website').fill('paperlark.example');
  await visit.click(page.getByRole('button', { name: 'Show me posts' }));
  await expect(triedPosts(page)).toHaveCount(3);

  const { clicks, seconds } = visit.tell('time to value');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('posts for');
  await expect(page).toHaveURL(/\/site\/try\?website=paperlark\.example/);
  expect(clicks).toBe(1);
  // The figure is printed; this only catches a page that never comes.
  expect(seconds).toBeLessThan(60);
});

test('the first posts are in the dashboard after seven clicks, card and mail included', ownServer, async ({ page, earshot }) => {
  test.slow();
  const { email, fullName, password } = newPerson();
  await page.goto('/site/');
  const visit = new TimedVisit();

  await page.getByLabel('Try it with your website').fill('paperlark.example');
  await visit.click(page.getByRole('button', { name: 'Show me posts' }));
  await visit.click(page.locator('a[href^="/signup?website="]').first());
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await visit.click(page.getByRole('button', { name: 'Sign Up', exact: true }));
  visit.countClick();
  await page.goto(await waitForMailedLink(earshot, email));

  // Nobody types the address twice, or asks for the analysis.
  await expect(page.getByRole('region', { name: 'Paperlark' })).toBeVisible();
  await visit.click(page.getByRole('button', { name: 'Continue to Payment' }));
  await expect(page.getByRole('list', { name: 'How the trial works' })).toContainText('The trial needs a card');
  await visit.click(page.getByRole('region', { name: 'Starter', exact: true }).getByRole('button', { name: 'Start Free Trial' }));
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await visit.click(page.getByRole('button', { name: 'Start trial' }));
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first()).toBeVisible({ timeout: 150_000 });

  const { clicks, seconds } = visit.tell('time to value with an account, card included');
  expect(clicks).toBe(7);
  expect(seconds).toBeLessThan(150);
});

test('an address given to the sign-up is analysed after the mail, in the same browser', async ({ page, earshot }) => {
  const { email, fullName, password } = newPerson();
  await page.goto('/signup?website=paperlark.example');
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  await page.goto(await waitForMailedLink(earshot, email));

  await expect(page).toHaveURL('/onboarding?step=keywords');
  await expect(page.getByRole('region', { name: 'Paperlark' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Website URL')).toHaveValue('paperlark.example');
});

/** Counts what a visitor presses, and the time since the page they landed on was there. */
class TimedVisit {
  private readonly start = Date.now();
  private clicks = 0;

  async click(target: Locator): Promise<void> {
    this.countClick();
    await target.click();
  }

  /** For a press outside of the page, such as on the link in a mail. */
  countClick(): void {
    this.clicks += 1;
  }

  /** Prints and returns what it took: 'time to value: 1 click, 3.2 s'. */
  tell(name: string): { clicks: number; seconds: number } {
    const seconds = (Date.now() - this.start) / 1000;
    const took = `${this.clicks} ${this.clicks === 1 ? 'click' : 'clicks'}, ${seconds.toFixed(1)} s`;
    stdout.write(`${name}: ${took}\n`);
    test.info().annotations.push({ type: name, description: took });
    return { clicks: this.clicks, seconds };
  }
}

const triedPosts = (page: Page) => page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2 }) });
