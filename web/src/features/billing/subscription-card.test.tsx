import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aRunningPlan, aTrialStatus } from '../../testing/billing';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { sellTeamPlan } from '../../testing/product';
import type { TrialStatus } from './api';
import { SubscriptionCard } from './subscription-card';

const statusPath = `/api/subscription/trial-status/${nora.id}`;
const go = vi.fn<(to: string) => void>();
const leaveFor = vi.fn<(link: string) => void>();
const many = Array.from({ length: 12 }, (_, index) => `keyword ${index + 1}`);

beforeEach(async () => {
  localStorage.clear();
  go.mockReset();
  leaveFor.mockReset();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the card', () => {
  it.each([
    [
      'a trial',
      aTrialStatus(),
      ['Trial', '2 days left', 'Ends 17 November 2026', 'then $21 a month'],
      ['Change to Starter', 'Cancel Trial'],
    ],
    [
      'a trial of the smaller plan',
      aTrialStatus({ currentPlan: 'starter', daysLeftInTrial: 1 }),
      ['1 day left', 'then $10 a month', 'Upgrading ends your trial and starts the paid subscription today.'],
      ['Upgrade to Professional', 'Cancel Trial'],
    ],
    [
      'a cancelled trial',
      aTrialStatus({ isCancelledTrial: true, canCancel: false, accessUntil: '2026-11-17T12:00:00Z' }),
      ['Trial cancelled', 'You keep access until 17 November 2026. You will not be charged.'],
      ['Reactivate'],
    ],
    ['a paid plan', aRunningPlan(), ['Active', 'Renews 17 December 2026'], ['Cancel Subscription', 'Change to Starter']],
    [
      'a scheduled cancellation',
      aRunningPlan({ cancelAtPeriodEnd: true, canCancel: false, cancellationDate: '2026-12-17T12:00:00Z' }),
      ['Ends 17 December', 'Your plan runs until 17 December 2026, then stops. You will not be charged again.'],
      ['Reactivate'],
    ],
    [
      'a payment that is due',
      aRunningPlan({ isPastDue: true, accessUntil: '2026-12-20T12:00:00Z' }),
      ['Payment due', 'Your last payment did not go through. Update your card by 20 December 2026 to keep access.'],
      ['Cancel Subscription', 'Update card'],
    ],
    [
      'a planned change',
      aRunningPlan({ nextPlan: 'starter', planUntil: '2026-12-17T12:00:00Z' }),
      ['Changes to Starter on 17 December 2026, then $10 a month. Until then nothing changes.'],
      ['Cancel Subscription', 'Keep Professional'],
    ],
    [
      'a failed payment',
      aRunningPlan({ status: 'payment_failed', canCancel: false }),
      ['Payment failed'],
      ['Choose a plan', 'Update card'],
    ],
    [
      'an ended subscription',
      aRunningPlan({ status: 'cancelled', canCancel: false }),
      ['Cancelled', 'Your subscription has been cancelled. Please reactivate to continue using all features.'],
      ['Reactivate'],
    ],
    ['a payment on its way', aRunningPlan({ status: 'pending', canCancel: false }), ['Processing'], []],
    [
      'no plan',
      aTrialStatus({ hasSubscription: false, subscriptionId: null, status: 'none', canCancel: false }),
      ['No plan'],
      ['Choose a plan'],
    ],
  ])('of %s says what it is and what can be done', async (_what, trial, texts, buttons) => {
    await open(trial);

    const card = screen.getByRole('region', { name: 'Subscription' });
    for (const text of texts) expect(within(card).getByText(text)).toBeVisible();
    const offered = within(card)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(offered.filter((name) => name !== 'Invoices and card')).toEqual(buttons);
  });

  it('that cannot be read says so after two retries, and can be asked for again', async () => {
    const calls = theServerSays({ [`GET ${statusPath}`]: refusal(500, 'The server is unwell.') });
    openCard();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Unable to verify subscription status. Please try again.Failed to fetch trial status',
    );
    expect(calls.filter(({ path }) => path === statusPath)).toHaveLength(3);
    expect(screen.getByText('Unknown')).toBeVisible();

    says(aRunningPlan());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Renews 17 December 2026')).toBeVisible();
  });

  it('leads to invoices and the card, and to somebody who can be asked', async () => {
    await open(aRunningPlan(), { 'POST /api/subscription/portal': () => Response.json({ success: true, url: 'https://pay.example/p/1' }) });

    await userEvent.click(screen.getByRole('button', { name: 'Invoices and card' }));

    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/p/1'));
    expect(screen.getByRole('link', { name: 'support@earshot.example' })).toHaveAttribute(
      'href',
      'mailto:support@earshot.example?subject=Priority%20support%3A%20Professional%20plan',
    );
  });
});

