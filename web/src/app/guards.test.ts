import { describe, expect, it } from 'vitest';
import { subscriptionStatuses } from '../features/billing/subscription';
import { isReturningFromPayment, guardVisit, logoDestination, type Visit, withoutPaymentReturn } from './guards';

const authentication = 'wait: Checking authentication...';
const onboarding = 'wait: Checking onboarding status...';
const subscription = 'wait: Checking subscription status...';

/**
 * The spec's rules (§2 Route table and Guards, decisions), written down again.
 * The first row that fits holds; '·' fits all.
 */
const rules = table(`
  path                    | session    | password | onboarding | subscription                            | returning | settling | verdict
  /nowhere                | ·          | ·        | ·          | ·                                       | ·         | ·        | stay
  ·                       | loading    | ·        | ·          | ·                                       | ·         | ·        | ${authentication}
  /                       | signed-out | ·        | ·          | ·                                       | ·         | ·        | /auth
  /auth /signin /signup   | signed-out | ·        | ·          | ·                                       | ·         | ·        | stay
  ·                       | signed-out | ·        | ·          | ·                                       | ·         | ·        | /signin
  /auth                   | ·          | due      | ·          | ·                                       | ·         | ·        | stay
  ·                       | ·          | due      | ·          | ·                                       | ·         | ·        | /auth
  / /auth /signin /signup | ·          | ·        | ·          | ·                                       | ·         | ·        | /dashboard
  /onboarding /payment    | ·          | ·        | ·          | ·                                       | ·         | ·        | stay
  /dashboard /dashboard/  | ·          | ·        | loading    | ·                                       | ·         | ·        | ${onboarding}
  /dashboard /dashboard/  | ·          | ·        | incomplete | ·                                       | ·         | ·        | /onboarding
  /dashboard /dashboard/  | ·          | ·        | ·          | ·                                       | ·         | yes      | stay
  /dashboard /dashboard/  | ·          | ·        | ·          | loading                                 | ·         | ·        | ${subscription}
  /dashboard /dashboard/  | ·          | ·        | ·          | active trialing                         | ·         | ·        | stay
  /dashboard /dashboard/  | ·          | ·        | ·          | pending pending_activation none unknown payment_failed | yes       | ·        | stay
  /dashboard /dashboard/  | ·          | ·        | ·          | cancelled                               | ·         | ·        | /payment?cancelled=true
  /dashboard /dashboard/  | ·          | ·        | ·          | none payment_failed pending_activation pending inactive | ·         | ·        | /payment
  /dashboard /dashboard/  | ·          | ·        | ·          | unknown                                 | ·         | ·        | /payment?error=check_failed
`);

describe('the guard', () => {
  it('judges every possible visit as the spec does', () => {
    const wrong = everyVisit().flatMap((visit) => {
      const [expected, judged] = [ruled(visit), spoken(visit)];
      return expected === judged ? [] : [{ visit, expected, judged }];
    });

    expect(wrong).toEqual([]);
  });

  it('is asked about every visit, and every rule is needed', () => {
    const needed = new Set(everyVisit().map((visit) => rules.findIndex((rule) => fits(rule, visit))));

    expect(everyVisit()).toHaveLength(9 * 3 * 2 * 3 * 10 * 2 * 2);
    expect([...needed].toSorted((one, other) => one - other)).toEqual(rules.map((_rule, index) => index));
  });
});

describe('back from payment', () => {
  it.each([
    'plan=pro',
    'session=cs_1',
    'subscription_id=s',
    'status=active',
    'payment_intent=p',
    'payment_intent_client_secret=p',
    'redirect_status=ok',
    'trial=true',
    'payment_success=1',
    'demo=true',
    'reason=x',
  ])('is who has %s in the address', (parameter) => {
    expect(isReturningFromPayment(`?tab=search&${parameter}`)).toBe(true);
  });

  it('leaves the rest of the address as it was', () => {
    const search = new URLSearchParams(
      'tab=mentions&session=cs_1&plan=pro&trial=true&payment_intent_client_secret=s&mentions_q=plan&demo=true&reason=x',
    );

    expect(withoutPaymentReturn(search)).toBe('/dashboard?tab=mentions&mentions_q=plan');
    expect(withoutPaymentReturn(new URLSearchParams('payment_success=true'))).toBe('/dashboard');
  });

  it('is not who has only a tab or a search there', () => {
    expect(isReturningFromPayment('?tab=mentions&search_q=plan&mentions_sort=status')).toBe(false);
  });
});

