import { type RowState, type StateCounts, type StatedRow, stateOf } from '../lists/row-state';

type StatesServer<Row extends StatedRow> = {
  stored: Map<string, Row>;
  /** 'reddit-posts', 'mentions' */
  list: string;
  lastBody: () => unknown;
};

/** What a server answers that moves rows from state to state, one by one or several at once. */
export function stateAnswers<Row extends StatedRow>({ stored, list, lastBody }: StatesServer<Row>): Record<string, () => Response> {
  const set = (id: string, changes: Partial<StatedRow>) => {
    const row = stored.get(id);
    if (row !== undefined) stored.set(id, { ...row, ...changes });
  };
  const one = (id: string) => () => {
    const { state, note } = lastBody() as { state: RowState; note?: string };
    set(id, { ...to(state), ...(note !== undefined && { note: note === '' ? null : note }) });
    return Response.json({ success: true });
  };
  return {
    [`PATCH /api/${list}/states`]: () => {
      const { changes } = lastBody() as { changes: { id: string; state: RowState }[] };
      for (const { id, state } of changes) set(id, to(state));
      return Response.json({ success: true, changed: changes.length });
    },
    ...Object.fromEntries([...stored.keys()].map((id) => [`PATCH /api/${list}/${id}/state`, one(id)])),
  };
}

/** The rows in the state that a query asks for. */
export function rowsInState<Row extends StatedRow>(rows: readonly Row[], query: URLSearchParams, rejected: string): Row[] {
  const wanted = query.get('state') ?? (query.get(rejected) === 'true' ? 'rejected' : 'open');
  return rows.filter((row) => stateOf(row) === wanted);
}

export function countsOf(rows: readonly StatedRow[]): StateCounts {
  const counts: StateCounts = { open: 0, saved: 0, answered: 0, won: 0, rejected: 0 };
  for (const row of rows) counts[stateOf(row)] += 1;
  return counts;
}

const to = (state: RowState) => ({ state, rejected: state === 'rejected', state_at: '2026-11-12T09:00:00Z' });
