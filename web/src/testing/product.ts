import { vi } from 'vitest';
import { parsePlanId, type Plan, type PlanId, productFacts } from '../api/product';

/** The id of a plan that the server sells. */
export function planId(id: string): PlanId {
  const known = parsePlanId(id);
  if (known === undefined) throw new Error(`no plan ${id} is sold`);
  return known;
}

/** Until the end of a test the server sells a third plan, and every trial has seven days. */
export function sellTeamPlan(): void {
  const facts = productFacts();
  const product = { ...facts, plans: [...facts.plans, team], trialDays: 7, trialInWords: 'seven days' };
  vi.stubGlobal('__EARSHOT__', { product });
}

const team: Plan = {
  id: 'team',
  name: 'Team',
  forWhom: 'For several brands',
  isMostPopular: false,
  isSold: true,
  price: 35,
  limits: { postsPerMonth: 2000, keywordsTracking: 80, aiFiltering: 'advanced', support: 'priority', notificationFrequency: 'weekly' },
  scanEveryHours: 12,
};
