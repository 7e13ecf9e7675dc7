import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Tables } from '../api/tables';
import { logWarning } from '../lib/log';
import { seconds } from '../lib/time';
import { rowCountsKey } from './arrived-rows';
import { type ListPage, type PagedRow, positionOf } from './pages';
import { withFewerUnread, withRead } from './read-state';

/** A table whose rows are shown in lists, and the queries that know them. */
export type LiveTable = {
  table: string;
  /** The lists of one user. */
  listsKey: QueryKey;
  /** The query whose answer counts what is unread. */
  countsKey: QueryKey;
};

type LiveRow = PagedRow & { state?: string };
type Pages = InfiniteData<ListPage<LiveRow>>;

/** Keeps the lists in step with other devices and with scans, until the returned function is called. */
export function followRows(tables: Tables, queries: QueryClient, userId: string, followed: readonly LiveTable[]): () => void {
  let isFollowed = true;
  let close: (() => void) | undefined;
  const follow = async () => {
    const client = await tables();
    if (isFollowed) close = openChannel(client, queries, userId, followed);
  };
  follow().catch((failure: unknown) => logWarning('the live channel of the lists did not open', failure));
  return () => {
    isFollowed = false;
    close?.();
  };
}

function openChannel(client: SupabaseClient, queries: QueryClient, userId: string, followed: readonly LiveTable[]): () => void {
  const readers = followed.map((table) => ({ ...table, readAnew: readingAnew(queries) }));
  let hasListened = false;
  let hasMissedSome = false;
  let channel = client.channel(`lists_${userId}`);
  for (const { table, listsKey, countsKey, readAnew } of readers)
    channel = channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table, filter: `user_id=eq.${userId}` },
      (change: RealtimePostgresChangesPayload<LiveRow>) => readAnew.afterNews(learn(queries, { listsKey, countsKey }, change), listsKey),
    );
  channel.subscribe((state) => {
    // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- Importing the enum would load the client's whole script with the page.
    const isListening = state === 'SUBSCRIBED';
    // Changes missed while disconnected are not sent again.
    if (isListening && hasMissedSome)
      for (const { listsKey, countsKey, readAnew } of readers) readAnew.soon([listsKey, countsKey, rowCountsKey(listsKey)]);
    if (isListening && !hasListened)
      for (const { listsKey, countsKey, readAnew } of readers)
        void hasOtherCount(queries, countsKey).then((isOther) => isOther && readAnew.soon([listsKey, rowCountsKey(listsKey)]));
    hasListened ||= isListening;
    hasMissedSome = hasListened && !isListening;
  });
  return () => {
    for (const { readAnew } of readers) readAnew.stop();
    void client.removeChannel(channel);
  };
}

/**
 * Whether something was read or found elsewhere between the page's first look and the channel. The lists
 * are read again only then: for nothing, it would move rows under the pointer.
 */
async function hasOtherCount(queries: QueryClient, countsKey: QueryKey): Promise<boolean> {
  const unread = () => queries.getQueryData<{ unread: number }>(countsKey)?.unread;
  const before = unread();
  await queries.refetchQueries({ queryKey: countsKey });
  return before !== undefined && unread() !== before;
}

/** Puts a change into the cache as far as it can; says which queries have to be read again for the rest. */
function learn(
  queries: QueryClient,
  { listsKey, countsKey }: Pick<LiveTable, 'listsKey' | 'countsKey'>,
  change: RealtimePostgresChangesPayload<LiveRow>,
): readonly QueryKey[] {
  // The list stays as it is: what is found would move rows under the reader's eyes, so it is only counted.
  if (change.eventType === 'INSERT') return [countsKey, rowCountsKey(listsKey)];
  if (change.eventType === 'DELETE') return [listsKey, countsKey, rowCountsKey(listsKey)];
  const row = change.new;
  const known = queries
    .getQueriesData<Pages>({ queryKey: listsKey })
    .flatMap(([, pages]) => (pages === undefined ? [] : (positionOf<LiveRow>(pages, row.id)?.item ?? [])));
  if (known.length === 0) return [countsKey];
  // This device did it, and knows already.
  const isNewlyRead = row.is_read === true && known.some((item) => item.is_read === false);
  const isMoved = known.some((item) => item.state !== undefined && row.state !== undefined && item.state !== row.state);
  if (isNewlyRead) {
    queries.setQueriesData<Pages>({ queryKey: listsKey }, (pages) => pages && withRead(pages, [row.id]));
    queries.setQueryData<{ unread: number }>(countsKey, (counts) => counts && withFewerUnread(counts, [row.id]));
  }
  const isNoLongerNew = row.is_new === false && known.some((item) => item.is_new === true);
  if (isNoLongerNew) queries.setQueriesData<Pages>({ queryKey: listsKey }, (pages) => pages && withoutNew(pages, row.id));
  if (isMoved) return [listsKey, countsKey];
  // The list stays as it is: read again, it would put the row elsewhere.
  return isNewlyRead || isNoLongerNew ? [countsKey] : [];
}

function withoutNew(pages: Pages, id: string): Pages {
  const changed = (item: LiveRow) => (item.id === id ? { ...item, is_new: false } : item);
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.map(changed) })) };
}

/** Changes come in bursts, so what they make stale is read again once for many. */
function readingAnew(queries: QueryClient) {
  const wanted = new Map<string, QueryKey>();
  let told = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    for (const queryKey of wanted.values()) void queries.invalidateQueries({ queryKey });
    wanted.clear();
    told = 0;
  };
  const soon = (keys: readonly QueryKey[]) => {
    for (const key of keys) wanted.set(JSON.stringify(key), key);
    if (wanted.size > 0) timer ??= setTimeout(read, burstMs);
  };
  return {
    soon,
    afterNews: (keys: readonly QueryKey[], listsKey: QueryKey) => {
      told += keys.length > 0 ? 1 : 0;
      soon(told >= mostTold ? [...keys, listsKey, rowCountsKey(listsKey)] : keys);
    },
    stop: () => clearTimeout(timer),
  };
}

const burstMs = seconds(1);
/** Of more rows that change at once, the server tells only these. */
const mostTold = 50;
