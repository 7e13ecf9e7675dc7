import type { PlanId } from '../../api/product';
import { readRows, type Tables } from '../../api/tables';
import { logWarning } from '../../lib/log';

/**
 * In demo mode the profile says how far the checkout is (spec §4, Checkout). It is a note and
 * nothing more: no guard and no part of the server reads it, so failing to write it is no failure.
 */
export async function saveProfileStatus(
  tables: Tables,
  userId: string,
  status: 'pending' | 'active',
  planId: PlanId | undefined,
): Promise<void> {
  const note = {
    ...(planId !== undefined && { subscription_plan: planId }),
    subscription_status: status,
    updated_at: new Date().toISOString(),
  };
  try {
    await readRows((await tables()).from('profiles').update(note).eq('id', userId));
  } catch (failure) {
    logWarning('the profile was not told about the checkout', failure);
  }
}
