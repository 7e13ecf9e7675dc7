import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noraIsSignedIn, nora, openPage, theServerSays } from '../../testing/identity';
import { holding, refusal, toastsAreGone } from '../../testing/onboarding';
import { sellTeamPlan } from '../../testing/product';
import { sandboxSettings } from '../../testing/settings';
import { Payment } from './payment';

const link = 'https://pay.example/c/pay/cs_1';
const assign = vi.fn<(url: string) => void>();
const nothingBought = { 'GET /rest/v1/subscriptions': () => Response.json(null) };

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  assign.mockReset();
  theServerSays(nothingBought);
  await noraIsSignedIn();
  vi.stubGlobal('location', { ...window.location, origin: window.location.origin, href: window.location.href, assign });
});
afterEach(() => vi.useRealTimers());
afterEach(toastsAreGone);

describe('the page', () => {
  it('shows two plans, one of them most popular, and what can be relied on', () => {
    open('/payment');

    expect(screen.getByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
    expect(plan('Starter')).toHaveTextContent(
      '$10a month3-day free trialStart Free Trial10 keywords50 posts a monthBasic AI filteringEmail support',
    );
    expect(plan('Professional')).toHaveTextContent(
      '$21a month3-day free trialStart Free Trial30 keywords500 posts a monthAdvanced AI filteringPriority support',
    );
    expect(screen.getAllByText('Most Popular').map((badge) => badge.closest('section'))).toEqual([plan('Professional')]);
    for (const title of ['Secure Payments', 'Instant Access', 'Cancel Anytime']) expect(screen.getByText(title)).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem')).toHaveLength(3);
  });

  it('says before any card is given that one is needed, when it is charged and how much, and how to cancel', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 15, 12), toFake: ['Date'] });
    open('/payment');

    expect(trialTerms()).toEqual([
      'The trial needs a cardNothing is charged for three days.',
      'First charge on 18 NovemberIf you start today: $10 for Starter or $21 for Professional, then once a month.',
      'Cancelling is one clickIn Settings. Cancel before the first charge and you pay nothing.',
    ]);
    cleanup();

    sellTeamPlan();
    open('/payment');
    expect(trialTerms()[1]).toBe(
      'First charge on 22 NovemberIf you start today: $10 for Starter, $21 for Professional or $35 for Team, then once a month.',
    );
    cleanup();

    open('/payment?cancelled=true');
    expect(screen.queryByRole('list', { name: 'How the trial works' })).not.toBeInTheDocument();
  });

  it('shows a third plan and another trial as the server sells them', async () => {
    sellTeamPlan();
    open('/payment');

    expect(screen.getByText('Try it free for seven days. Cancel anytime.')).toBeVisible();
    expect(plan('Team')).toHaveTextContent(
      'For several brands$35a month7-day free trialStart Free Trial80 keywords2000 posts a monthAdvanced AI filteringPriority support',
    );
    expect(screen.getAllByRole('button', { name: 'Start Free Trial' })).toHaveLength(3);
    expect(screen.getByText(/After seven days your card is charged/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Which plan do I need?' }));
    expect(screen.getByText(/Team searches for 80 and finds up to 2000\./)).toBeVisible();
  });

  it.each([
    ['account', 'You have already used your free trial. You are billed when you subscribe. Cancel anytime.'],
    [
      'address',
      'Free trials are limited to one per person, and this email address has already had one. You are billed when you subscribe.',
    ],
    [
      'card',
      'Free trials are limited to one per person, and this card has already had one. We ended the trial and charged nothing. You are billed when you subscribe.',
    ],
  ])('says that there is no second trial, and why (%s)', async (noTrial, about) => {
    const trial = () => Response.json({ success: true, data: { status: 'none', noTrial } });
    theServerSays({ ...nothingBought, [`GET /api/subscription/trial-status/${nora.id}`]: trial });
    open('/payment');

    expect(await screen.findByText(about)).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Subscribe' })).toHaveLength(2);
    expect(screen.queryByText(/day free trial/)).not.toBeInTheDocument();
    expect(screen.queryByRole('list', { name: 'How the trial works' })).not.toBeInTheDocument();
  });

  it('answers questions, and says whom to ask', async () => {
    open('/payment');
    expect(screen.getByText(/After three days your card is charged/)).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Where can I ask something else?' }));

    expect(screen.getByRole('link', { name: 'support@earshot.example' })).toHaveAttribute('href', 'mailto:support@earshot.example');
    expect(screen.queryByText(/After three days your card is charged/)).not.toBeInTheDocument();
  });

  it.each([
    ['payment_failed', 'alert', 'Your payment was not successful. Please try again.'],
    ['check_failed', 'alert', 'Unable to verify your subscription status. Please try again.'],
    ['processing', 'status', 'Your payment is still being processed. Please wait a moment and try again.'],
    ['cancelled', 'status', 'Your subscription was cancelled. Please try again if you wish to continue.'],
  ])('says what error=%s means, until it is dismissed', async (error, role, text) => {
    const { address } = open(`/payment?cancelled=true&error=${error}`);
    expect(screen.getByText(text).closest('[role]')).toHaveAttribute('role', role);

    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(address()).toBe('/payment?cancelled=true');
  });

  it.each(['/payment?error=other', '/payment?error=toString', '/payment'])('has no banner at %s', (path) => {
    open(path);

    expect(screen.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  });

  it('speaks of coming back after a cancellation, and that this is billed', async () => {
    const calls = theServerSays({ ...nothingBought, ...checkoutSays({ payment_link: link, bills_at_once: true }) });
    open('/payment?cancelled=true');
    expect(screen.getByRole('heading', { level: 1, name: 'Reactivate Your Account' })).toBeVisible();
    expect(screen.getByText('Your subscription has been cancelled. Please reactivate to continue using all features.')).toBeVisible();
    expect(screen.getByText('Each account gets one free trial. You are billed when you reactivate.')).toBeVisible();
    expect(plan('Starter')).toHaveTextContent('Billed monthly');
    expect(screen.queryByRole('list', { name: 'Steps' })).not.toBeInTheDocument();

    await userEvent.click(within(plan('Starter')).getByRole('button', { name: 'Reactivate Account' }));

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(link));
    expect(calls.find(({ path }) => path === '/api/stripe-payments')?.body).toMatchObject({
      planId: 'starter',
      metadata: { reactivation: true, previous_cancellation: true },
    });
  });

  it('tells a subscriber that there is nothing to buy', async () => {
    theServerSays({});
    const { address } = open('/payment');

    await userEvent.click(await screen.findByRole('button', { name: 'Go to the dashboard' }));

    expect(address()).toBe('/dashboard');
  });
});

