import type { PostgrestError, SupabaseClient } from '@supabase/supabase-js';
import { ApiFailure, failed } from './errors';

/** The tables and live channels of the signed-in user. Their script is loaded when they are asked for. */
export type Tables = () => Promise<SupabaseClient>;

/** What a table or a remote procedure answered: `await rows(tables.from('profiles').select('id'))`. Fails with an `ApiFailure`. */
export async function readRows<Data>(answer: PromiseLike<TableResponse<Data>>): Promise<Data> {
  const { data, error, status, statusText } = await answer;
  if (error === null) return data as Data;
  // The client turns a request that never arrived into an answer with status 0.
  if (status === 0) throw failed('unreachable', error);
  throw new ApiFailure('refused', error.message, { status, statusText, code: error.code, retryAfterS: undefined }, error);
}

type TableResponse<Data> = { data: Data | null; error: PostgrestError | null; status: number; statusText: string };
