import type { Browser, Page } from '@playwright/test';
import { type Earshot, expect, ownServer, test } from '../earshot';
import { waitForAnimations } from '../page-checks';
import { callApi, createSubscriber, openAs, type Person } from '../people';
import { title } from '../sample-accounts';
import { advanceClock } from '../subscriptions';
import { writeExamples } from './examples';
import { writeJpeg, writeWebp } from './picture-file';

// Makes the pictures and examples of the public site (`make gen`): the product itself, on the sample account.
// crates/earshot/src/edge/http/site/pictures.rs knows their sizes.

const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false };
const mail = { ...desktop, viewport: { width: 640, height: 720 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const shared = { ...desktop, viewport: { width: 1200, height: 630 } };

test('the pictures of the public site', ownServer, async ({ browser, earshot }) => {
  const nora = await createSampleAccount(earshot);
  await writeExamples(earshot, nora);
  const alert = await readAlert(earshot, nora);

  await onScreen(browser, earshot, desktop, async (page) => {
    await openAs(page, nora, '/dashboard');
    await draftAnswer(page);
    await takeBothThemes(browser, page, 'posts');

    await page.goto('/dashboard?tab=mentions');
    await title(mentions(page).first()).click();
    await expect(page.getByRole('region', { name: 'AI analysis' })).toBeVisible();
    await takeBothThemes(browser, page, 'mentions');
  });
  await onScreen(browser, earshot, mail, async (page) => {
    await showMail(page, alert);
    await takeBothThemes(browser, page, 'alert');
  });
  await onScreen(browser, earshot, phone, async (page) => {
    await openAs(page, nora, '/dashboard');
    await expect(posts(page).first()).toBeVisible();
    await takeBothThemes(browser, page, 'posts-phone');

    await page.goto('/dashboard?tab=mentions');
    await expect(mentions(page).first()).toBeVisible();
    await takeBothThemes(browser, page, 'mentions-phone');

    await showMail(page, alert);
    await takeBothThemes(browser, page, 'alert-phone');
  });
});

test('the picture that is shown with a shared link', async ({ browser, earshot }) => {
  await onScreen(browser, earshot, shared, async (page) => {
    await page.goto('/site/');
    // The promise by itself, in the shape that those who show links ask for.
    await page.addStyleTag({
      content: `body { overflow: hidden; }
        .hero { position: fixed; inset: 0; z-index: 9; max-width: none; width: 1200px; height: 630px; margin: 0; border-radius: 0; padding-left: 72px; }
        .hero h1 { font-size: 66px; }
        .hero .lead { margin-top: 26px; font-size: 23px; line-height: 33px; }
        .hero form, .hero .fine { display: none; }`,
    });
    await page.evaluate(() => document.fonts.ready);
    await writeJpeg('shared', (quality) => page.screenshot({ type: 'jpeg', quality }));
  });
});

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem');
const mentions = (page: Page) => page.getByRole('list', { name: 'Mentions' }).getByRole('listitem');

type Screen = typeof desktop;

async function onScreen(browser: Browser, earshot: Earshot, screen: Screen, show: (page: Page) => Promise<void>): Promise<void> {
  const usual = { baseURL: earshot.url, locale: 'en-GB', timezoneId: 'Europe/Berlin', bypassCSP: true };
  const context = await browser.newContext({ ...usual, ...screen });
  await show(await context.newPage());
  await context.close();
}

/** Nora of Paperlark, on Professional, who wants to be told of leads at once. */
async function createSampleAccount(earshot: Earshot): Promise<Person> {
  const nora = await createSubscriber(earshot, { email: 'nora@paperlark.example' });
  await earshot.admin('subscription', 'set', nora.email, 'active', '--plan', 'pro');
  await callApi(earshot, 'POST', '/api/notification-preferences', { body: { frequency: 'instant' }, session: nora.session });
  await earshot.admin('seed', nora.email);
  return nora;
}

/** The mail about the posts of the first scan, which is written two minutes after it. Mentions may come in another. */
async function readAlert(earshot: Earshot, { email }: Person): Promise<string> {
  await advanceClock(earshot, 300);
  type Mail = { subject: string; html: string };
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const { messages } = (await callApi(earshot, 'GET', `/sandbox/mailbox?to=${encodeURIComponent(email)}`)) as { messages: Mail[] };
        found = messages.find(({ html }) => html.includes('Why you'));
        return found?.subject;
      },
      { timeout: 90_000, intervals: [1000] },
    )
    .toBeDefined();
  return found?.html ?? '';
}

/** A post that does not name the company yet, with the draft of an answer beside it. */
async function draftAnswer(page: Page): Promise<void> {
  const post = posts(page).filter({ hasNotText: /Names you|Comment in r\// });
  await title(post.first()).click();
  await page.getByRole('button', { name: 'AI Comment Generator' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  // A toast that comes up below the pointer stays as long as it is there.
  await page.mouse.move(1, 1);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeEnabled();
  await expect(page.getByText('Comment Generated!')).toBeVisible();
  await expect(page.getByText('Comment Generated!')).toBeHidden();
}

/** A mail asks for Inter, which most readers' machines have and this one may not. */
async function showMail(page: Page, html: string): Promise<void> {
  await page.goto('/site/');
  const face = await page.locator('link[rel=preload][href*=inter]').getAttribute('href');
  await page.setContent(html);
  await page.addStyleTag({ content: `@font-face { font-family: Inter; font-weight: 100 900; src: url(${face}); }` });
  await page.evaluate(() => Promise.all([400, 600, 700].map((weight) => document.fonts.load(`${weight} 16px Inter`))));
}

async function takeBothThemes(browser: Browser, page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme));
    await waitForAnimations(page);
    await writeWebp(browser, `${name}-${colorScheme}`, await page.screenshot());
  }
}
