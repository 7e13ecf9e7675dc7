import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { createPersonWithSamples, title as rowTitle } from '../sample-accounts';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';

// From a post to a comment that its reader is glad of, on the sample posts of the sandbox.

// Places among the posts of the list; which posts stand there does not matter.
const firstPost = 0;
const secondPost = 1;
const thirdPost = 2;

test('the generator is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  // A post that has no draft yet for each width.
  const posts = [firstPost, secondPost, thirdPost];

  await visitEachWidth(browser, [1440, 1280, 390], async (page, width) => {
    await openAs(page, nora, '/dashboard');
    const complaints = collectComplaints(page);

    await openPost(page, posts.pop() ?? firstPost);
    await title(page).click();
    await expect(page.getByText('Drafts an answer to this post.')).toBeVisible();
    await expectCleanLook(page, 'comments-empty');
    if (width >= 768) await settings(page).click();
    await expect(tone(page)).toHaveText(/Helpful and professional/);
    await generate(page).click();
    // A toast that comes up below the pointer stays as long as it is there.
    await page.mouse.move(1, 1);
    await expect(copy(page)).toBeVisible();
    await expect(page.getByText('Comment Generated!')).toBeHidden();
    await expectCleanLook(page, 'comments-result');

    expect(complaints).toEqual([]);
  });
});

test('a draft discloses the tie, carries no link, and is copied as it was edited', async ({ page, context, earshot }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();

  await generate(page).click();
  await expect(page.getByText('Your AI-generated comment is ready to use.')).toBeVisible();
  await expect(comment(page)).toHaveValue(/Paperlark/);
  await expect(comment(page)).not.toHaveValue(/https?:|www\./);
  await expect(panel(page)).toContainText('0 tokens');
  await expect(panel(page)).toContainText('Written without a language model.');
  await expect(panel(page)).toContainText('Nothing is posted for you.');

  await comment(page).press('ControlOrMeta+End');
  await page.keyboard.type(' Good luck with it.');
  const edited = await comment(page).inputValue();
  await copy(page).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(edited);
  await expect(copy(page), 'the flag goes after 2 s').toBeVisible();
});

test('each post has its own draft, and coming back shows the last one', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();
  const first = await comment(page).inputValue();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(comment(page)).not.toHaveValue(first);
  await expect(comment(page)).toBeEditable();
  const second = await comment(page).inputValue();
  await comment(page).fill('Not worth keeping.');

  await openPost(page, secondPost);
  await expect(comment(page)).toBeHidden();
  await expect(generate(page)).toBeVisible();
  await openPost(page, firstPost);
  await expect(comment(page)).toHaveValue(second);

  await page.reload();
  await title(page).click();
  await expect(comment(page)).toHaveValue(second);
});

test('the tone is followed, and remembered', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();
  const professional = await comment(page).inputValue();

  await settings(page).click();
  await tone(page).click();
  await expect(page.getByRole('option')).toHaveText([
    'Helpful and professional',
    'Casual and friendly',
    'Expert and authoritative',
    'Conversational and engaging',
    'Supportive and encouraging',
  ]);
  await page.getByRole('option', { name: 'Casual and friendly' }).click();
  const answered = page.waitForResponse('**/api/ai-comment/generate');
  await generate(page).click();
  expect(await (await answered).json()).toMatchObject({ success: true, result: { tone: 'casual and friendly' } });
  await expect(comment(page)).not.toHaveValue(professional);

  await page.reload();
  await title(page).click();
  await expect(tone(page)).toHaveText(/Casual and friendly/);
});

test('by keyboard alone: G, Ctrl+Enter, C', async ({ page, context, earshot }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(title(page)).toBeVisible();

  await page.keyboard.press('g');
  await expect(title(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(comment(page)).not.toBeEmpty();
  await expect(comment(page)).toBeEditable();
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await comment(page).inputValue());

  await comment(page).press('ControlOrMeta+End');
  await page.keyboard.type('cg');
  await expect(comment(page)).toHaveValue(/cg$/);
  await expect(title(page), 'letters in the field are letters').toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Control+Enter');
  await expect(comment(page), 'the focus stays through a new draft').toBeFocused();
  await expect(comment(page)).not.toHaveValue(/cg$/);
});

test('a closed clipboard is said, and leaves the text selected', async ({ page, earshot }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();

  await copy(page).click();

  await expect(page.getByText('Copy Failed')).toBeVisible();
  await expect(page.getByText('Failed to copy to clipboard')).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await comment(page).inputValue());
});

