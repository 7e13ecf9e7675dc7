import type { Page } from '@playwright/test';
import { expect, test } from '../earshot';
import { createPersonWithSamples, title as rowTitle } from '../sample-accounts';
import { collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs } from '../people';

// From a post to a comment that its reader is glad of, on the sample posts of the sandbox and its model.

// Places among the posts of the list; which posts stand there does not matter.
const firstPost = 0;
const secondPost = 1;
const thirdPost = 2;
const fourthPost = 3;

test('the generator is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  const nora = await createPersonWithSamples(earshot);
  // A post that has no draft yet for each width.
  const posts = [firstPost, secondPost, thirdPost, fourthPost];

  await visitEachWidth(browser, [1440, 1280, 1024, 390], async (page, width) => {
    await openAs(page, nora, '/dashboard');
    const complaints = collectComplaints(page);

    await openPost(page, posts.pop() ?? firstPost);
    await title(page).click();
    await expect(page.getByText(/^Answers .*, from what your website says\.$/)).toBeVisible();
    await expectCleanLook(page, 'comments-empty');
    await expect(tone(page)).toHaveText(/Helpful and professional/);
    await generate(page).click();
    await expect(copy(page)).toBeEnabled();
    await expect(page.getByText('Comment Generated!')).toBeVisible();
    // Without the toast, which would be gone by itself some seconds later.
    await page.reload();
    if (width < 768) await title(page).click();
    await expect(copy(page)).toBeEnabled();
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
  await expect(panel(page)).toContainText('Sample draft');
  await expect(panel(page)).not.toContainText('token');
  await expect(panel(page)).toContainText('Read it, change it, post it yourself. Earshot never posts.');

  await comment(page).press('ControlOrMeta+End');
  await page.keyboard.type(' Good luck with it.');
  const edited = await comment(page).inputValue();
  await copy(page).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(edited);
  await expect(copy(page), 'the flag goes after 2 s').toBeVisible();
});

test('after copying, a post is marked as answered and leaves the list, and Undo brings it back', async ({ page, context, earshot }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  const name = await rowTitle(rows(page).nth(firstPost)).innerText();
  await title(page).click();
  await generate(page).click();
  await copy(page).click();

  await page.getByRole('region', { name: 'AI Comment Generator' }).getByRole('button', { name: 'Mark as answered' }).click();

  await expect(page.getByText('Marked as answered')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Paste the link to your comment' })).toBeVisible();
  await expect(rowTitle(rows(page).nth(firstPost))).not.toHaveText(name);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowTitle(rows(page).nth(firstPost))).toHaveText(name);
});

test('at 1280 × 720 post and draft are visible together, and the width of the column is remembered', async ({ page, earshot }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();

  const post = await page.getByRole('region', { name: 'Details' }).boundingBox();
  const column = await panel(page).boundingBox();
  expect(column?.x).toBeGreaterThanOrEqual((post?.x ?? 0) + (post?.width ?? 0));
  expect(post?.width).toBeGreaterThanOrEqual(440);
  expect(column?.width).toBe(400);
  await page.getByRole('separator', { name: 'Size of the AI Comment Generator' }).press('ArrowLeft');
  await page.reload();
  await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(416);
});

test('each post has its own draft, and coming back shows the last one', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();
  await expect(comment(page)).toBeEditable();
  const first = await comment(page).inputValue();
  await tone(page).click();
  await page.getByRole('option', { name: 'Casual and friendly' }).click();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect(comment(page)).not.toHaveValue(first);
  await expect(comment(page)).toBeEditable();
  const second = await comment(page).inputValue();
  await comment(page).fill('In my own words.');
  await expect(page.getByText('Version 2 of 2')).toBeVisible();

  await openPost(page, secondPost);
  await expect(comment(page)).toBeHidden();
  await expect(generate(page)).toBeVisible();
  await openPost(page, firstPost);
  await expect(comment(page)).toHaveValue('In my own words.');

  await page.reload();
  await expect(comment(page), 'open is remembered, and what was typed is kept').toHaveValue('In my own words.');
  await page.getByRole('button', { name: 'Back to what the model wrote' }).click();
  await expect(comment(page)).toHaveValue(second);
  await page.getByRole('button', { name: 'Older version' }).click();
  await expect(comment(page)).toHaveValue(first);
});

