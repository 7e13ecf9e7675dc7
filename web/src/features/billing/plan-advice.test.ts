import { expect, it } from 'vitest';
import { type SoldPlan, soldPlansByPrice } from '../../api/product';
import { sellTeamPlan } from '../../testing/product';
import { planAdvice } from './plan-advice';

const ofTwo =
  'Starter listens for 10 keywords and brings up to 50 posts a month, which is enough for one product. ' +
  'Professional listens for 30, brings up to 500 and filters more finely.';

it('says what the two plans have, and that the larger one filters more finely', () => {
  expect(planAdvice(soldPlansByPrice())).toBe(ofTwo);
});

it('goes on with a third plan', () => {
  sellTeamPlan();

  expect(planAdvice(soldPlansByPrice())).toBe(`${ofTwo} Team listens for 80 and brings up to 2000.`);
});

it('has words for a plan without limits', () => {
  const endless = soldPlansByPrice().map(withoutLimits);

  expect(planAdvice(endless)).toBe(
    'Starter listens for any number of keywords and brings all posts, which is enough for one product. ' +
      'Professional listens for any number, brings all posts and filters more finely.',
  );
});

function withoutLimits(plan: SoldPlan): SoldPlan {
  return { ...plan, limits: { ...plan.limits, keywordsTracking: -1, postsPerMonth: -1 } };
}
