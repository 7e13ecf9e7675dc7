import { expect, it, vi } from 'vitest';
import facts from '../testing/product-facts.json';
import { sellTeamPlan } from '../testing/product';
import { parsePlanId, planOf, productFacts, smallestPlan, soldPlans, soldPlansByPrice } from './product';

it('the facts are those of /settings.js', () => {
  expect(productFacts()).toBe((globalThis.__EARSHOT__ as { product: unknown }).product);
});

it.each([
  ['no settings', undefined],
  ['settings without facts', { authUrl: '/' }],
  ['no plan that is sold', { product: { ...facts, plans: facts.plans.filter(({ isSold }) => !isSold) } }],
  ['a plan without limits', { product: { ...facts, plans: [{ ...facts.plans[0], limits: null }] } }],
  ['no trial', { product: { ...facts, trialDays: null } }],
])('%s is an error that names /settings.js', (_what, settings) => {
  vi.stubGlobal('__EARSHOT__', settings);

  expect(() => productFacts()).toThrow('/settings.js has no facts of the product');
});

it('the plans that are sold stay in the order of the screen', () => {
  vi.stubGlobal('__EARSHOT__', { product: { ...facts, plans: facts.plans.toReversed() } });

  expect(soldPlans().map(({ id }) => id)).toEqual(['pro', 'starter']);
  expect(soldPlansByPrice().map(({ id }) => id)).toEqual(['starter', 'pro']);
  expect(smallestPlan().id).toBe('starter');
});

it('only the id of a plan that is sold is one to buy', () => {
  for (const id of [null, undefined, '', 'enterprise', 'team']) expect(parsePlanId(id)).toBeUndefined();
  expect(parsePlanId('pro')).toBe('pro');

  sellTeamPlan();

  expect(parsePlanId('team')).toBe('team');
});

it('a plan that nobody sells has its name all the same', () => {
  expect(planOf('enterprise').name).toBe('Enterprise');
});
