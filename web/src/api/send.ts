import { ApiFailure, failed } from './errors';
import { longCalls } from './call-exemptions';
import { type RetryClock, sendWithRetries } from './retry';
import { type TimeLimit, withinTime } from './time-limit';
import { callTimes } from './query-times';

/** Gives the access token of the session, or nothing while nobody is signed in. */
export type TokenSource = () => Promise<string | undefined>;

/** What `fetch` does, with the session's token, within a time limit, and again where that is safe. Fails with an `ApiFailure`. */
export function send(request: Request, token: TokenSource, pace?: RetryClock): Promise<Response> {
  const limit: TimeLimit = longCalls.has(new URL(request.url).pathname) ? 'unlimited' : callTimes.timeoutMs;
  const attempt = (copy: Request) => withinTime(limit, request.signal, (signal) => fetchWhole(copy, token, signal));
  return sendWithRetries(request, attempt, pace);
}

// An attempt lasts until its body is there, so that the time-out also ends an answer that stops half-way.
async function fetchWhole(request: Request, token: TokenSource, signal: AbortSignal): Promise<Response> {
  try {
    // The token is asked for in every attempt: it may have been refreshed since the last one.
    const signed = signedBy(await token(), request, signal);
    signal.throwIfAborted();
    const response = await globalThis.fetch(signed);
    await response.clone().arrayBuffer();
    return response;
  } catch (reason) {
    // A token that could not be had counts as well: going without it would look like a sign-out.
    throw reason instanceof ApiFailure ? reason : failed('unreachable', reason);
  }
}

function signedBy(token: string | undefined, request: Request, signal: AbortSignal): Request {
  const signed = new Request(request, { signal });
  if (token !== undefined) signed.headers.set('Authorization', `Bearer ${token}`);
  return signed;
}
