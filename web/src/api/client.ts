import createClient from 'openapi-fetch';
import type { paths } from './schema';
import { send, type TokenSource } from './send';

/**
 * Every call of the web app to the server, typed by the contract in `openapi.json`. Use it through
 * `call` of `errors.ts`, which gives the answer or throws an `ApiFailure`.
 */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
  // The API lives where the page lives; a token never leaves for another origin, not even by a redirect.
  mode: 'same-origin',
  credentials: 'same-origin',
  // Asking again means hearing the server again; how long an answer stays good is said in `times.ts`.
  cache: 'no-cache',
  fetch: (request) => send(request, () => tokenSource()),
});

/** Says where the session's token comes from. The app calls it once; calls made before go without a token. */
export function sendTokenFrom(source: TokenSource): void {
  tokenSource = source;
}

let tokenSource: TokenSource = () => Promise.resolve(undefined);
