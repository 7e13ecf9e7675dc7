import type { StateCounts, TabState } from './row-state';

/** Why a list has nothing to show, the first reason that holds (design §3, Empty states). */
export type EmptyReason = 'query' | 'rejected' | 'filters' | 'state' | 'none';

/** Whether only this tab is empty: another than Open begins empty, and Open is empty once everything is dealt with. */
export function isStateEmpty(state: TabState, counts: StateCounts | undefined): boolean {
  return state !== 'open' || (counts !== undefined && counts.saved + counts.answered + counts.won > 0);
}
