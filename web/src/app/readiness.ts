import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client';
import { ApiFailure, call } from '../api/errors';

/** What `GET /readyz` tells about the server that this page came from. */
export type Readiness =
  | { state: 'ready'; version: string; database: string }
  | { state: 'not-ready'; reason: string }
  | { state: 'unreachable' };

/** Never fails: a server that does not answer is one of the answers. */
export const readiness = queryOptions({ queryKey: ['readiness'], queryFn: askReadiness });

async function askReadiness(): Promise<Readiness> {
  try {
    const { version, database } = await call(api.GET('/readyz'));
    return { state: 'ready', version, database: databaseName(database) };
  } catch (failure) {
    return isRefusal(failure) ? { state: 'not-ready', reason: reasonOf(failure) } : { state: 'unreachable' };
  }
}

function databaseName(engine: string): string {
  const names: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
  return names[engine] ?? engine;
}

function isRefusal(failure: unknown): failure is ApiFailure {
  return failure instanceof ApiFailure && failure.kind === 'refused';
}

// The reason continues 'Not ready: …', so a proxy's refusal is told by its status and not in a sentence of our own.
function reasonOf(refusal: ApiFailure): string {
  return refusal.code === undefined ? `it answered with status ${refusal.status}.` : refusal.message;
}
