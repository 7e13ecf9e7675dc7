import type { Page } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import {
  hasStoredToken,
  waitForMailedLink,
  readMailSubjects,
  readProfileName,
  newAddress,
  newPerson,
  openAs,
  signIn,
  signOutEverywhere,
  signUp,
  signUpUnconfirmed,
  createSubscriber,
} from '../people';

// From the front door to the first page behind it, with everything that can go wrong on the way.

const successText = 'Check your email to confirm your account! Your profile will be created after you confirm your email address.';

test.describe('signing up', () => {
  test('leads through the mail to onboarding, with a profile and one welcome', async ({ page, earshot }) => {
    const nora = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, nora);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByText(successText)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused();
    await expect(page.getByText(nora.email)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();

    await page.goto(await waitForMailedLink(earshot, nora.email));

    await expect(page).toHaveURL('/onboarding');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const session = await signIn(earshot, nora.email, nora.password);
    expect(await readProfileName(earshot, { id: session.user.id, ...nora, session })).toBe(nora.fullName);
    await expect.poll(() => readMailSubjects(earshot, nora.email)).toHaveLength(2);
    await page.reload();
    await expect(page).toHaveURL('/onboarding');
    expect(await readMailSubjects(earshot, nora.email)).toHaveLength(2);
  });

  test('with a link that carries the session in the hash ends in the same place, and the address is clean', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUpUnconfirmed(earshot, nora);

    await page.goto(await waitForMailedLink(earshot, nora.email));

    await expect(page).toHaveURL('/onboarding');
    expect(await page.evaluate(() => window.location.href)).not.toContain('access_token');
    await expect.poll(() => readMailSubjects(earshot, nora.email)).toHaveLength(2);
  });

  test('says what is wrong with the passwords, below the field, and loses nothing', async ({ page }) => {
    const nora = newPerson();
    await page.goto('/signup');

    await fillSignUp(page, { ...nora, confirmation: 'another lark' });
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Passwords do not match');
    await expect(page.getByLabel('Confirm password')).toBeFocused();

    await fillSignUp(page, { ...nora, password: 'larks' });
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password must be at least 6 characters long');
    await expect(page.getByLabel('Full name')).toHaveValue(nora.fullName);
    await expect(page.getByLabel('Email')).toHaveValue(nora.email);
  });

  test('with the address of an account says so and takes the address along to Sign In', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);
    await page.goto('/signup');

    await fillSignUp(page, nora);
    await page.getByRole('button', { name: 'Sign Up' }).click();

    await expect(page.getByRole('alert')).toHaveText('An account with this email already exists. Please sign in instead.');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByLabel('Email')).toHaveValue(nora.email);
  });
});

