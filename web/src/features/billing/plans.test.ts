import { expect, it } from 'vitest';
import { planOf, soldPlans } from '../../api/product';
import { sellTeamPlan } from '../../testing/product';
import { featuresOf, isUpgrade, keywordsAbove, nextPlanUp, otherPlans, summaryOf } from './plans';

it('there are two plans, with what the page promises of them', () => {
  expect(
    soldPlans().map((plan) => [plan.name, plan.price, featuresOf(plan).map(({ weighty, rest }) => `${weighty} ${rest}`.trim())]),
  ).toEqual([
    [
      'Starter',
      10,
      [
        '10 keywords',
        '50 posts a month',
        'Basic AI filtering',
        'Email support',
        'Weekly new opportunities',
        'Unlimited comment generation',
        'Email notifications',
        'Scans every week, every day in the trial',
      ],
    ],
    [
      'Professional',
      21,
      [
        '30 keywords',
        '500 posts a month',
        'Advanced AI filtering',
        'Priority support',
        'Weekly new opportunities',
        'Unlimited comment generation',
        'Email notifications',
        'Scans every day',
      ],
    ],
  ]);
});

it('a plan in one line', () => {
  expect(summaryOf(planOf('starter'))).toBe('10 keywords\u00a0· 50 posts a month\u00a0· basic AI filtering\u00a0· email support');
  expect(summaryOf(planOf('enterprise'))).toBe(
    'Unlimited keywords\u00a0· Unlimited posts a month\u00a0· advanced AI filtering\u00a0· priority support',
  );
});

it('an unknown plan is Starter', () => {
  for (const id of [null, undefined, '', 'gold']) expect(planOf(id).id).toBe('starter');
});

it('a plan that is not sold has no other', () => {
  expect(otherPlans(planOf('starter')).map(({ id }) => id)).toEqual(['pro']);
  expect(otherPlans(planOf('pro')).map(({ id }) => id)).toEqual(['starter']);
  expect(otherPlans(planOf('enterprise'))).toEqual([]);
});

it('a third plan is one more to switch to', () => {
  sellTeamPlan();

  expect(otherPlans(planOf('pro')).map(({ id }) => id)).toEqual(['starter', 'team']);
  expect(otherPlans(planOf('team')).map(({ id }) => id)).toEqual(['starter', 'pro']);
  expect(otherPlans(planOf('enterprise'))).toEqual([]);
});

it.each([
  ['starter', 'pro'],
  ['pro', 'team'],
  ['team', undefined],
  ['enterprise', undefined],
])('from %s the next plan up is %s', (from, to) => {
  sellTeamPlan();

  expect(nextPlanUp(planOf(from))?.id).toBe(to);
});

it('only the dearer plan is an upgrade', () => {
  expect(isUpgrade(planOf('starter'), planOf('pro'))).toBe(true);
  expect(isUpgrade(planOf('pro'), planOf('starter'))).toBe(false);
});

it.each([
  ['starter', 10, 0],
  ['starter', 11, 1],
  ['pro', 12, 0],
  ['enterprise', 900, 0],
])('on %s, of %i keywords %i have to rest', (id, tracked, above) => {
  expect(keywordsAbove(planOf(id), tracked)).toBe(above);
});