describe('the logo', () => {
  it.each([
    ['/onboarding', 'incomplete', 'none', 'marketing-site'],
    ['/payment', 'completed', 'cancelled', 'marketing-site'],
    ['/dashboard', 'incomplete', 'active', '/onboarding'],
    ['/dashboard', 'completed', 'none', '/payment'],
    ['/dashboard', 'completed', 'cancelled', '/payment'],
    ['/dashboard', 'completed', 'payment_failed', '/payment'],
    ['/dashboard', 'completed', 'pending_activation', '/payment'],
    ['/dashboard', 'completed', 'pending', '/payment'],
    ['/dashboard', 'completed', 'inactive', '/payment'],
    ['/dashboard', 'completed', 'active', 'marketing-site'],
    ['/dashboard/', 'completed', 'trialing', 'marketing-site'],
    ['/dashboard', 'completed', 'loading', 'marketing-site'],
    ['/dashboard', 'completed', 'unknown', 'marketing-site'],
  ] as const)('on %s with onboarding %s and status %s leads to %s', (path, onboardingState, status, destination) => {
    expect(logoDestination({ path, onboarding: onboardingState, subscription: status })).toBe(destination);
  });
});

type Rule = {
  path: string;
  session: string;
  password: string;
  onboarding: string;
  subscription: string;
  isReturning: string;
  isSettling: string;
  verdict: string;
};

function table(text: string): Rule[] {
  const lines = text.trim().split('\n').slice(1);
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [path = '', session = '', password = '', onboardingState = '', status = '', isReturning = '', isSettling = '', verdict = ''] =
      cells;
    return { path, session, password, onboarding: onboardingState, subscription: status, isReturning, isSettling, verdict };
  });
}

function ruled(visit: Visit): string | undefined {
  return rules.find((rule) => fits(rule, visit))?.verdict;
}

function fits(rule: Rule, visit: Visit): boolean {
  const cells: [string, string][] = [
    [rule.path, visit.path],
    [rule.session, visit.session],
    [rule.password, visit.mustChoosePassword ? 'due' : 'no'],
    [rule.onboarding, visit.onboarding],
    [rule.subscription, visit.subscription],
    [rule.isReturning, visit.isReturningFromPayment ? 'yes' : 'no'],
    [rule.isSettling, visit.isPaymentSettling ? 'yes' : 'no'],
  ];
  return cells.every(([cell, value]) => cell === '·' || cell.split(' ').includes(value));
}

function spoken(visit: Visit): string {
  const verdict = guardVisit(visit);
  if (verdict.kind === 'wait') return `wait: ${verdict.text}`;
  return verdict.kind === 'go' ? verdict.to : 'stay';
}

function everyVisit(): Visit[] {
  const places = ['/', '/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard', '/dashboard/', '/nowhere'];
  return places.flatMap((path) =>
    (['loading', 'signed-out', 'signed-in'] as const).flatMap((session) =>
      [false, true].flatMap((mustChoosePassword) =>
        (['loading', 'completed', 'incomplete'] as const).flatMap((onboardingState) =>
          (['loading', 'unknown', ...subscriptionStatuses] as const).flatMap((status) =>
            [false, true].flatMap((isReturning) =>
              [false, true].map((isSettling) => ({
                path,
                session,
                mustChoosePassword,
                onboarding: onboardingState,
                subscription: status,
                isReturningFromPayment: isReturning,
                isPaymentSettling: isSettling,
              })),
            ),
          ),
        ),
      ),
    ),
  );
}