test.describe('signing in', () => {
  test('with a wrong password says so above the fields and keeps them', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);

    await signInOn(page, nora.email, 'a loud lark');

    await expect(page.getByRole('alert')).toHaveText('Invalid email or password. Please try again.');
    await expect(page.getByLabel('Email')).toHaveValue(nora.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('a loud lark');
  });

  test('before the address is confirmed says what to do and offers the mail again', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUpUnconfirmed(earshot, nora);

    await signInOn(page, nora.email, nora.password);

    await expect(page.getByRole('alert')).toContainText('Please check your email and click the confirmation link before signing in.');
    await page.getByRole('button', { name: 'Resend' }).click();
    // The first mail is not a minute old; the provider's own words say so.
    await expect(page.getByRole('alert')).toContainText(/you can only request this after \d+ seconds/);
  });

  test('leads on, replacing the sign-in page in the history', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);
    await page.goto('/sandbox/mailbox');

    await signInOn(page, nora.email, nora.password);

    await expect(page).toHaveURL('/onboarding');
    await page.goBack();
    await expect(page).toHaveURL('/sandbox/mailbox');
  });

  test('with a server that is away says so and works when it is back', ownServer, async ({ page, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);
    await page.goto('/signin');
    await earshot.stop();

    await fillSignIn(page, nora.email, nora.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Earshot cannot be reached. Check your connection and try again.');

    await earshot.restart();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/onboarding');
  });

  test('shows or hides both passwords together, and the confirmation by itself', async ({ page }) => {
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');

    await page.getByRole('tab', { name: 'Sign Up' }).click();

    await expect(page).toHaveURL('/signup');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await expect(page.getByLabel('Confirm password')).toHaveAttribute('type', 'password');
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by way of the mail, and nothing comes before that', async ({ page, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(nora.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`If there is an account for ${nora.email}`)).toBeVisible();

    await expect.poll(() => readMailSubjects(earshot, nora.email)).toHaveLength(2);
    await page.goto(await waitForMailedLink(earshot, nora.email));
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/auth');

    await choosePassword(page, nora.password);
    await expect(page.getByRole('alert')).toHaveText('New password should be different from the old password.');
    await choosePassword(page, 'larks');
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Password must be at least 6 characters long');
    await choosePassword(page, 'password123');
    await expect(page.getByRole('alert')).toContainText('weak');
    await choosePassword(page, 'a new morning song');

    await expect(page).toHaveURL('/onboarding');
    await signIn(earshot, nora.email, 'a new morning song');
    await page.goto('/auth');
    await expect(page).toHaveURL('/onboarding');
  });

  test('of nobody gives the same answer', async ({ page }) => {
    const nobody = newAddress('nobody');
    await page.goto('/signin?view=forgot-password');
    await page.getByLabel('Email').fill(nobody);

    await page.getByRole('button', { name: 'Send link' }).click();

    await expect(page.getByText(`If there is an account for ${nobody}`)).toBeVisible();
  });
});

