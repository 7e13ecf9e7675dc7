/** The plans. Enterprise is given by operators and shown, never sold. */
export type PlanId = (typeof plans)[number]['id'];

export type Plan = {
  id: string;
  name: string;
  /** In dollars, a month; none where it is agreed on. */
  price: number | null;
  trialDays: number;
  forWhom: string;
  isMostPopular: boolean;
  /** A limit of -1 means unlimited. */
  limits: {
    postsPerMonth: number;
    keywordsTracking: number;
    aiFiltering: 'basic' | 'advanced';
    support: 'email' | 'priority';
    notificationFrequency: 'weekly' | 'unlimited';
  };
};

/** A line on a plan's card: the words that weigh, and the rest. */
export type Feature = { weighty: string; rest: string };

/** The plans that are sold (spec §9), in the order of the screen. The server's own table is the one that counts. */
export const plans = [
  {
    id: 'starter',
    name: 'Starter',
    price: 10,
    trialDays: 3,
    forWhom: 'For one product and one person',
    isMostPopular: false,
    limits: { postsPerMonth: 50, keywordsTracking: 10, aiFiltering: 'basic', support: 'email', notificationFrequency: 'weekly' },
  },
  {
    id: 'pro',
    name: 'Professional',
    price: 21,
    trialDays: 3,
    forWhom: 'For teams that answer every day',
    isMostPopular: true,
    limits: { postsPerMonth: 500, keywordsTracking: 30, aiFiltering: 'advanced', support: 'priority', notificationFrequency: 'weekly' },
  },
] as const satisfies readonly Plan[];

const enterprise: Plan = {
  id: 'enterprise',
  name: 'Enterprise',
  price: null,
  trialDays: 3,
  forWhom: 'As agreed with you',
  isMostPopular: false,
  limits: { postsPerMonth: -1, keywordsTracking: -1, aiFiltering: 'advanced', support: 'priority', notificationFrequency: 'unlimited' },
};

/** The plan that is meant; Starter when that is unknown (spec §9). */
export function planOf(id: string | null | undefined): Plan {
  return [...plans, enterprise].find((plan) => plan.id === id) ?? plans[0];
}

export function parsePlanId(raw: string | null | undefined): PlanId | undefined {
  return plans.find(({ id }) => id === raw)?.id;
}

/** The plan to switch to from this one; undefined for a plan that is not sold. */
export function otherPlan({ id }: Plan): (typeof plans)[number] | undefined {
  return parsePlanId(id) === undefined ? undefined : plans.find((plan) => plan.id !== id);
}

export function isUpgrade(from: Plan, to: Plan): boolean {
  return (to.price ?? Number.POSITIVE_INFINITY) > (from.price ?? Number.POSITIVE_INFINITY);
}

/** Everything a plan has, line by line. */
export function featuresOf({ limits }: Plan): readonly Feature[] {
  return [
    { weighty: spoken(limits.keywordsTracking), rest: 'keywords' },
    { weighty: spoken(limits.postsPerMonth), rest: 'posts a month' },
    { weighty: capital(limits.aiFiltering), rest: 'AI filtering' },
    { weighty: capital(limits.support), rest: 'support' },
    { weighty: 'Weekly', rest: 'new opportunities' },
    { weighty: 'Unlimited', rest: 'comment generation' },
    { weighty: '', rest: 'Email notifications' },
  ];
}

/** What distinguishes the plans, in one line: '10 keywords · 50 posts a month · basic AI filtering · email support'. No line begins with a dot. */
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
