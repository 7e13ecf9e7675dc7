import { expect, test } from '../earshot';
import { type Person, openAs, updateProfile, signUp, createSubscriber } from '../people';

// Every row of the spec's table, by its address.

test('a signed-out visitor is sent to sign in', async ({ page }) => {
  for (const [path, place] of [
    ['/', '/auth'],
    ['/auth', '/auth'],
    ['/signin', '/signin'],
    ['/signup', '/signup'],
    ['/onboarding', '/signin'],
    ['/payment?error=payment_failed', '/signin'],
    ['/dashboard?tab=mentions', '/signin'],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveURL(place);
    await expect(page.getByRole('tab', { selected: true }), path).toHaveText(path === '/signup' ? 'Sign Up' : 'Sign In');
  }
});

test('a subscriber gets to the dashboard from every door, and not back to the door', async ({ page, earshot }) => {
  const person = await createSubscriber(earshot);
  await openAs(page, person, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  for (const [path, place] of [
    ['/', '/dashboard'],
    ['/auth', '/dashboard'],
    ['/signin', '/dashboard'],
    ['/signup', '/dashboard'],
    ['/dashboard', '/dashboard'],
    ['/dashboard?tab=mentions', '/dashboard?tab=mentions'],
    ['/onboarding', '/onboarding'],
    ['/payment', '/payment'],
    ['/payment?error=payment_failed', '/payment?error=payment_failed'],
  ] as const) {
    await page.goto('/sandbox/mailbox');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).toHaveURL(place);
    await page.goBack();
    await expect(page, path).toHaveURL('/sandbox/mailbox');
  }
});

test('who has not finished onboarding is sent there from the dashboard only', async ({ page, earshot }) => {
  const person = await signUp(earshot);
  await earshot.admin('subscription', 'set', person.email, 'active');

  for (const [path, place] of [
    ['/', '/onboarding'],
    ['/dashboard', '/onboarding'],
    ['/onboarding', '/onboarding'],
    ['/payment', '/payment'],
  ] as const) {
    await openAs(page, person, path);
    await expect(page, path).toHaveURL(place);
  }
});

test('each status of the subscription leads to its place', async ({ page, earshot }) => {
  const person = await onboarded(await signUp(earshot));

  for (const [status, place, placeBackFromPayment] of [
    ['active', '/dashboard', '/dashboard'],
    ['trialing', '/dashboard', '/dashboard'],
    ['cancelled', '/payment?cancelled=true', '/payment?cancelled=true'],
    ['payment_failed', '/payment', '/payment?error=payment_failed'],
    ['inactive', '/payment', '/payment'],
    ['pending', '/payment', '/dashboard'],
    ['pending_activation', '/payment', '/dashboard'],
    ['none', '/payment', '/dashboard'],
  ] as const) {
    await earshot.admin('subscription', 'set', person.email, status);
    await openAs(page, person, '/dashboard');
    await expect(page, status).toHaveURL(place);
    await openAs(page, person, '/dashboard?session=cs_1&plan=pro&trial=true');
    // The dashboard takes the parameters out of its address when it has dealt with them.
    await expect(page, `${status}, back from payment`).toHaveURL(
      ({ pathname, search }) => placeBackFromPayment === (pathname === '/dashboard' ? pathname : pathname + search),
    );
    await expect(page.getByRole('heading', { level: 1 }), status).toBeVisible();
  }

  async function onboarded(newcomer: Person) {
    await updateProfile(earshot, newcomer, { onboarding_completed: true, onboarding_step: 2 });
    return newcomer;
  }
});

test('a status that changes while somebody looks on is obeyed at once', async ({ page, earshot }) => {
  const person = await createSubscriber(earshot);
  const isListening = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => payload.includes('Subscribed to') }));
  await openAs(page, person, '/dashboard');
  await isListening;

  await earshot.admin('subscription', 'set', person.email, 'cancelled');

  await expect(page).toHaveURL('/payment?cancelled=true');
});
