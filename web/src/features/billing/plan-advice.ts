import type { SoldPlan } from '../../api/product';

/** Which plan somebody needs: what each one has, the smallest first, and where it filters better than the one before. */
export function planAdvice([smallest, ...larger]: readonly SoldPlan[]): string {
  if (smallest === undefined) return '';
  const { keywordsTracking, postsPerMonth } = smallest.limits;
  const keywords = keywordsTracking === -1 ? 'any number of keywords' : `${keywordsTracking} keywords`;
  const posts = postsPerMonth === -1 ? 'all posts' : `up to ${postsPerMonth} posts a month`;
  const first = `${smallest.name} searches for ${keywords} and finds ${posts}, which is enough for one product.`;
  const others = larger.map((plan, index) => whatItAdds(plan, larger[index - 1] ?? smallest));
  return [first, ...others].join(' ');
}

function whatItAdds({ name, limits }: SoldPlan, smaller: SoldPlan): string {
  const keywords = limits.keywordsTracking === -1 ? 'any number' : String(limits.keywordsTracking);
  const posts = limits.postsPerMonth === -1 ? 'all posts' : `up to ${limits.postsPerMonth}`;
  const isFiner = limits.aiFiltering === 'advanced' && smaller.limits.aiFiltering === 'basic';
  return isFiner
    ? `${name} searches for ${keywords}, finds ${posts} and filters more precisely.`
    : `${name} searches for ${keywords} and finds ${posts}.`;
}
