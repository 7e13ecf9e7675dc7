import type { components } from '../api/schema';

/** What a user has done with a post or mention: one state each (decisions, Discovery). */
export type RowState = components['schemas']['RowState'];

export type StateCounts = components['schemas']['StateCounts'];

/** The states that have a tab of their own; the rejected rows are behind the spec's toggle. */
export const tabStates = ['open', 'saved', 'answered', 'won'] as const;
export type TabState = (typeof tabStates)[number];

/** What rows tell of their state; one from an older server tells only whether it is rejected. */
export type StatedRow = {
  id: string;
  rejected: boolean;
  rejected_reason?: string | null;
  state?: RowState;
  state_at?: string | null;
  note?: string | null;
};

export function stateOf({ rejected, state }: Pick<StatedRow, 'rejected' | 'state'>): RowState {
  return rejected ? 'rejected' : (state ?? 'open');
}

/** The counts after rows went from one state to another. */
export function movedCounts(counts: StateCounts, from: RowState, to: RowState): StateCounts {
  if (from === to) return counts;
  return { ...counts, [from]: Math.max(0, counts[from] - 1), [to]: counts[to] + 1 };
}