test('the tone is followed, and remembered', async ({ page, earshot }) => {
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await openPost(page, firstPost);
  await title(page).click();
  await generate(page).click();
  await expect(comment(page)).not.toBeEmpty();
  const professional = await comment(page).inputValue();

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
  await page.getByRole('button', { name: 'Regenerate' }).click();
  expect(await (await answered).json()).toMatchObject({ success: true, result: { tone: 'casual and friendly' } });
  await expect(comment(page)).not.toHaveValue(professional);

  await page.reload();
  await expect(tone(page)).toHaveText(/Casual and friendly/);
});

test('by keyboard alone: G, Ctrl+Enter, C', async ({ page, context, earshot }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
  await expect(title(page)).toBeVisible();

  await page.keyboard.press('g');
  await expect(panel(page).getByRole('heading', { name: 'AI Comment Generator' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(comment(page)).not.toBeEmpty();
  await expect(comment(page)).toBeEditable();
  await page.keyboard.press('c');
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await comment(page).inputValue());

  await comment(page).press('ControlOrMeta+End');
  await page.keyboard.type('cg');
  await expect(comment(page)).toHaveValue(/cg$/);
  await expect(panel(page), 'letters in the field are letters').toBeVisible();
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

    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(comment(page)).toHaveAttribute('aria-busy', 'true');
    await expect(comment(page)).not.toBeEditable();
    await expect(comment(page)).not.toBeEmpty();
    await expect(page.getByText('Comment Generated!')).toBeVisible();
    await expect(comment(page)).toBeEditable();
    await expect(comment(page)).toHaveValue(/Paperlark/);
  });
});

test.describe('with a language model that fails', () => {
  // Each way of failing is tested with the server alone; the page sees the same answer.
  test.use({ environment: { EARSHOT_LLM_PROVIDER: 'sandbox', EARSHOT_LLM_MODEL: 'sandbox-refusal' } });

  test('there is the reply kit', async ({ page, earshot }) => {
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    await openPost(page, firstPost);
    await title(page).click();

    await generate(page).click();

    await expect(panel(page).getByRole('heading', { name: 'Reply kit' })).toBeVisible();
    await expect(panel(page)).toContainText('Here is what a good answer needs.');
    await expect(page.getByText('Comment Generated!')).toBeHidden();
  });
});

test.describe('without a language model', () => {
  test.use({ environment: { EARSHOT_LLM_PROVIDER: 'none' } });

  test('the reply kit quotes what they ask, and its editor is copied and kept', async ({ page, context, earshot }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs(page, await createPersonWithSamples(earshot), '/dashboard');
    await openPost(page, firstPost);
    await title(page).click();
    await generate(page).click();
    await expect(panel(page).getByRole('heading', { name: 'Reply kit' })).toBeVisible();
    await expect(panel(page)).toContainText(/They ask|They say/);

    const editor = page.getByRole('textbox', { name: 'Your comment' });
    await editor.fill('Send it as a link.');
    await page.getByRole('button', { name: 'Add disclosure' }).click();
    await expect(editor).toHaveValue(/^Send it as a link\. I work on Paperlark/);
    await expect(panel(page)).toContainText('Says who you work for');
    const written = await editor.inputValue();
    await copy(page).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(written);

    // Copying saves at once; the browser breaks off what is on its way when a page is reloaded.
    await page.waitForLoadState('networkidle');
    await page.reload();
    await expect(editor).toHaveValue(written);
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
