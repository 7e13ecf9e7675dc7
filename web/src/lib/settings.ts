import { setProductClock } from './product-clock';

/** The server's settings for the page at run time, from `/settings.js`. */
export type Settings = {
  version: string;
  authUrl: string;
  authKey: string;
  /** Where 'Return to Home' leads: an address of its own, or a path of this server. */
  marketingUrl: string;
  supportEmail: string;
  /** The outside providers that run as a sandbox on this server. */
  sandbox: readonly string[];
  /** Whether people can sign in with Google. */
  googleSignIn: boolean;
  /** Shows what only people who build Earshot need, such as the gallery. */
  isDevelopment: boolean;
  /** Where to send what is counted; null when nothing is. */
  analytics: AnalyticsSettings | null;
};

export type AnalyticsSettings = { key: string; host: string };

/** The environment variables without which the web app cannot start. */
export type MissingSettings = { missing: readonly RequiredVariable[] };

export type RequiredVariable = 'EARSHOT_AUTH_URL' | 'EARSHOT_AUTH_KEY';

declare global {
  /** Also on `window`; tests without a page have it too. */
  var __EARSHOT__: unknown;
}

export function readSettings(): Settings | MissingSettings {
  setProductClock(isRecord(window.__EARSHOT__) ? window.__EARSHOT__['now'] : undefined);
  return parseSettings(window.__EARSHOT__);
}

export function parseSettings(raw: unknown): Settings | MissingSettings {
  const given: Record<string, unknown> = isRecord(raw) ? raw : {};
  const authUrl = text(given['authUrl']);
  const authKey = text(given['authKey']);
  if (authUrl === '' || authKey === '') {
    return {
      missing: [...(authUrl === '' ? ['EARSHOT_AUTH_URL' as const] : []), ...(authKey === '' ? ['EARSHOT_AUTH_KEY' as const] : [])],
    };
  }
  return {
    version: text(given['version']),
    // The server says '/' for itself, by whatever name the page was opened.
    authUrl: new URL(authUrl, window.location.origin).href.replace(/\/+$/, ''),
    authKey,
    marketingUrl: text(given['marketingUrl']) || '/site/',
    supportEmail: text(given['supportEmail']),
    sandbox: Array.isArray(given['sandbox']) ? given['sandbox'].filter((name) => typeof name === 'string') : [],
    googleSignIn: given['googleSignIn'] === true,
    isDevelopment: given['isDevelopment'] === true,
    analytics: analyticsOf(given['analytics']),
  };
}

export function areMissing(settings: Settings | MissingSettings): settings is MissingSettings {
  return 'missing' in settings;
}

function analyticsOf(value: unknown): AnalyticsSettings | null {
  if (!isRecord(value)) return null;
  const key = text(value['key']);
  const host = text(value['host']);
  return key === '' || host === '' ? null : { key, host };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
