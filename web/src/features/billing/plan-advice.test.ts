import { expect, it } from 'vitest';
import { type SoldPlan, soldPlansByPrice } from '../../api/product';
import { sellTeamPlan } from '../../testing/product';
import { planAdvice } from './plan-advice';

const ofTwo =
  'Starter searches for 10 keywords and finds up to 50 posts a month, which is enough for one product. ' +
  'Professional searches for 30, finds up to 500 and filters more precisely.';

it('says what the two plans have, and that the larger one filters more finely', () => {
  expect(planAdvice(soldPlansByPrice())).toBe(ofTwo);
});

it('goes on with a third plan', () => {
  sellTeamPlan();

  expect(planAdvice(soldPlansByPrice())).toBe(`${ofTwo} Team searches for 80 and finds up to 2000.`);
});

it('has words for a plan without limits', () => {
  const endless = soldPlansByPrice().map(withoutLimits);

  expect(planAdvice(endless)).toBe(
    'Starter searches for any number of keywords and finds all posts, which is enough for one product. ' +
      'Professional searches for any number, finds all posts and filters more precisely.',
  );
});

function withoutLimits(plan: SoldPlan): SoldPlan {
  return { ...plan, limits: { ...plan.limits, keywordsTracking: -1, postsPerMonth: -1 } };
}