test.describe('a link from a mail', () => {
  test('opened in another browser confirms the address and asks to sign in', async ({ page, browser, earshot }) => {
    const nora = newPerson();
    await page.goto('/signup');
    await fillSignUp(page, nora);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const other = await (await browser.newContext({ baseURL: earshot.url })).newPage();

    await other.goto(await waitForMailedLink(earshot, nora.email));

    await expect(other.getByText('Your address is confirmed. Please sign in.')).toBeVisible();
    expect(other.url()).toBe(`${earshot.url}/signin`);
    await fillSignIn(other, nora.email, nora.password);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await expect(other).toHaveURL('/onboarding');
    await other.context().close();
  });

  test('to reset a password, opened in another browser, offers a new one there', async ({ page, browser, earshot }) => {
    const nora = newPerson();
    await signUp(earshot, nora);
    await page.goto('/signin?view=forgot-password');
    await page.getByLabel('Email').fill(nora.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect.poll(() => readMailSubjects(earshot, nora.email)).toHaveLength(2);
    const other = await (await browser.newContext({ baseURL: earshot.url })).newPage();

    await other.goto(await waitForMailedLink(earshot, nora.email));

    await expect(other.getByText(/^Your address is confirmed/)).toBeVisible();
    await other.getByRole('button', { name: 'Send a new link' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
    await other.context().close();
  });

  test('that was used already says so and offers a new one', async ({ page, browser, earshot }) => {
    const nora = newPerson();
    await signUpUnconfirmed(earshot, nora);
    const link = await waitForMailedLink(earshot, nora.email);
    await page.goto(link);
    await expect(page).toHaveURL('/onboarding');
    const other = await (await browser.newContext({ baseURL: earshot.url })).newPage();

    await other.goto(link);

    await expect(other.getByRole('alert')).toContainText('This link has expired or has already been used');
    expect(other.url()).toBe(`${earshot.url}/signin`);
    await other.getByRole('button', { name: 'Send a new link' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Confirm your address' })).toBeVisible();
    await other.context().close();

    // Who is signed in stays where they are and is told in passing.
    await page.goto(link);
    await expect(page.getByText('This link has expired or has already been used')).toBeVisible();
    await expect(page).toHaveURL('/onboarding');
  });

  test.describe('after its time', () => {
    test.use({ environment: { EARSHOT_LINK_TTL_S: '1' } });

    test('says that it has expired', async ({ page, earshot }) => {
      const nora = newPerson();
      await signUpUnconfirmed(earshot, nora);
      const link = await waitForMailedLink(earshot, nora.email);
      const received = Date.now();
      await expect.poll(() => Date.now() - received).toBeGreaterThan(1500);

      await page.goto(link);

      await expect(page.getByRole('alert')).toContainText('This link has expired or has already been used');
      await expect(page).toHaveURL('/signin');
    });
  });
});

test.describe('a session', () => {
  test('ends in all tabs of the browser at once, with the stored token gone', async ({ page, context, earshot }) => {
    const nora = newPerson();
    const person = await signUp(earshot, nora);
    await openAs(page, person, '/onboarding');
    const otherTab = await context.newPage();
    await otherTab.goto('/payment');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();

    await signOutOn(page);

    await expect(otherTab).toHaveURL('/signin');
    await expect(page).not.toHaveURL('/onboarding');
    expect(await hasStoredToken(otherTab)).toBe(false);
  });

  test('ends here even if the server cannot be told', ownServer, async ({ page, context, earshot }) => {
    const nora = newPerson();
    const person = await signUp(earshot, nora);
    await openAs(page, person, '/onboarding');
    const otherTab = await context.newPage();
    await otherTab.goto('/payment');
    await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
    await earshot.stop();

    await signOutOn(page);

    await expect(otherTab).toHaveURL('/signin');
    expect(await hasStoredToken(otherTab)).toBe(false);
  });

  test('that has expired and cannot be renewed is cleared', async ({ page, earshot }) => {
    const nora = newPerson();
    const { session, ...person } = await signUp(earshot, nora);
    const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60, refresh_token: 'long-gone-token' };

    await openAs(page, { ...person, session: expired }, '/payment');

    await expect(page).toHaveURL('/signin');
    expect(await hasStoredToken(page)).toBe(false);
  });

  test('that was ended on another device ends here with the next question', async ({ page, earshot }) => {
    const nora = newPerson();
    const person = await signUp(earshot, nora);
    await openAs(page, person, '/payment');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await signOutEverywhere(earshot, await signIn(earshot, person.email, person.password));
    await page.reload();

    await expect(page).toHaveURL('/signin');
    expect(await hasStoredToken(page)).toBe(false);
  });

  test(
    'outlives a restart of the server in two tabs, and both hear of what happened meanwhile',
    ownServer,
    async ({ page, context, earshot }) => {
      const nora = newPerson();
      const person = await createSubscriber(earshot, nora);
      await openAs(page, person, '/dashboard');
      const otherTab = await context.newPage();
      await otherTab.goto('/dashboard');
      for (const tab of [page, otherTab]) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();

      await earshot.stop();
      await earshot.admin('subscription', 'set', person.email, 'cancelled');
      for (const tab of [page, otherTab]) await expect(tab).toHaveURL('/dashboard');
      await earshot.restart();

      for (const tab of [page, otherTab]) await expect(tab).toHaveURL('/payment?cancelled=true', { timeout: 60_000 });
    },
  );

  test('outlives a network that goes and comes back', async ({ page, context, earshot }) => {
    const nora = newPerson();
    const person = await createSubscriber(earshot, nora);
    await openAs(page, person, '/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await context.setOffline(true);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/dashboard?tab=settings');
    await context.setOffline(false);

    await page.reload();
    await expect(page).toHaveURL('/dashboard?tab=settings');
  });
});

type Filled = { fullName: string; email: string; password: string; confirmation?: string };

async function fillSignUp(page: Page, { fullName, email, password, confirmation = password }: Filled) {
  await page.getByLabel('Full name').fill(fullName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(confirmation);
}

async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

async function signInOn(page: Page, email: string, password: string) {
  await page.goto('/signin');
  await fillSignIn(page, email, password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
}

async function signOutOn(page: Page) {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}
