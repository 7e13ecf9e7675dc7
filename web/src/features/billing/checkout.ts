import { ApiFailure, isSignedOut } from '../../api/errors';
import { type PlanId, planOf } from '../../api/product';
import type { CheckoutResponse, CheckoutRequest } from './api';
import { messages } from './messages';

/** Who pays. */
export type Payer = { id: string; email: string; fullName: string };

/** What follows a checkout request. */
export type CheckoutStep =
  | { kind: 'pay'; link: string; billsAtOnce: boolean; isDemo: boolean }
  /** Somewhere in the app. */
  | { kind: 'go'; to: string }
  | { kind: 'refused'; title: string; description?: string };

const words = messages.checkout;

export function checkoutRequest(planId: PlanId, { id, email, fullName }: Payer, isReactivation: boolean): CheckoutRequest {
  const { name, price } = planOf(planId);
  return {
    planId,
    userEmail: email,
    userName: fullName || email,
    metadata: {
      user_id: id,
      plan_id: planId,
      plan_name: name,
      price,
      reactivation: isReactivation,
      previous_cancellation: isReactivation,
      app_name: 'Earshot',
    },
  };
}

export function afterAnswer({ payment_link, bills_at_once, demo, error }: CheckoutResponse): CheckoutStep {
  if (typeof error === 'string' && error !== '') return refusedWith(error);
  const link = linkOf(payment_link);
  if (link === undefined) return { kind: 'refused', title: words.noLink };
  return { kind: 'pay', link, billsAtOnce: bills_at_once === true, isDemo: demo === true };
}

export function afterFailure(failure: unknown, planId: PlanId): CheckoutStep {
  if (isSignedOut(failure)) return { kind: 'refused', title: words.signedOut };
  if (!(failure instanceof ApiFailure)) return { kind: 'refused', title: words.notStarted };
  if (failure.kind === 'unreachable' || failure.kind === 'timeout') return { kind: 'go', to: demoAddress(planId) };
  if (failure.kind !== 'refused') return { kind: 'refused', title: words.notStarted, description: failure.message };
  const conflict = conflicts.get(failure.code ?? '');
  return failure.status === 409 && conflict !== undefined ? { kind: 'go', to: conflict } : refusedWith(failure.message);
}

/** Where a checkout without a provider leads (spec §7). It grants nothing: the dashboard says so and redirects back. */
export function demoAddress(planId: PlanId): string {
  return `/dashboard?${new URLSearchParams({ payment_success: 'true', plan: planId, demo: 'true', reason: 'backend_offline' })}`;
}

/** What stands in the way of a second subscription, and where it is dealt with. */
const conflicts: ReadonlyMap<string, string> = new Map([
  ['processing', '/payment?error=processing'],
  ['already_subscribed', '/dashboard'],
]);

function refusedWith(description: string): CheckoutStep {
  // The headline says it already where the server has no words of its own.
  return description === words.refused ? { kind: 'refused', title: words.refused } : { kind: 'refused', title: words.refused, description };
}

/** Only an address that a browser may be sent to. */
function linkOf(raw: string | null | undefined): string | undefined {
  if (typeof raw !== 'string' || !URL.canParse(raw)) return undefined;
  return ['https:', 'http:'].includes(new URL(raw).protocol) ? raw : undefined;
}
