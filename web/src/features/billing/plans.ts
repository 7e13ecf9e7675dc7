import { parsePlanId, type Plan, productFacts, type SoldPlan, soldPlans, soldPlansByPrice } from '../../api/product';

/** A line on a plan's card: the words that weigh, and the rest. */
export type Feature = { weighty: string; rest: string };

/** The plans to switch to from this one, in the order of the screen; none from a plan that is not sold. */
export function otherPlans({ id }: Plan): readonly SoldPlan[] {
  return parsePlanId(id) === undefined ? [] : soldPlans().filter((plan) => plan.id !== id);
}

export function isUpgrade(from: Plan, to: Plan): boolean {
  return (to.price ?? Number.POSITIVE_INFINITY) > (from.price ?? Number.POSITIVE_INFINITY);
}

/** The smallest of the larger plans: the one upgrade that stands out. */
export function nextPlanUp(from: Plan): SoldPlan | undefined {
  return parsePlanId(from.id) === undefined ? undefined : soldPlansByPrice().find((plan) => isUpgrade(from, plan));
}

/** Everything a plan has, line by line. */
export function featuresOf({ limits, scanEveryHours }: Plan): readonly Feature[] {
  return [
    { weighty: spoken(limits.keywordsTracking), rest: 'keywords' },
    { weighty: spoken(limits.postsPerMonth), rest: 'posts a month' },
    { weighty: capital(limits.aiFiltering), rest: 'AI filtering' },
    { weighty: capital(limits.support), rest: 'support' },
    { weighty: 'Weekly', rest: 'new opportunities' },
    { weighty: 'Unlimited', rest: 'comment generation' },
    { weighty: '', rest: 'Email notifications' },
    { weighty: 'Scans', rest: scansOf(scanEveryHours) },
  ];
}

/** 'every week, every day in the trial': a trial is never scanned less often than its plan. */
function scansOf(hours: number): string {
  const { trialScanEveryHours } = productFacts();
  return hours > trialScanEveryHours ? `${every(hours)}, ${every(trialScanEveryHours)} in the trial` : every(hours);
}

function every(hours: number): string {
  const lengths = { 24: 'every day', 168: 'every week' } as Record<number, string>;
  return lengths[hours] ?? `every ${hours} hours`;
}

/** What distinguishes the plans, in one line, divided by dots. No line begins with a dot. */
export function summaryOf({ limits }: Plan): string {
  return [
    `${spoken(limits.keywordsTracking)} keywords`,
    `${spoken(limits.postsPerMonth)} posts a month`,
    `${limits.aiFiltering} AI filtering`,
    `${limits.support} support`,
  ].join('\u00a0· ');
}

/** How many keywords would have to rest on this plan. */
export function keywordsAbove({ limits }: Plan, tracked: number): number {
  return limits.keywordsTracking === -1 ? 0 : Math.max(0, tracked - limits.keywordsTracking);
}

const spoken = (limit: number) => (limit === -1 ? 'Unlimited' : String(limit));
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
