import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { ApiFailure, call } from '../../api/errors';
import type { PlanId } from '../../api/product';
import type { components } from '../../api/schema';
import { trialStatusTimes } from '../../api/query-times';
import { parseStatus, type SubscriptionStatus } from './subscription';

type Schemas = components['schemas'];

/** What the server knows about the subscription and its trial (spec §3, Trial status). What there is not is null, and always written. */
export type TrialStatus = Required<Schemas['TrialStatus']>;

export type CheckoutRequest = {
  planId: PlanId;
  userEmail: string;
  userName: string;
  metadata: {
    user_id: string;
    plan_id: PlanId;
    plan_name: string;
    price: number | null;
    reactivation: boolean;
    previous_cancellation: boolean;
    app_name: string;
  };
};

/** Nothing of it is taken for granted: money follows from it. */
export type CheckoutResponse = { [Field in keyof Schemas['StartCheckoutResponse']]?: Schemas['StartCheckoutResponse'][Field] | null } & {
  error?: string | null;
};

type PlanChange = {
  currentSubscriptionId: string;
  newPlanId: PlanId;
  userEmail: string;
  metadata: { user_id: string; current_plan: string };
  /** Which keywords the user pauses on the smaller plan. */
  pausedKeywords?: string[];
};

type Cancellation = { subscriptionId: string; reason: string; cancelImmediately: boolean; userEmail: string };

type Reactivation = { subscriptionId: string; userEmail: string };

/** What has become of it, in a sentence and in full. With a `payment_link` it takes a new checkout. */
export type SubscriptionChanged = Schemas['SubscriptionChangeResponse'] & { data: TrialStatus };

export const trialStatusKey = (userId: string) => ['trial-status', userId] as const;

/** Behind the Subscription card. Asked twice more before it gives up (spec §8). */
export const trialStatus = (userId: string) =>
  queryOptions({
    queryKey: trialStatusKey(userId),
    queryFn: async ({ signal }) =>
      (await call(api.GET('/api/subscription/trial-status/{userId}', { params: { path: { userId } }, signal }))).data as TrialStatus,
    ...trialStatusTimes,
  });

export function startCheckout(request: CheckoutRequest): Promise<CheckoutResponse> {
  return call(api.POST('/api/stripe-payments', { body: request }));
}

/** What the payment provider says, which the server also writes down. */
export async function askProvider(): Promise<SubscriptionStatus> {
  try {
    return parseStatus((await call(api.GET('/api/subscription/status'))).status);
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status === undefined) throw failure;
    throw new Error(`Payment provider check failed: ${failure.status}`, { cause: failure });
  }
}

export async function changePlan(change: PlanChange): Promise<SubscriptionChanged> {
  return (await call(api.POST('/api/subscription/change-plan', { body: change }))) as SubscriptionChanged;
}

export async function cancelSubscription(cancellation: Cancellation): Promise<SubscriptionChanged> {
  return (await call(api.POST('/api/subscription/cancel', { body: cancellation }))) as SubscriptionChanged;
}

export async function reactivateExisting(reactivation: Reactivation): Promise<SubscriptionChanged> {
  return (await call(api.POST('/api/subscription/reactivate-existing', { body: reactivation }))) as SubscriptionChanged;
}

/** The provider's own page for invoices and the card. */
export async function billingPortal(): Promise<string> {
  return (await call(api.POST('/api/subscription/portal'))).url;
}
