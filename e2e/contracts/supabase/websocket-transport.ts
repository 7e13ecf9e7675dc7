import type { SupabaseClientOptions } from '@supabase/supabase-js';
import { WebSocket } from 'ws';

type Realtime = NonNullable<SupabaseClientOptions<'public'>['realtime']>;

export type SocketClass = new (address: string | URL, protocols?: string | string[]) => WebSocket;

/** The socket of the stock client where the browser's own is missing. */
export const Socket: SocketClass = WebSocket;

/** It is a browser's WebSocket to whoever uses it; only the types of its events have other names. */
export function transport(socket: SocketClass): Pick<Realtime, 'transport'> {
  return { transport: socket as unknown as NonNullable<Realtime['transport']> };
}
