import { type Earshot, expect, expectOwnServer } from './earshot';
import { patchesProfile, type Person, signsUp } from './people';

/** Somebody who has come as far as the payment. */
export async function isOnboarded(earshot: Earshot): Promise<Person> {
  const person = await signsUp(earshot);
  await patchesProfile(earshot, person, { onboarding_completed: true, onboarding_step: 2 });
  return person;
}

/** Lengths of product time, in seconds. */
export const hours = (count: number) => count * 3600;
export const days = (count: number) => hours(count * 24);

/** Moves the product's clock, for everybody on this server. */
export async function letsPass(earshot: Earshot, advanceSeconds: number): Promise<void> {
  expectOwnServer(earshot);
  await asks(earshot, 'POST', '/sandbox/clock', { advanceSeconds });
}

/** What becomes of the payment sandbox's webhooks from now on. */
export async function webhooks(earshot: Earshot, mode: 'normal' | 'hold' | 'drop'): Promise<void> {
  expectOwnServer(earshot);
  await asks(earshot, 'POST', '/sandbox/payments/webhooks', { mode });
}

/** A trial, without a visit to the checkout. */
export async function subscribesInSandbox(earshot: Earshot, person: Person, planId: string): Promise<void> {
  await asks(earshot, 'POST', '/sandbox/subscribe', { plan: planId }, person);
}

/** Through the trial, into the first paid month. */
export async function paysForAMonth(earshot: Earshot, person: Person, planId: string): Promise<void> {
  await subscribesInSandbox(earshot, person, planId);
  await letsPass(earshot, days(4));
  await expect.poll(async () => (await statusOf(earshot, person)).status).toBe('active');
}

/** Not by the page. */
export async function cancels(earshot: Earshot, person: Person): Promise<void> {
  const { subscription_id: subscriptionId } = await statusOf(earshot, person);
  await asks(earshot, 'POST', '/api/subscription/cancel', { subscriptionId, reason: '', userEmail: person.email }, person);
}

export type Status = { status: string; plan_id: string; subscription_id: string };

/** What the server hears from the provider. */
export async function statusOf(earshot: Earshot, person: Person): Promise<Status> {
  return (await asks(earshot, 'GET', '/api/subscription/status', undefined, person)) as Status;
}

async function asks(earshot: Earshot, method: string, path: string, body?: unknown, person?: Person): Promise<unknown> {
  const response = await fetch(earshot.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(person !== undefined && { authorization: `Bearer ${person.session.access_token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
