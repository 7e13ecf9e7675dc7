import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readRows, type Tables } from '../../api/tables';
import { minutes } from '../../lib/time';

/** Every status a subscription can have (spec §4); `none` means that there is no row. */
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionStatuses = [
  'active',
  'trialing',
  'pending',
  'pending_activation',
  'payment_failed',
  'cancelled',
  'none',
  'inactive',
] as const;

export const subscriptionStatusKey = (userId: string) => ['subscription-status', userId] as const;

/** The status of the newest subscription. The live channel keeps it fresh, see `live-status.ts`. */
export const subscriptionStatus = (tables: Tables, userId: string) =>
  queryOptions({
    queryKey: subscriptionStatusKey(userId),
    queryFn: () => readStatus(tables, userId),
    staleTime: minutes(1),
  });

/** Comes back when the cache has another status than now, or when the time is over. */
export function statusChange(queries: QueryClient, userId: string, withinMs: number): Promise<void> {
  const now = () => queries.getQueryData(subscriptionStatusKey(userId));
  const before = now();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, withinMs);
    const stop = queries.getQueryCache().subscribe(() => {
      if (now() !== before) end();
    });
  });
}

/** Reads what a row says. A word that this program does not know gives no access, as `inactive` does. */
export function parseStatus(raw: unknown): SubscriptionStatus {
  const word = typeof raw === 'string' ? raw.trim() : '';
  return subscriptionStatuses.find((status) => status === word) ?? 'inactive';
}

/** What the client reads of a subscription (spec §7); all but the status comes from the server's own calls. */
type SubscriptionRow = { status: unknown; plan_id: unknown; stripe_subscription_id: unknown; current_period_end: unknown };

/** What the table says now, past the cache. */
export async function readStatus(tables: Tables, userId: string): Promise<SubscriptionStatus> {
  const row = await readRows<SubscriptionRow | null>(
    (await tables())
      .from('subscriptions')
      .select('status, plan_id, stripe_subscription_id, current_period_end')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  return row === null ? 'none' : parseStatus(row.status);
}
