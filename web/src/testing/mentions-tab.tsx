import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jobProgress, type JobProgress } from '../api/progress';
import { Dashboard } from '../app/routes/dashboard';
import type { Mention, MentionDay } from '../features/mentions/api';
import { nora, noraIsSignedIn, openPage, theServerSays } from './identity';
import { countsOf, rowsInState, stateAnswers } from './row-states';
import { sandboxSettings } from './settings';

/** A mention as the server sends it; `number` makes it unique. */
export function aMention(number: number, changes: Partial<Mention> = {}): Mention {
  return {
    id: `mention-${number}`,
    post_title: `Mention ${number} of Paperlark`,
    post_content: `What the author of ${number} wrote about Paperlark.`,
    post_url: `https://www.reddit.com/r/freelance/comments/${number}/`,
    source: 'reddit',
    subreddit: 'freelance',
    author: 'inkandinvoice',
    reddit_created_at: '2026-10-27T09:00:00Z',
    post_score: 41,
    comment_count: 18,
    mention_type: 'title',
    is_read: false,
    rejected: false,
    state: 'open',
    rejected_reason: null,
    sentiment_score: 0.9,
    is_positive: true,
    ai_analysis_reason: 'Credits the reminders.',
    ai_summary: `Praises the reminders, says ${number}.`,
    comment_insights: 'mixed_reactions',
    brand_terms: { term_value: 'Paperlark' },
    matched: ['Paperlark'],
    intent: 'mention',
    confidence: 95,
    found_at: '2026-10-27T10:00:00Z',
    ...changes,
  };
}

export function manyMentions(count: number): Mention[] {
  return Array.from({ length: count }, (_, index) => aMention(index + 1));
}

/** Thirty days that end on the day of the mockups, each with these counts. */
export function days(counts: Omit<MentionDay, 'day'>, number = 90): MentionDay[] {
  return Array.from({ length: number }, (_, index) => ({
    ...counts,
    day: new Date(Date.UTC(2026, 10, 15) - (number - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  }));
}

type MentionsTabAnswers = Parameters<typeof theServerSays>[0];

/** Opens the Mentions tab on a server that has these mentions; `tell` reports progress as the worker would. */
export async function openMentions(mentions: readonly Mention[], path = '/dashboard?tab=mentions', answers: MentionsTabAnswers = {}) {
  const stored = new Map(mentions.map((mention) => [mention.id, mention]));
  const change = (id: string, changes: Partial<Mention>) => {
    const mention = stored.get(id);
    if (mention !== undefined) stored.set(id, { ...mention, ...changes });
    return Response.json({ success: true, marked: 1 });
  };
  const calls = theServerSays({
    'GET /api/mentions': () => mentionPageOf([...stored.values()], calls.at(-1)?.query ?? new URLSearchParams()),
    'GET /api/mentions/stats': () => statsOf([...stored.values()]),
    'POST /api/mentions/mark-read': () => {
      const { mentionIds, all } = (calls.at(-1)?.body ?? { mentionIds: [], all: false }) as { mentionIds: string[]; all: boolean };
      for (const id of all ? stored.keys() : mentionIds) change(id, { is_read: true });
      return Response.json({ success: true, marked: 1 });
    },
    ...Object.fromEntries(
      mentions.flatMap(({ id }) => [
        [`POST /api/mentions/${id}/reject`, () => change(id, { rejected: true })],
        [`POST /api/mentions/${id}/restore`, () => change(id, { rejected: false })],
      ]),
    ),
    ...stateAnswers({ stored, list: 'mentions', lastBody: () => calls.at(-1)?.body }),
    ...answers,
  });
  await noraIsSignedIn();
  const page = openPage(<Dashboard settings={sandboxSettings} />, path);
  const tell = (told: Partial<JobProgress>) =>
    act(() => {
      const progress: JobProgress = { job: 'mentions', stage: 'Searching', percent: 0, found: 0, state: 'running', ...told };
      page.queries.setQueryData(jobProgress(nora.id, 'mentions').queryKey, progress);
    });
  return { ...page, calls, tell };
}

/** What the list answers for a query, as the server does it. */
function mentionPageOf(mentions: readonly Mention[], query: URLSearchParams) {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  const matching = mentions.filter(
    ({ post_title: title, intent }) => title.includes(query.get('q') ?? '') && (query.get('intent') ?? intent) === intent,
  );
  const wanted = rowsInState(matching, query, 'showRejected');
  const unread = wanted.filter(({ is_read: isRead }) => !isRead).length;
  return Response.json({
    success: true,
    mentions: wanted.slice(offset, offset + limit),
    total: wanted.length,
    unread,
    hasMore: offset + limit < wanted.length,
    offset,
    limit,
    asOf: '2026-11-15T12:00:00Z',
    states: countsOf(matching),
  });
}

function statsOf(mentions: readonly Mention[]) {
  const kept = mentions.filter(({ rejected }) => !rejected);
  const unread = kept.filter(({ is_read: isRead }) => !isRead).length;
  const counts = { positive: 1, negative: 1, neutral: 0 };
  return Response.json({
    success: true,
    stats: { total: kept.length, unread, rejected: mentions.length - kept.length, ...counts, days: days({ count: 3, ...counts }) },
  });
}

export async function rejectsMention(reason: string) {
  const dialog = await screen.findByRole('dialog', { name: 'Reject this mention?' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), reason);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject Mention' }));
}

export const mentionDetails = () => within(screen.getByRole('region', { name: 'Details' }));
export const mentionRows = async () => within(await screen.findByRole('list', { name: 'Mentions' })).getAllByRole('listitem');
export const rowTitles = () =>
  within(screen.getByRole('list', { name: 'Mentions' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
export const titleOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getByRole('heading')
    .querySelector('button') as HTMLElement;
export const mentionListCalls = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/mentions').map(({ query }) => query);
export const readCalls = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/mentions/mark-read').map(({ body }) => body);
