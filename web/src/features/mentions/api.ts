import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call, requireSuccess } from '../../api/errors';
import type { components, operations } from '../../api/schema';
import { readRows, type Tables } from '../../api/tables';
import { mentionTimes } from '../../api/query-times';
import { sourceOfAddress } from '../../lib/page-address';
import { rowCountQuery } from '../../lists/arrived-rows';
import { listQuery, type PageRequest } from '../../lists/paged-list';
import type { ListPage } from '../../lists/pages';
import type { MarkReadTarget } from '../../lists/read-state';
import type { StateCounts } from '../../lists/row-state';
import type { StateChange } from '../../lists/row-states';
import { type RowChange, setStates } from '../../lists/states-api';
import type { MentionFilters } from './mention-filters';

type MentionRecord = components['schemas']['BrandMention'];
type ListOnlyFields =
  | 'intent'
  | 'matched'
  | 'confidence'
  | 'found_at'
  | 'feedback'
  | 'summary_kind'
  | 'state'
  | 'state_at'
  | 'note'
  | 'answer_url';

/** A place in which the company is spoken of (spec §3). What a table gives lacks what only the list has. */
export type Mention = Omit<MentionRecord, ListOnlyFields> & Partial<Pick<MentionRecord, ListOnlyFields>>;

export type MentionPage = ListPage<Mention> & { unread: number; hasMore: boolean; asOf: string; states?: StateCounts };
export type MentionStats = components['schemas']['MentionStats'];
export type MentionDay = components['schemas']['MentionDay'];
export type MentionSearchResponse = components['schemas']['MentionsSearched'];

export const mentionsKey = (userId: string) => ['mentions', userId] as const;

/** The mentions under the current filters, page by page. */
export const mentions = (userId: string, filters: MentionFilters) => ({
  ...listQuery({
    listsKey: mentionsKey(userId),
    filters,
    read: (page, signal) => readMentions(filters, page, signal),
  }),
  ...mentionTimes,
});

/** How many mentions there are under the current filters. */
export const mentionCount = (userId: string, filters: MentionFilters) => ({
  ...rowCountQuery({ listsKey: mentionsKey(userId), filters, read: (page, signal) => readMentions(filters, page, signal) }),
  ...mentionTimes,
});

async function readMentions(filters: MentionFilters, page: PageRequest, signal: AbortSignal): Promise<MentionPage> {
  const query = { ...mentionQueryOf(filters), ...page };
  const answer = requireSuccess(await call(api.GET('/api/mentions', { params: { query }, signal })));
  const { mentions: found, total, unread, hasMore, asOf, states } = answer;
  return { items: (found as (Mention | null)[]).map(withSource), total, unread, hasMore, asOf, states };
}

/** A mention that a link leads to and that is not among those loaded. */
export async function oneMention(tables: Tables, id: string): Promise<Mention | null> {
  const row = await readRows<Mention | null>((await tables()).from('brand_mentions').select(columns).eq('id', id).maybeSingle());
  return row && withSource(row);
}

/** The table and an older server do not say where a mention was written; its address does. */
function withSource(row: Partial<Mention> | null): Mention {
  return { ...row, source: row?.source ?? sourceOfAddress(row?.post_url ?? '') } as Mention;
}

const columns =
  'id,post_title,post_content,post_url,subreddit,author,reddit_created_at,post_score,comment_count,mention_type,is_read,rejected,rejected_reason,' +
  'sentiment_score,is_positive,ai_analysis_reason,ai_summary,summary_kind,comment_insights,brand_terms,state,state_at,note,answer_url';

export const mentionStatsKey = (userId: string) => ['mention-stats', userId] as const;

/** How many there are of which kind, and day by day. */
export const mentionStats = (userId: string) =>
  queryOptions({
    queryKey: mentionStatsKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/mentions/stats', { signal }))).stats,
    ...mentionTimes,
  });

/** Starts a search or joins the one that runs, and answers when it is done. */
export function searchMentions(): Promise<MentionSearchResponse> {
  return call(api.POST('/api/mentions/search-now'));
}

/** All means those that were found by the given moment. */
export async function markRead(opened: MarkReadTarget, asOf?: string): Promise<void> {
  const body = opened === 'all' ? { mentionIds: [], all: true, asOf: asOf ?? null } : { mentionIds: [...opened], all: false, asOf: null };
  requireSuccess(await call(api.POST('/api/mentions/mark-read', { body })));
}

export async function rejectMention(id: string, reason: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/mentions/{id}/reject', { params: { path: { id } }, body: { reason } })));
}

export async function restoreMention(id: string): Promise<void> {
  requireSuccess(await call(api.POST('/api/mentions/{id}/restore', { params: { path: { id } } })));
}

/** Moves it to another state, such as answered, with the address of the answer where it is known. */
export async function setMentionState(id: string, change: StateChange): Promise<void> {
  requireSuccess(await call(api.PATCH('/api/mentions/{id}/state', { params: { path: { id } }, body: change })));
}

/** Moves several at once. */
export const setMentionStates = (changes: readonly RowChange[]) => setStates('mentions', changes);

/** Says that the sentiment is wrong, or takes that back. */
export async function judgeSentiment(id: string, isWrong: boolean): Promise<void> {
  await call(api.PUT('/api/mentions/{id}/feedback', { params: { path: { id } }, body: { isWrong } }));
}

/** Everything under the current filters, as a file. */
export async function mentionsAsCsv(filters: MentionFilters): Promise<Blob> {
  return await call(api.GET('/api/mentions.csv', { params: { query: mentionQueryOf(filters) }, parseAs: 'blob' }));
}

/** The filters as the server reads them; what is a default is not said. */
export function mentionQueryOf({ query, sort, isRejected, state, sentiment, intent }: MentionFilters): MentionQuery {
  return {
    showRejected: String(isRejected),
    ...(!isRejected && { state }),
    ...sortings[sort],
    ...(query !== '' && { q: query }),
    ...(sentiment !== 'all' && { sentiment }),
    ...(intent !== 'all' && { intent }),
  };
}

type MentionQuery = NonNullable<operations['list_mentions']['parameters']['query']>;

/** Relevance is the server's own order: unread first, then the newest (decisions, Mentions). */
const sortings = {
  relevance: {},
  new: { sortBy: 'reddit_created_at', sortOrder: 'desc' },
  popular: { sortBy: 'post_score', sortOrder: 'desc' },
} satisfies Record<MentionFilters['sort'], MentionQuery>;