test('who has no live subscription any more is led to the payment', async ({ page, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  await openAs(page, nora, '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  // The page has looked before; only the server knows.
  await page.route('**/api/ai-comment/generate', async (route) => {
    await earshot.admin('subscription', 'set', nora.email, 'inactive');
    await route.continue();
  });

  await generate(page).click();

  await expect(page).toHaveURL(/\/payment/);
  await expect(page.getByText('Generation Failed')).toBeHidden();
});

test('a refusal and a lost network end in their toasts, and the panel works again', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();

  await page.route('**/api/ai-comment/generate', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Internal', message: 'Something broke inside.' } }),
  );
  await generate(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Generation Failed' })).toHaveText('Generation FailedFailed to generate comment');
  await page.unrouteAll();
  await page.route('**/api/ai-comment/generate', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '12' },
      json: { success: false, error: 'Too many', message: 'Too many requests.' },
    }),
  );
  await generate(page).click();
  await expect(page.getByText('Please wait 12 seconds and try again.')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/api/ai-comment/generate', (route) => route.abort());
  await generate(page).click();
  await expect(page.getByText('Earshot cannot be reached.')).toBeVisible();
  await page.unrouteAll();

  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();
});

test.describe('with a language model', () => {
  test.use({ environment: { EARSHOT_LLM_PROVIDER: 'sandbox' } });

  test('the text is shown as it comes, and the draft in the end', async ({ page, earshot }) => {
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    await openPost(page, firstPost);
    await title(page).click();
    // The answer is held back, so that what is seen meanwhile came live.
    await page.route('**/api/ai-comment/generate', async (route) => {
      const response = await route.fetch();
      await new Promise((later) => setTimeout(later, 1_500));
      await route.fulfill({ response });
    });

    await generate(page).click();

    await expect(page.getByRole('button', { name: 'Generating' })).toHaveAttribute('aria-busy', 'true');
    await expect(comment(page)).not.toBeEditable();
    await expect(comment(page)).not.toBeEmpty();
    await expect(page.getByText('Comment Generated!')).toBeVisible();
    await expect(comment(page)).toBeEditable();
    await expect(comment(page)).toHaveValue(/Paperlark/);
  });
});

// What else a model may do is a matter of the server, and tested there.
test.describe('with a language model that is broken', () => {
  test.use({ environment: { EARSHOT_LLM_PROVIDER: 'sandbox', EARSHOT_LLM_MODEL: 'sandbox-broken' } });

  test('there is a draft that says no model was used', async ({ page, earshot }) => {
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    await openPost(page, firstPost);
    await title(page).click();

    await generate(page).click();

    await expect(comment(page)).toHaveValue(/Paperlark/, { timeout: 70_000 });
    await expect(panel(page)).toContainText('0 tokens');
    await expect(panel(page)).toContainText('The language model could not be used, so this was written without one.');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a sheet opens from the bar, and keeps the edits when it is closed', async ({ page, earshot }) => {
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    await openPost(page, firstPost);
    await title(page).tap();
    const sheet = page.getByRole('dialog', { name: 'AI Comment Generator' });
    await sheet.getByRole('button', { name: 'Generate', exact: true }).tap();
    await expect(comment(page)).not.toBeEmpty();
    await comment(page).fill('In my own words.');

    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(sheet).toBeHidden();
    await title(page).tap();

    await expect(comment(page)).toHaveValue('In my own words.');
  });
});

const title = (page: Page) => page.getByRole('button', { name: 'AI Comment Generator' });
const panel = (page: Page) => page.getByRole('region', { name: 'AI Comment Generator' });
const settings = (page: Page) => panel(page).getByRole('button', { name: 'Settings' });
const tone = (page: Page) => page.getByRole('combobox', { name: 'Tone' });
const generate = (page: Page) => page.getByRole('button', { name: 'Generate', exact: true });
const copy = (page: Page) => page.getByRole('button', { name: 'Copy', exact: true });
const comment = (page: Page) => page.getByRole('textbox', { name: 'Generated comment' });

/** What names the company needs another answer, and a comment has the title of its post. */
const rows = (page: Page) =>
  page
    .getByRole('list', { name: 'Posts' })
    .getByRole('listitem')
    .filter({ hasNotText: /Names you|Comment in r\// });

async function openPost(page: Page, place: number): Promise<void> {
  const post = rowTitle(rows(page).nth(place));
  const name = await post.innerText();
  await post.click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}
