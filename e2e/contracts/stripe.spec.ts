import type { APIRequestContext, Page } from '@playwright/test';
import { Stripe } from 'stripe';
import { expect, ownServer, test } from '../earshot';
import { findAccessibilityViolations, collectComplaints } from '../page-checks';

// The payment sandbox, held to what the official Stripe client sends and expects.

const day = 86_400;

test('the official client sells a plan and follows the subscription through its whole life', ownServer, async ({ request, page }) => {
  const stripe = await clientOf(request);
  const prices = await stripe.prices.list({ limit: 10, expand: ['data.product'] });
  const starter = prices.data.find((price) => price.unit_amount === 1000);
  const pro = prices.data.find((price) => price.unit_amount === 2100);
  if (!starter || !pro) throw new Error('the plans have no prices');
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { user_id: 'ada' } });
  const site = await siteUrl(request);

  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'ada',
    line_items: [{ price: starter.id, quantity: 1 }],
    subscription_data: { trial_period_days: 3, metadata: { user_id: 'ada' } },
    success_url: `${site}/healthz?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/healthz?cancelled=yes`,
  });
  expect(session).toMatchObject({ object: 'checkout.session', status: 'open', payment_status: 'unpaid' });
  const complaints = collectComplaints(page);
  await page.goto(session.url ?? '');
  await expect(page.getByRole('heading', { name: 'Subscribe to Starter' })).toBeVisible();
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Card number').fill('4000 0025 0000 3155');
  await page.getByRole('button', { name: 'Start trial' }).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.waitForURL(`**/healthz?session=${session.id}`);

  const done = await stripe.checkout.sessions.retrieve(session.id);
  expect(done).toMatchObject({ status: 'complete', payment_status: 'no_payment_required', url: null });
  const id = idOf(done.subscription);
  const begun = await stripe.subscriptions.retrieve(id);
  expect(begun).toMatchObject({ status: 'trialing', customer: customer.id, metadata: { user_id: 'ada' } });
  expect(begun.trial_end).toBe(begun.created + 3 * day);

  const item = begun.items.data[0]?.id ?? '';
  const upgraded = await stripe.subscriptions.update(id, {
    items: [{ id: item, price: pro.id }],
    trial_end: 'now',
    proration_behavior: 'none',
    payment_behavior: 'error_if_incomplete',
  });
  expect(upgraded.status).toBe('active');
  expect(upgraded.items.data[0]?.price.id).toBe(pro.id);

  await moveClock(request, 40 * day);
  const renewed = await stripe.subscriptions.retrieve(id);
  expect(renewed.items.data[0]?.current_period_start).toBe(upgraded.items.data[0]?.current_period_end);
  const scheduled = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(scheduled.cancel_at).toBe(scheduled.items.data[0]?.current_period_end);
  expect((await stripe.subscriptions.update(id, { cancel_at_period_end: false })).cancel_at).toBeNull();
  const ended = await stripe.subscriptions.cancel(id);
  expect(ended.status).toBe('canceled');

  const amounts: number[] = [];
  for await (const invoice of stripe.invoices.list({ customer: customer.id, limit: 1 })) amounts.push(invoice.amount_paid);
  expect(amounts).toEqual([2100, 2100, 0]);
  const kinds: string[] = [];
  for await (const event of stripe.events.list({ limit: 3 })) kinds.push(event.type);
  expect(kinds[0]).toBe('customer.subscription.deleted');
  expect(kinds).toContain('checkout.session.completed');
});

test('a declined renewal can be mended in the portal', ownServer, async ({ request, page }) => {
  const stripe = await clientOf(request);
  const subscription = await subscriber(stripe, page, '4000 0000 0000 0341');
  await moveClock(request, 4 * day);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');

  const site = await siteUrl(request);
  const visit = await stripe.billingPortal.sessions.create({ customer: idOf(subscription.customer), return_url: `${site}/healthz` });
  await page.goto(visit.url);
  await expect(page.getByText('Test card ending in 0341')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel('New card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Change card' }).click();
  await expect(page.getByRole('status')).toHaveText('The card was changed and the open invoice is paid.');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.waitForURL('**/healthz');

  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});

