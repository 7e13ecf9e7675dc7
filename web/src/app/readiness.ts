import { api, callTimeoutMs } from '../api/client';

/** What `GET /readyz` tells about the server that this page came from. */
export type Readiness =
  | { state: 'ready'; version: string; database: string }
  | { state: 'not-ready'; reason: string }
  | { state: 'unreachable' };

/** Asks once. Never fails: a server that does not answer is one of the answers. */
export async function askReadiness(): Promise<Readiness> {
  try {
    const { data, error, response } = await api.GET('/readyz', { signal: AbortSignal.timeout(callTimeoutMs) });
    if (data !== undefined) return { state: 'ready', version: data.version, database: databaseName(data.database) };
    return { state: 'not-ready', reason: messageOf(error) ?? `it answered with status ${response.status}.` };
  } catch {
    return { state: 'unreachable' };
  }
}

function databaseName(engine: string): string {
  const names: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
  return names[engine] ?? engine;
}

// A proxy in between may answer 502 or 503 in words of its own, so the body is not taken on trust.
function messageOf(error: unknown): string | undefined {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage && typeof error.message === 'string' && error.message !== '' ? error.message : undefined;
}
