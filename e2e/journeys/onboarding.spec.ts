import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { findAccessibilityViolations, collectComplaints, expectCleanLook, visitEachWidth } from '../page-checks';
import { openAs, type Person, signUp, createSubscriber } from '../people';

// From a website to a company and its keywords, on the sample sites of the sandbox.

test('the whole way is clean and accessible in both themes and every width', async ({ browser, earshot }) => {
  await visitEachWidth(browser, [1440, 1280, 390], async (page, width) => {
    await openAs(page, await signUp(earshot), '/onboarding');
    const complaints = collectComplaints(page);

    // A site that never comes to an end costs its time once; elsewhere the request is held back for a look.
    const continueAnalysis = width === 1440 ? undefined : await holdAnalysis(page);
    await url(page).fill(width === 1440 ? 'drip.example' : 'gone.example');
    await page.keyboard.press('Enter');
    await expect(stage(page, 'Scraping Website')).toContainText('Working');
    await expectCleanLook(page, 'onboarding-analysing');
    continueAnalysis?.();
    await expect(page.getByText('Analysis Failed')).toBeVisible({ timeout: 60_000 });
    await expect(sentence(page), 'a site that cannot be read is no dead end').toBeVisible();
    await expectCleanLook(page, 'onboarding-failed');
    await page.getByRole('button', { name: 'Use this sentence' }).click();
    await expect(sentence(page)).toBeFocused();
    await expectCleanLook(page, 'onboarding-sentence-missing');

    await url(page).fill('paperlark.example');
    await expect(page.getByText('Found', { exact: true })).toBeVisible();
    await expect(page.getByText('Analysis Failed')).toBeHidden();
    await expectCleanLook(page, 'onboarding-found');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/onboarding?step=keywords');
    await expect(title(page)).toBeFocused();
    await expect(page.getByText(/about \d+ leads? a month/).first()).toBeVisible();
    await expectCleanLook(page, 'onboarding-keywords');
    await page.getByRole('button', { name: 'Edit Paperlark' }).click();
    await page.getByLabel('Company name').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectCleanLook(page, 'onboarding-edit');

    expect(complaints.filter((complaint) => !complaint.includes('status of 422'))).toEqual([]);
  });
});

test('leads from a website to its keywords and to the payment, by keyboard alone', async ({ page, earshot }) => {
  const nora = await signUp(earshot);
  await openAs(page, nora, '/onboarding');
  await url(page).focus();

  await page.keyboard.type('paperlark.example');
  await expect(page.getByText('Found', { exact: true })).toBeVisible();
  await expect(page.locator('form img')).toHaveAttribute('src', /^data:image\//);
  const start = Date.now();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('What should Earshot listen for?');
  test.info().annotations.push({ type: 'from Enter to step 2', description: `${Date.now() - start} ms` });

  await expect(page.getByRole('region', { name: 'Paperlark' })).toContainText(/invoic/i);
  await expect(keywords(page)).toHaveCount(5);
  const [first = ''] = await keywordTexts(page);
  await page.getByRole('button', { name: `Remove ${first}` }).press('Enter');
  await page.getByLabel('Add a keyword').fill('client will not pay');
  await page.keyboard.press('Enter');
  await expect(keywords(page).last()).toContainText('Added by you');
  const kept = await keywordTexts(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).press('Enter');

  await expect(page).toHaveURL('/payment');
  expect(await readSavedKeywords(page, nora)).toEqual(kept);
  await page.goto('/dashboard');
  await expect(page, 'onboarding is completed, the payment is not').toHaveURL('/payment');
});

test('a website that cannot be read leads back to its address, and on by a sentence', async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding');

  await url(page).fill('gone.example');
  await page.getByRole('button', { name: 'Analyse' }).click();

  await expect(page.getByText('Analysis Failed')).toBeVisible();
  await expect(url(page)).toHaveValue('gone.example');
  await expect(url(page)).toBeEditable();
  await expect(url(page)).toBeFocused();
  await expect(page).toHaveURL('/onboarding');

  await sentence(page).fill('Invoicing software for freelancers that chases late payments.');
  await page.getByRole('button', { name: 'Use this sentence' }).click();
  await expect(title(page)).toHaveText('What should Earshot listen for?');
  await expect(page.getByText('These came from your sentence.')).toBeVisible();
  await expect(keywords(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL('/payment');
});

test('the keywords step shows what they would find, and follows their changes', async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding');
  await url(page).fill('paperlark.example');
  await page.keyboard.press('Enter');

  await expect(foundPosts(page).getByRole('article')).toHaveCount(3);
  await expect(foundPosts(page)).toContainText(/about \d+ leads? a month/);
  await expect(keywords(page).first()).toContainText(/\d+ posts?|none yet/);
  for (const width of [1920, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await expectCleanLook(page, 'onboarding-found-posts');
  }
  const titles = await foundPosts(page).getByRole('heading', { level: 3 }).allInnerTexts();
  for (const text of (await keywordTexts(page)).slice(1)) await page.getByRole('button', { name: `Remove ${text}` }).click();

  await expect(keywords(page)).toHaveCount(1);
  const shown = () => foundPosts(page).getByRole('heading', { level: 3 }).allInnerTexts();
  await expect.poll(shown).not.toEqual(titles);
  const ofOne = await shown();
  await page.getByLabel('Add a keyword').fill('invoice reminders');
  await page.keyboard.press('Enter');
  await expect.poll(shown).not.toEqual(ofOne);
});

test('what was understood is corrected right there, and stays so', async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding');
  await url(page).fill('paperlark.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit Paperlark' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('We chase your invoices.');
  await page.getByRole('button', { name: 'Save' }).click();
  const company = page.getByRole('region', { name: 'Paperlark' });
  await expect(company).toContainText('We chase your invoices.');
  const [first = ''] = await keywordTexts(page);
  await page.getByRole('button', { name: `Remove ${first}` }).click();

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();

  await expect(title(page)).toHaveText('What should Earshot listen for?');
  await expect(company).toContainText('We chase your invoices.');
  expect(await keywordTexts(page)).not.toContain(first);
});

test('a reload in the middle of an analysis asks for it again, unprompted', async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding');
  await holdAnalysis(page);
  await url(page).fill('paperlark.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Analysing' })).toBeVisible();

  await page.unrouteAll();
  await page.reload();

  await expect(title(page)).toHaveText('What should Earshot listen for?');
  await expect(keywords(page)).toHaveCount(5);
});

