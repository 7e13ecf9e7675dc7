import { type Earshot, expect, expectOwnServer } from './earshot';
import { callApi, updateProfile, type Person, signUp } from './people';

/** Somebody who has come as far as the payment. */
export async function createOnboardedPerson(earshot: Earshot): Promise<Person> {
  const person = await signUp(earshot);
  await updateProfile(earshot, person, { onboarding_completed: true, onboarding_step: 2 });
  return person;
}

/** Lengths of product time, in seconds. */
export const hours = (count: number) => count * 3600;
export const days = (count: number) => hours(count * 24);

/** Moves the product's clock, for everybody on this server. */
export async function advanceClock(earshot: Earshot, advanceSeconds: number): Promise<void> {
  expectOwnServer(earshot);
  await callApi(earshot, 'POST', '/sandbox/clock', { body: { advanceSeconds } });
}

/** What becomes of the payment sandbox's webhooks from now on. */
export async function setWebhookMode(earshot: Earshot, mode: 'normal' | 'hold' | 'drop'): Promise<void> {
  expectOwnServer(earshot);
  await callApi(earshot, 'POST', '/sandbox/payments/webhooks', { body: { mode } });
}

/** A trial, without a visit to the checkout. */
export async function startTrial(earshot: Earshot, person: Person, planId: string): Promise<void> {
  await callApi(earshot, 'POST', '/sandbox/subscribe', { body: { plan: planId }, session: person.session });
}

/** Through the trial, into the first paid month. */
export async function startPaidMonth(earshot: Earshot, person: Person, planId: string, { trialDays = 3 } = {}): Promise<void> {
  await startTrial(earshot, person, planId);
  await advanceClock(earshot, days(trialDays + 1));
  await expect.poll(async () => (await readSubscription(earshot, person)).status).toBe('active');
}

/** Not by the page. */
export async function cancelSubscription(earshot: Earshot, person: Person): Promise<void> {
  const { subscription_id: subscriptionId } = await readSubscription(earshot, person);
  await callApi(earshot, 'POST', '/api/subscription/cancel', {
    body: { subscriptionId, reason: '', userEmail: person.email },
    session: person.session,
  });
}

export type SubscriptionStatus = { status: string; plan_id: string; subscription_id: string };

/** What the server hears from the provider. */
export async function readSubscription(earshot: Earshot, person: Person): Promise<SubscriptionStatus> {
  return (await callApi(earshot, 'GET', '/api/subscription/status', { session: person.session })) as SubscriptionStatus;
}