describe('the checkout', () => {
  it('goes to the payment page, with one button busy and the other waiting', async () => {
    const calls = theServerSays({
      ...nothingBought,
      ...checkoutSays({ payment_link: link, session_id: 'cs_1', subscription_saved: true, demo: false }),
    });
    open('/payment');

    await userEvent.dblClick(within(plan('Professional')).getByRole('button'));

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(link));
    expect(within(plan('Professional')).getByRole('button')).toHaveAttribute('aria-busy', 'true');
    expect(within(plan('Starter')).getByRole('button')).toBeDisabled();
    expect(calls.filter(({ path }) => path === '/api/stripe-payments').map(({ body }) => body)).toEqual([
      {
        planId: 'pro',
        userEmail: nora.email,
        userName: nora.fullName,
        metadata: {
          user_id: nora.id,
          plan_id: 'pro',
          plan_name: 'Professional',
          price: 21,
          reactivation: false,
          previous_cancellation: false,
          app_name: 'Earshot',
        },
      },
    ]);
  });

  it('of a third plan asks for that plan, while the others wait', async () => {
    sellTeamPlan();
    const calls = theServerSays({ ...nothingBought, ...checkoutSays({ payment_link: link }) });
    open('/payment');

    await userEvent.click(within(plan('Team')).getByRole('button'));

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(link));
    for (const name of ['Starter', 'Professional']) expect(within(plan(name)).getByRole('button')).toBeDisabled();
    expect(calls.find(({ path }) => path === '/api/stripe-payments')?.body).toMatchObject({
      planId: 'team',
      metadata: { plan_id: 'team', plan_name: 'Team', price: 35 },
    });
  });

  it('can be begun again on a page that the browser has brought back', async () => {
    theServerSays({ ...nothingBought, ...checkoutSays({ payment_link: link }) });
    open('/payment');
    await userEvent.click(within(plan('Starter')).getByRole('button'));
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    await waitFor(() => expect(within(plan('Starter')).getByRole('button')).not.toHaveAttribute('aria-busy'));
    expect(within(plan('Professional')).getByRole('button')).toBeEnabled();
  });

  it('notes a demo in the profile, which nothing trusts', async () => {
    const calls = theServerSays({
      ...nothingBought,
      ...checkoutSays({ payment_link: link, demo: true }),
      'PATCH /rest/v1/profiles': () => new Response(null, { status: 204 }),
    });
    open('/payment');

    await userEvent.click(within(plan('Starter')).getByRole('button'));

    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      subscription_plan: 'starter',
      subscription_status: 'pending',
    });
  });

  it('says that there is no trial before anything is billed', async () => {
    theServerSays({ ...nothingBought, ...checkoutSays({ payment_link: link, bills_at_once: true }) });
    open('/payment');
    await userEvent.click(within(plan('Professional')).getByRole('button'));
    const said = await screen.findByRole('dialog', { name: 'This is billed today' });
    expect(assign).not.toHaveBeenCalled();

    await userEvent.click(within(said).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(within(plan('Professional')).getByRole('button'));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Continue to Payment' }));

    expect(assign).toHaveBeenCalledExactlyOnceWith(link);
  });

  it.each([
    [
      'a refusal',
      refusal(503, 'The payment service could not be reached.'),
      'Failed to create subscriptionThe payment service could not be reached.',
    ],
    ['an answer without a link', () => Response.json({ success: true }), 'No payment link received'],
    [
      'an answer that cannot be read',
      () => new Response('<html>', { headers: { 'content-type': 'application/json' } }),
      'Failed to start checkout process',
    ],
    ['a session that has ended', refusal(401, 'Sign in.'), 'Please sign in to continue'],
  ])('that ends in %s says so, and can be tried again', async (_why, answer, text) => {
    theServerSays({ ...nothingBought, 'POST /api/stripe-payments': answer });
    open('/payment');

    await userEvent.click(within(plan('Starter')).getByRole('button'));

    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(within(plan('Starter')).getByRole('button')).not.toHaveAttribute('aria-busy'));
    expect(assign).not.toHaveBeenCalled();
  });

  it('beside a payment that is being processed leads to that news', async () => {
    theServerSays({ ...nothingBought, 'POST /api/stripe-payments': refusal(409, 'Your payment is still being processed.', 'processing') });
    const { address } = open('/payment');

    await userEvent.click(within(plan('Starter')).getByRole('button'));

    await waitFor(() => expect(address()).toBe('/payment?error=processing'));
    expect(await screen.findByText('Your payment is still being processed. Please wait a moment and try again.')).toBeVisible();
  });

  it('that reaches nobody becomes a demo', async () => {
    theServerSays(nothingBought);
    const { address } = open('/payment');

    await userEvent.click(within(plan('Professional')).getByRole('button'));

    await waitFor(() => expect(address()).toBe('/dashboard?payment_success=true&plan=pro&demo=true&reason=backend_offline'));
  });

  it('is busy while the server thinks', async () => {
    holding('POST /api/stripe-payments', nothingBought as never);
    open('/payment');

    await userEvent.click(within(plan('Starter')).getByRole('button'));

    expect(within(plan('Starter')).getByRole('button')).toHaveAttribute('aria-busy', 'true');
    expect(within(plan('Professional')).getByRole('button')).toBeDisabled();
  });
});

function open(path: string) {
  return openPage(<Payment settings={sandboxSettings} />, path);
}

const trialTerms = () =>
  within(screen.getByRole('list', { name: 'How the trial works' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const plan = (name: string) => screen.getByRole('region', { name });

function checkoutSays(answer: Record<string, unknown>) {
  return { 'POST /api/stripe-payments': () => Response.json({ success: true, ...answer }) };
}