test('what goes wrong reaches the official client as its own errors', async ({ request }) => {
  const stripe = await clientOf(request);
  const missing = await failureOf(stripe.subscriptions.retrieve('sub_nothing'));
  expect(missing).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(missing).toMatchObject({ code: 'resource_missing', statusCode: 404, param: 'id' });

  const stranger = await clientOf(request, 'sk_live_nobody');
  expect(await failureOf(stranger.prices.list())).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);

  const once = { idempotencyKey: 'the same key' };
  const made = await stripe.customers.create({ email: 'bob@example.com' }, once);
  expect((await stripe.customers.create({ email: 'bob@example.com' }, once)).id).toBe(made.id);
  const clash = await failureOf(stripe.customers.create({ email: 'eve@example.com' }, once));
  expect(clash).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);

  const limited = await failureOf(stripe.customers.create({ email: 'payments-limited@example.com' }));
  expect(limited).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  const down = await failureOf(stripe.customers.create({ email: 'payments-down@example.com' }));
  expect(down).toBeInstanceOf(Stripe.errors.StripeAPIError);
});

test('a card that fails turns an upgrade down in the official words', async ({ request, page }) => {
  const stripe = await clientOf(request);
  const subscription = await subscriber(stripe, page, '4000000000000341');

  const declined = await failureOf(
    stripe.subscriptions.update(subscription.id, { trial_end: 'now', payment_behavior: 'error_if_incomplete' }),
  );

  expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(declined).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('trialing');
});

test.describe('webhooks', () => {
  const secret = 'whsec_of_the_official_client';
  test.use({ environment: { STRIPE_WEBHOOK_SECRET: secret } });

  test('what the official client signs is believed, and nothing else', async ({ request }) => {
    const stripe = await clientOf(request);
    const created = Math.floor(Date.now() / 1000);
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'plan.created',
      created,
      data: { object: { id: 'plan_1', object: 'plan' } },
    });
    const send = async (header: string, body = payload) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': header };
      return (await request.post('/api/stripe-webhook', { headers, data: Buffer.from(body) })).status();
    };
    const signed = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const stale = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created - 400 });

    expect(await send(signed)).toBe(200);
    expect(await send(signed, payload.replace('plan_1', 'plan_2'))).toBe(400);
    expect(await send(stale)).toBe(400);
    expect(await send(stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other' }))).toBe(400);
  });
});

async function subscriber(stripe: Stripe, page: Page, card: string): Promise<Stripe.Subscription> {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer_email: 'cyd@example.com',
    line_items: [{ price: 'price_starter', quantity: 1 }],
    subscription_data: { trial_period_days: 3 },
    success_url: 'http://localhost/paid',
  });
  const { origin } = new URL(session.url ?? '');
  const paid = await page.request.post(`${origin}/c/pay/${session.id}`, { form: { card }, maxRedirects: 0 });
  expect(paid.status()).toBe(303);
  const done = await stripe.checkout.sessions.retrieve(session.id);
  return await stripe.subscriptions.retrieve(idOf(done.subscription));
}

/** A field that names another object has its id, unless the object itself was asked for. */
function idOf(reference: string | { id: string } | null): string {
  if (reference === null) throw new Error('the field names nothing');
  return typeof reference === 'string' ? reference : reference.id;
}

async function clientOf(request: APIRequestContext, key = 'sk_test_any'): Promise<Stripe> {
  const settings = await sandboxSettings(request);
  const { hostname, port } = new URL(settings.sandboxes.payments);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

async function siteUrl(request: APIRequestContext): Promise<string> {
  return (await sandboxSettings(request)).siteUrl;
}

async function sandboxSettings(request: APIRequestContext): Promise<{ siteUrl: string; sandboxes: { payments: string } }> {
  return (await (await request.get('/sandbox/settings')).json()) as { siteUrl: string; sandboxes: { payments: string } };
}

async function moveClock(request: APIRequestContext, advanceSeconds: number): Promise<void> {
  // A connection that was kept from an earlier call may have been closed for its silence.
  expect((await request.post('/sandbox/clock', { data: { advanceSeconds }, maxRetries: 1 })).status()).toBe(200);
}

async function failureOf(call: PromiseLike<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call went well');
}
