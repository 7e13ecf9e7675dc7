import type { components } from './schema';

/** What is sold and where a badge begins: the server's facts, from `/settings.js`. Nothing here repeats them. */
export type ProductFacts = Omit<Schemas['ProductFacts'], 'plans'> & { plans: readonly Plan[] };

/** A price of null is agreed on. A limit of -1 means unlimited. */
export type Plan = Required<Schemas['PlanFacts']>;

/** A plan that people can buy. */
export type SoldPlan = Plan & { id: PlanId; price: number };

/** The id of a plan that is sold; `parsePlanId` makes it. */
export type PlanId = string & { readonly [sold]: true };

type Schemas = components['schemas'];
declare const sold: unique symbol;

/** Parsed once; the settings of a page stay the same object for its whole life. */
export function productFacts(): ProductFacts {
  const settings = globalThis.__EARSHOT__;
  if (parsed === undefined || parsed.settings !== settings) parsed = { settings, facts: parseProductFacts(settings) };
  return parsed.facts;
}

/** In the order of the screen. There is always one. */
export function soldPlans(): readonly SoldPlan[] {
  return productFacts().plans.filter(isSoldPlan);
}

/** From the smallest to the largest. */
export function soldPlansByPrice(): readonly SoldPlan[] {
  return soldPlans().toSorted((one, other) => one.price - other.price);
}

/** The plan with this id; the smallest one when that is unknown (spec §9). */
export function planOf(id: string | null | undefined): Plan {
  return productFacts().plans.find((plan) => plan.id === id) ?? smallestPlan();
}

export function smallestPlan(): SoldPlan {
  const [smallest] = soldPlansByPrice();
  if (smallest === undefined) throw new Error('the server sells no plan');
  return smallest;
}

export function parsePlanId(raw: string | null | undefined): PlanId | undefined {
  return soldPlans().find(({ id }) => id === raw)?.id;
}

let parsed: { settings: unknown; facts: ProductFacts } | undefined;

function parseProductFacts(settings: unknown): ProductFacts {
  const raw = isRecord(settings) ? settings['product'] : undefined;
  if (!isProductFacts(raw)) throw new Error('/settings.js has no facts of the product');
  return raw;
}

function isProductFacts(raw: unknown): raw is ProductFacts {
  return (
    isRecord(raw) &&
    ['trialDays', 'freshHours'].every((name) => typeof raw[name] === 'number') &&
    typeof raw['trialInWords'] === 'string' &&
    isRecord(raw['highValue']) &&
    isRecord(raw['sentiment']) &&
    Array.isArray(raw['plans']) &&
    raw['plans'].every((plan) => isRecord(plan) && isRecord(plan['limits'])) &&
    raw['plans'].some(isSoldPlan)
  );
}

function isSoldPlan(plan: Plan): plan is SoldPlan {
  return plan.isSold && plan.price !== null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