describe('with three plans', () => {
  it.each([
    ['a trial of the smallest', aTrialStatus({ currentPlan: 'starter' }), ['Upgrade to Professional', 'Upgrade to Team', 'Cancel Trial']],
    ['a trial of the middle one', aTrialStatus(), ['Change to Starter', 'Upgrade to Team', 'Cancel Trial']],
    ['the largest, paid', aRunningPlan({ currentPlan: 'team' }), ['Cancel Subscription', 'Change to Starter', 'Change to Professional']],
    ['the middle one, paid', aRunningPlan(), ['Cancel Subscription', 'Change to Starter', 'Upgrade to Team']],
    [
      'a planned change',
      aRunningPlan({ currentPlan: 'team', nextPlan: 'pro', planUntil: '2026-12-17T12:00:00Z' }),
      ['Cancel Subscription', 'Keep Team'],
    ],
  ])('%s offers every other plan', async (_what, trial, buttons) => {
    sellTeamPlan();
    await open(trial);

    const offered = within(screen.getByRole('region', { name: 'Subscription' })).getAllByRole('button');
    expect(offered.map(({ textContent }) => textContent).filter((name) => name !== 'Invoices and card')).toEqual(buttons);
  });

  it('a trial of seven days says how many are left, and how much is used', async () => {
    sellTeamPlan();
    await open(aTrialStatus({ currentPlan: 'team', daysLeftInTrial: 7 }));

    expect(screen.getByText('7 days left')).toBeVisible();
    expect(screen.getByText('then $35 a month')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Free trial used' })).toHaveAttribute('aria-valuenow', '0');
  });

  it('an upgrade goes to the plan whose button was pressed', async () => {
    sellTeamPlan();
    const calls = await open(aTrialStatus({ currentPlan: 'starter' }), changedTo('change-plan', aRunningPlan({ currentPlan: 'team' })));

    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Team' }));
    const dialog = screen.getByRole('dialog', { name: 'Upgrade to Team?' });
    expect(dialog).toHaveAccessibleDescription('Your free trial ends now and the paid subscription starts: $35 today, then $35 a month.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upgrade to Team' }));

    expect(await screen.findByText('Successfully updated to Team plan!')).toBeVisible();
    expect(posted(calls)).toMatchObject([{ newPlanId: 'team', metadata: { current_plan: 'starter' } }]);
  });

  it('a downgrade pauses as many keywords as the chosen plan has no room for', async () => {
    sellTeamPlan();
    await open(aRunningPlan({ currentPlan: 'team' }), tracking(many));

    await userEvent.click(screen.getByRole('button', { name: 'Change to Starter' }));
    expect(await within(screen.getByRole('dialog', { name: 'Change to Starter?' })).findByText('2 of 2 chosen')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Change to Professional' }));

    const dialog = screen.getByRole('dialog', { name: 'Change to Professional?' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Change to Professional' })).toBeEnabled());
    expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('an upgrade', () => {
  it('in a trial says that it is billed now, and does it', async () => {
    const upgraded = aRunningPlan();
    const calls = await open(aTrialStatus({ currentPlan: 'starter' }), changedTo('change-plan', upgraded));

    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Professional' }));
    const dialog = screen.getByRole('dialog', { name: 'Upgrade to Professional?' });
    expect(dialog).toHaveAccessibleDescription('Your free trial ends now and the paid subscription starts: $21 today, then $21 a month.');
    says(upgraded, changedTo('change-plan', upgraded), calls);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Upgrade to Professional' }));

    expect(await screen.findByText('Successfully updated to Professional plan!')).toBeVisible();
    expect(posted(calls)).toEqual([
      { currentSubscriptionId: 'sub_1', newPlanId: 'pro', userEmail: nora.email, metadata: { user_id: nora.id, current_plan: 'starter' } },
    ]);
    expect(screen.getByText('Renews 17 December 2026')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that the card does not pay for says why, and the dialog stays', async () => {
    await open(aTrialStatus({ currentPlan: 'starter' }), {
      'POST /api/subscription/change-plan': refusal(402, 'Your card was declined. Please use another card.'),
    });

    await userEvent.click(screen.getByRole('button', { name: 'Upgrade to Professional' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Upgrade to Professional' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to change plan. Please try again.Your card was declined. Please use another card.',
    );
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});

describe('a downgrade', () => {
  it('asks which keywords rest, proposing the newest', async () => {
    const planned = aRunningPlan({ nextPlan: 'starter', planUntil: '2026-12-17T12:00:00Z' });
    const calls = await open(aRunningPlan(), { ...tracking(many), ...changedTo('change-plan', planned) });

    await userEvent.click(screen.getByRole('button', { name: 'Change to Starter' }));
    const dialog = screen.getByRole('dialog', { name: 'Change to Starter?' });
    expect(dialog).toHaveAccessibleDescription('You keep your current plan until 17 December 2026. From then on it is $10 a month.');
    const action = within(dialog).getByRole('button', { name: 'Change to Starter' });
    expect(await within(dialog).findByText('2 of 2 chosen')).toBeVisible();
    expect(
      within(dialog)
        .getAllByRole('checkbox', { checked: true })
        .map((box) => box.closest('label')?.textContent),
    ).toEqual(['keyword 12', 'keyword 11']);

    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'keyword 12' }));
    expect(action).toBeDisabled();
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'keyword 3' }));
    says(planned, { ...tracking(many), ...changedTo('change-plan', planned) }, calls);
    await userEvent.click(action);

    expect(await screen.findByText('Successfully changed to Starter plan!')).toBeVisible();
    expect(posted(calls)).toMatchObject([{ newPlanId: 'starter', pausedKeywords: ['keyword 11', 'keyword 3'] }]);
    expect(screen.getByRole('button', { name: 'Keep Professional' })).toBeVisible();
  });

  it('with room for all keywords asks for none', async () => {
    const changed = aTrialStatus({ currentPlan: 'starter' });
    const calls = await open(aTrialStatus(), { ...tracking(many.slice(0, 10)), ...changedTo('change-plan', changed) });

    await userEvent.click(screen.getByRole('button', { name: 'Change to Starter' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveAccessibleDescription('It takes effect now. Your trial still ends on 17 November 2026, then it is $10 a month.');
    const action = within(dialog).getByRole('button', { name: 'Change to Starter' });
    await waitFor(() => expect(action).toBeEnabled());
    expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument();
    await userEvent.click(action);

    await screen.findByText('Successfully changed to Starter plan!');
    expect(posted(calls)[0]).not.toHaveProperty('pausedKeywords');
  });

  it('does not go ahead before the keywords are known', async () => {
    await open(aTrialStatus(), { 'GET /api/keywords': refusal(500, 'The server is unwell.') });

    await userEvent.click(screen.getByRole('button', { name: 'Change to Starter' }));

    expect(await screen.findByText('Your keywords could not be loaded.')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change to Starter' })).toBeDisabled();
  });
});

describe('cancelling', () => {
  it('a trial is done at once, says until when access stays, and takes a reason', async () => {
    const cancelled = aTrialStatus({ isCancelledTrial: true, canCancel: false, accessUntil: '2026-11-17T12:00:00Z' });
    const calls = await open(aTrialStatus(), changedTo('cancel', cancelled, 'Your trial is cancelled.'));

    await userEvent.click(screen.getByRole('button', { name: 'Cancel Trial' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel your trial?' });
    expect(dialog).toHaveAccessibleDescription('It is cancelled now and you are not charged. You keep access until 17 November 2026.');
    await userEvent.type(within(dialog).getByLabelText('What could be better? (optional)'), ' Too quiet ');
    says(cancelled, changedTo('cancel', cancelled, 'Your trial is cancelled.'), calls);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Trial' }));

    expect(await screen.findByText('Your trial is cancelled.')).toBeVisible();
    expect(posted(calls)).toEqual([{ subscriptionId: 'sub_1', reason: 'Too quiet', cancelImmediately: true, userEmail: nora.email }]);
    expect(screen.getByText('Trial cancelled')).toBeVisible();
  });

  it('a paid plan waits for the end of the period', async () => {
    const ending = aRunningPlan({ cancelAtPeriodEnd: true, canCancel: false });
    const calls = await open(aRunningPlan(), changedTo('cancel', ending, 'Your subscription ends on 17 December.'));

    await userEvent.click(screen.getByRole('button', { name: 'Cancel Subscription' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel your subscription?' });
    expect(dialog).toHaveAccessibleDescription('Your plan runs until 17 December 2026, then stops. You will not be charged again.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel Subscription' }));

    await screen.findByText('Your subscription ends on 17 December.');
    expect(posted(calls)).toMatchObject([{ cancelImmediately: false, reason: '' }]);
  });

  it('that fails says so, and nothing is shown as cancelled', async () => {
    await open(aTrialStatus(), { 'POST /api/subscription/cancel': () => new Response('down', { status: 502 }) });

    await userEvent.click(screen.getByRole('button', { name: 'Cancel Trial' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel Trial' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to cancel subscription. Please try again.');
    expect(screen.getByText('2 days left')).toBeInTheDocument();
  });
});

describe('reactivating', () => {
  const ending = aRunningPlan({ cancelAtPeriodEnd: true, canCancel: false });
  const cancelledTrial = aTrialStatus({ isCancelledTrial: true, canCancel: false });

  it('takes a scheduled cancellation back', async () => {
    const calls = await open(ending, changedTo('reactivate-existing', aRunningPlan()));

    await userEvent.click(screen.getByRole('button', { name: 'Reactivate' }));
    const dialog = screen.getByRole('dialog', { name: 'Reactivate your subscription?' });
    expect(dialog).toHaveAccessibleDescription('It continues as before and renews on 17 December 2026 for $21.');
    says(aRunningPlan(), changedTo('reactivate-existing', aRunningPlan()), calls);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reactivate' }));

    expect(await screen.findByText('Subscription reactivated successfully!')).toBeVisible();
    expect(posted(calls)).toEqual([{ subscriptionId: 'sub_1', userEmail: nora.email }]);
    expect(screen.getByText('Renews 17 December 2026')).toBeVisible();
  });

  it('that fails says so', async () => {
    await open(ending, {
      'POST /api/subscription/reactivate-existing': refusal(500, 'Failed to reactivate subscription. Please try again.'),
    });

    await userEvent.click(screen.getByRole('button', { name: 'Reactivate' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reactivate' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to reactivate subscription. Please try again.$/);
  });

  it('a cancelled trial is a new checkout', async () => {
    const calls = await open(cancelledTrial, checkoutSays({ bills_at_once: false }));

    await userEvent.click(screen.getByRole('button', { name: 'Reactivate' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reactivate' }));

    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_1'));
    expect(posted(calls)).toMatchObject([{ planId: 'pro', metadata: { reactivation: true } }]);
  });

  it('a cancelled trial that is nearly over is billed at once, after saying so', async () => {
    await open(cancelledTrial, checkoutSays({ bills_at_once: true }));

    await userEvent.click(screen.getByRole('button', { name: 'Reactivate' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reactivate' }));
    const said = await screen.findByRole('dialog', { name: 'This is billed today' });
    expect(said).toHaveAccessibleDescription(
      'You have already used your free trial, so Professional starts right away: $21 today, then $21 a month.',
    );
    expect(leaveFor).not.toHaveBeenCalled();
    await userEvent.click(within(said).getByRole('button', { name: 'Continue to Payment' }));

    expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://pay.example/cs_1');
  });

  it('an ended subscription leads to the plans', async () => {
    await open(aRunningPlan({ status: 'cancelled', canCancel: false }));

    await userEvent.click(screen.getByRole('button', { name: 'Reactivate' }));

    expect(go).toHaveBeenCalledExactlyOnceWith('/payment?cancelled=true');
  });
});

type BillingAnswers = Parameters<typeof theServerSays>[0];
type Calls = ReturnType<typeof theServerSays>;

/** What the server says from now on; what it is asked is added to `noted`. */
function says(trial: TrialStatus, others: BillingAnswers = {}, noted?: Calls): Calls {
  const calls = theServerSays({
    [`GET ${statusPath}`]: () => Response.json({ success: true, data: trial }),
    ...tracking(many.slice(0, 5)),
    ...others,
  });
  if (noted === undefined) return calls;
  calls.push = (...more) => noted.push(...more);
  return noted;
}

function openCard() {
  const keywords = {
    queryKey: ['keywords', nora.id] as const,
    queryFn: async () => {
      const answer = await fetch('http://localhost:8080/api/keywords');
      if (!answer.ok) throw new Error('no keywords');
      return ((await answer.json()) as { keywords: string[] }).keywords;
    },
  };
  return openPage(
    <SubscriptionCard
      payer={nora}
      keywords={keywords}
      supportEmail="support@earshot.example"
      handlers={{ go, leaveFor, onDemo: async () => {} }}
    />,
    '/dashboard?tab=settings',
  );
}

async function open(trial: TrialStatus, others: BillingAnswers = {}): Promise<Calls> {
  const calls = says(trial, others);
  openCard();
  await screen.findByText('support@earshot.example');
  return calls;
}

const tracking = (keywords: readonly string[]): BillingAnswers => ({ 'GET /api/keywords': () => Response.json({ keywords }) });
const posted = (calls: Calls) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

function changedTo(call: string, data: TrialStatus, message = 'Done.'): BillingAnswers {
  return { [`POST /api/subscription/${call}`]: () => Response.json({ success: true, message, data }) };
}

function checkoutSays(answer: Record<string, unknown>): BillingAnswers {
  return {
    'POST /api/stripe-payments': () =>
      Response.json({
        success: true,
        payment_link: 'https://pay.example/cs_1',
        session_id: 'cs_1',
        subscription_saved: true,
        demo: false,
        ...answer,
      }),
  };
}
