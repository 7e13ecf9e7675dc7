import createClient from 'openapi-fetch';
import type { paths } from './schema';

/** Every call of the web app to the server, typed by the contract in `openapi.json`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});

/** How long an ordinary call may take before the page gives up on it. */
export const callTimeoutMs = 10_000;
