import type { SupabaseClient } from '@supabase/supabase-js';
import type { QueryClient } from '@tanstack/react-query';
import type { Tables } from '../../api/tables';
import { logWarning } from '../../lib/log';
import { trialStatusKey } from './api';
import { parseStatus, subscriptionStatusKey } from './subscription';

/** Keeps the cached status in sync with the server, until the returned function is called. */
export function followSubscription(tables: Tables, queries: QueryClient, userId: string): () => void {
  let isFollowed = true;
  let close: (() => void) | undefined;
  const follow = async () => {
    const client = await tables();
    if (isFollowed) close = openChannel(client, queries, userId);
  };
  follow().catch((failure: unknown) => logWarning('the live channel of the subscription did not open', failure));
  return () => {
    isFollowed = false;
    close?.();
  };
}

function openChannel(client: SupabaseClient, queries: QueryClient, userId: string): () => void {
  const queryKey = subscriptionStatusKey(userId);
  // What was read before the channel was joined may be older than the join.
  let hasMissedSome = true;
  const channel = client
    .channel(`subscription_status_${userId}`)
    .on('postgres_changes', { event: '*', schema: 'public', table: 'subscriptions', filter: `user_id=eq.${userId}` }, (change) => {
      const status = change.eventType === 'DELETE' ? 'none' : parseStatus((change.new as { status?: unknown }).status);
      // A read that started before this change must not overwrite it.
      void queries.cancelQueries({ queryKey }).then(() => queries.setQueryData(queryKey, status));
      void queries.invalidateQueries({ queryKey: trialStatusKey(userId) });
    })
    .subscribe((state) => {
      // oxlint-disable-next-line typescript/no-unsafe-enum-comparison -- Importing the enum would load the client's whole script with the page.
      const isListening = state === 'SUBSCRIBED';
      // Changes missed while disconnected are not sent again, so the row is read again.
      if (isListening && hasMissedSome)
        for (const missed of [queryKey, trialStatusKey(userId)]) void queries.invalidateQueries({ queryKey: missed });
      hasMissedSome = !isListening;
    });
  return () => void client.removeChannel(channel);
}