test('what no worker tells does not advance', async ({ page, earshot }) => {
  await page.clock.install();
  await openAs(page, await signUp(earshot), '/onboarding');
  await holdAnalysis(page);
  await url(page).fill('paperlark.example');
  await page.keyboard.press('Enter');
  await expect(stage(page, 'Scraping Website')).toContainText('Working');
  const percentAfter = async (ms: number) => {
    await page.clock.runFor(ms);
    return Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
  };

  const afterHalfAMinute = await percentAfter(30_000);
  expect(afterHalfAMinute).toBeGreaterThan(0);
  expect(afterHalfAMinute).toBeLessThan(33);
  expect(await percentAfter(60_000)).toBe(afterHalfAMinute);
  await expect(stage(page, 'Extracting Keywords')).toContainText('Next');
});

test('a page that comes back after a restart of the server asks for its analysis again', ownServer, async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding');
  await url(page).fill('drip.example');
  await page.keyboard.press('Enter');
  await expect(stage(page, 'Scraping Website')).toContainText('Working');
  await page.goto('/site/');

  await earshot.restart();
  await page.goto('/onboarding');

  await expect(page.getByRole('button', { name: 'Analysing' })).toBeVisible();
});

test('step 2 is locked until the analysis is done', async ({ page, earshot }) => {
  await openAs(page, await signUp(earshot), '/onboarding?step=keywords');

  await expect(page.getByText('Website Analysis Required')).toBeVisible();
  await expect(page).toHaveURL('/onboarding');
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('(locked)');
});

test('a draft is saved after 30 s and offered again', async ({ page, earshot }) => {
  await page.clock.install();
  await openAs(page, await signUp(earshot), '/onboarding');
  await url(page).fill('paperlark.example');

  await page.clock.fastForward(29_000);
  expect(await drafts(page)).toEqual([]);
  await page.clock.fastForward(2_000);
  expect(await drafts(page)).toHaveLength(1);

  await page.reload();
  await expect(page.getByText('You had begun with paperlark.example.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(url(page)).toHaveValue('paperlark.example');
});

test('the company is corrected in Settings, and a second look does not undo it', async ({ page, earshot }) => {
  const nora = await createSubscriber(earshot);
  await page.request.post(`${earshot.url}/api/analyze-website`, { data: { url: 'paperlark.example' }, headers: bearer(nora) });
  await openAs(page, nora, '/dashboard?tab=settings');
  const description = page.getByRole('textbox', { name: 'Description' });
  await expect(page.getByLabel('Company name')).toHaveValue('Paperlark');

  await description.fill('We chase your invoices.');
  await page.getByRole('button', { name: 'Save company' }).click();
  await expect(page.getByText('Company saved')).toBeVisible();
  await page.getByRole('button', { name: 'Analyse again' }).click();

  const proposal = page.getByRole('region', { name: 'The website says' });
  await expect(proposal).toContainText('Description');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await expect(description).toHaveValue('We chase your invoices.');
  await page.reload();
  await expect(description).toHaveValue('We chase your invoices.');
});

const url = (page: Page) => page.getByLabel('Website URL');
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const stage = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const keywords = (page: Page) => page.getByRole('region', { name: 'Keywords' }).getByRole('listitem');
const keywordTexts = (page: Page) => keywords(page).locator('[data-keyword] > span:first-child').allInnerTexts();
const sentence = (page: Page) => page.getByLabel('Tell us in a sentence what you sell');
const foundPosts = (page: Page) => page.getByRole('region', { name: 'Posts these would find' });
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('earshot-draft-')));
const bearer = ({ session }: Person) => ({ authorization: `Bearer ${session.access_token}` });

/** From now on the server does not get to see what is asked of it, until the returned function is called. */
async function holdAnalysis(page: Page): Promise<() => void> {
  let letGo: (() => void) | undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/analyze-website', async (route) => {
    await isLetGo;
    await route.continue();
  });
  return () => letGo?.();
}

async function readSavedKeywords(page: Page, person: Person): Promise<string[]> {
  const answer = await page.request.get('/api/keywords', { headers: bearer(person) });
  const { keywords: saved } = (await answer.json()) as { keywords: { keyword: string }[] };
  return saved.map(({ keyword }) => keyword);
}
