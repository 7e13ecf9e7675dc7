import type { SubscriptionStatus } from '../features/billing/subscription';
import { paths } from './paths';

/** Everything that decides whether a visitor may be on a page. */
export type Visit = {
  path: string;
  session: 'loading' | 'signed-out' | 'signed-in';
  /** A forgotten password was reset by mail, or none is set yet: nothing else comes first. */
  mustChoosePassword: boolean;
  onboarding: OnboardingState;
  subscription: SubscriptionState;
  /** The payment provider has just sent them back, see `isReturningFromPayment`. */
  isReturningFromPayment: boolean;
  /** Their payment is being checked. The check also redirects from the dashboard, with the reason. */
  isPaymentSettling: boolean;
};

/** A profile that could not be loaded counts as incomplete (spec §4, Onboarding). */
export type OnboardingState = 'loading' | 'completed' | 'incomplete';

/** `unknown`: the status could not be read. */
export type SubscriptionState = 'loading' | 'unknown' | SubscriptionStatus;

export type Verdict =
  | { kind: 'stay' }
  | { kind: 'wait'; text: string }
  /** Replaces the entry in the history: going back must not lead into the same redirect again. */
  | { kind: 'go'; to: string };

/** Whether a visitor stays, waits or goes elsewhere (spec §2, Guards). */
export function guardVisit(visit: Visit): Verdict {
  const page = pageAt(visit.path);
  if (page === undefined) return stay;
  if (visit.session === 'loading') return wait('Checking authentication...');
  if (visit.session === 'signed-out') return signedOut[page];
  if (visit.mustChoosePassword) return visit.path === paths.auth ? stay : go(paths.auth);
  if (page === 'home' || page === 'auth') return go(paths.dashboard);
  return page === 'dashboard' ? judgeDashboard(visit) : stay;
}

/** The names under which the payment provider, and our own checkout, hand something back (spec §2; decisions, Small print). */
const paymentReturnParameters = [
  'plan',
  'session',
  'subscription_id',
  'status',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'trial',
  'payment_success',
  'demo',
  'reason',
] as const;

export function isReturningFromPayment(search: string): boolean {
  const query = new URLSearchParams(search);
  return paymentReturnParameters.some((name) => query.has(name));
}

/** The checkout reached no provider; the dashboard says so and redirects to the payment page. */
export function isUnreachedCheckout(search: string): boolean {
  return new URLSearchParams(search).has('demo');
}

/** What is left of the address when the payment has been dealt with. */
export function withoutPaymentReturn(search: URLSearchParams): string {
  const rest = new URLSearchParams(search);
  for (const name of paymentReturnParameters) rest.delete(name);
  return rest.size === 0 ? paths.dashboard : `${paths.dashboard}?${rest}`;
}

/** Where the logo leads: to a page of the app, or out to the marketing site (spec §4, Logo click destination). */
export function logoDestination({ path, onboarding, subscription }: LogoContext): 'marketing-site' | Destination {
  if (pageAt(path) !== 'dashboard') return 'marketing-site';
  if (onboarding === 'incomplete') return paths.onboarding;
  if (subscription === 'loading' || subscription === 'unknown') return 'marketing-site';
  return destinations[subscription] === 'stay' ? 'marketing-site' : paths.payment;
}

type LogoContext = Pick<Visit, 'path' | 'onboarding' | 'subscription'>;
type GuardedPage = 'home' | 'auth' | 'onboarding' | 'payment' | 'dashboard';
type Destination = (typeof paths)[keyof typeof paths];

function pageAt(path: string): GuardedPage | undefined {
  return pages.get(path.length > 1 ? path.replace(/\/+$/, '') : path);
}

const pages: ReadonlyMap<string, GuardedPage> = new Map<string, GuardedPage>([
  [paths.home, 'home'],
  [paths.auth, 'auth'],
  [paths.signIn, 'auth'],
  [paths.signUp, 'auth'],
  [paths.onboarding, 'onboarding'],
  [paths.payment, 'payment'],
  [paths.dashboard, 'dashboard'],
]);

const stay: Verdict = { kind: 'stay' };
const wait = (text: string): Verdict => ({ kind: 'wait', text });
const go = (to: string): Verdict => ({ kind: 'go', to });

const signedOut = {
  home: go(paths.auth),
  auth: stay,
  onboarding: go(paths.signIn),
  payment: go(paths.signIn),
  dashboard: go(paths.signIn),
} satisfies Record<GuardedPage, Verdict>;

function judgeDashboard({ onboarding, subscription, isReturningFromPayment: isReturning, isPaymentSettling }: Visit): Verdict {
  if (onboarding === 'loading') return wait('Checking onboarding status...');
  if (onboarding === 'incomplete') return go(paths.onboarding);
  if (isPaymentSettling) return stay;
  if (subscription === 'loading') return wait('Checking subscription status...');
  if (isReturning && toldByDashboard.has(subscription)) return stay;
  if (subscription === 'unknown') return go(`${paths.payment}?error=check_failed`);
  const destination = destinations[subscription];
  return destination === 'stay' ? stay : go(destination);
}

const destinations = {
  active: 'stay',
  trialing: 'stay',
  cancelled: '/payment?cancelled=true',
  none: '/payment',
  pending: '/payment',
  pending_activation: '/payment',
  payment_failed: '/payment',
  // The spec names no place for it; decisions, Subscription: like `none`.
  inactive: '/payment',
} as const satisfies Record<SubscriptionStatus, string>;

/**
 * Back from the payment page these stay, because the dashboard itself checks them until they settle and says what
 * became of the payment. One that has failed already leads to the payment page from there, with the reason.
 */
const toldByDashboard: ReadonlySet<SubscriptionState> = new Set<SubscriptionState>([
  'pending',
  'pending_activation',
  'none',
  'unknown',
  'payment_failed',
]);
