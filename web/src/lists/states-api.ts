import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import { call, requireSuccess } from '../api/errors';
import { earlierAnswerTimes } from '../api/query-times';
import type { components } from '../api/schema';
import type { RowState } from './row-state';

/** One row of a change of several; the reason goes with a rejection. */
export type RowChange = { id: string; state: RowState; reason?: string };

/** How many rows can be changed at once. */
export const mostAtOnce = 200;

/** What the user answered before, in the same thread or to the same author. */
export type EarlierAnswer = components['schemas']['GivenAnswer'];

/** Moves several rows at once, all of them or none. */
export async function setStates(list: 'reddit-posts' | 'mentions', changes: readonly RowChange[]): Promise<void> {
  const body = { changes: [...changes] };
  requireSuccess(
    await call(list === 'mentions' ? api.PATCH('/api/mentions/states', { body }) : api.PATCH('/api/reddit-posts/states', { body })),
  );
}

const earlierAnswersKey = 'earlier-answers';

/** What was answered before a row of this id, the newest first. */
export const earlierAnswers = (id: string) =>
  queryOptions({
    queryKey: [earlierAnswersKey, id],
    queryFn: async ({ signal }) =>
      requireSuccess(await call(api.GET('/api/earlier-answers/{id}', { params: { path: { id } }, signal }))).answers,
    ...earlierAnswerTimes,
  });

export const allEarlierAnswers = { queryKey: [earlierAnswersKey] };
