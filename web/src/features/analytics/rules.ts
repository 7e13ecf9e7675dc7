import type { BeforeSendFn, PostHogConfig } from 'posthog-js';
import type { AnalyticsSettings } from '../../lib/settings';

export type Consent = 'undecided' | 'allowed' | 'refused';

/** Whether to leave people alone, to ask them, or to measure. */
export type Permission = 'off' | 'ask' | 'measure';

/** Only with a key, never against the browser's wish not to be tracked, and only after a yes. */
export function permission(analytics: AnalyticsSettings | null, consent: Consent, isTrackingUnwanted: boolean): Permission {
  if (analytics === null || isTrackingUnwanted || consent === 'refused') return 'off';
  return consent === 'allowed' ? 'measure' : 'ask';
}

/** An id that tells one person from another: the two names of the field itself are a common mistake (spec §5, other). */
export function canIdentify(userId: string): boolean {
  const id = userId.trim();
  return id !== '' && !['distinct_id', 'distinctid'].includes(id.toLowerCase());
}

/**
 * What PostHog may do, and above all what it may not. The numbers are those of spec §9, analytics.
 * The search is that of the address at which measuring begins.
 */
export function posthogOptions(analytics: AnalyticsSettings, search: string): Partial<PostHogConfig> {
  return {
    api_host: analytics.host,
    session_idle_timeout_seconds: 1800,
    feature_flag_request_timeout_ms: 3000,
    rageclick: { click_count: 3, threshold_px: 30, timeout_ms: 1000 },
    capture_pageview: 'history_change',
    person_profiles: 'identified_only',
    before_send: withoutQueries,
    // Posts, names and keywords stand in what people click; that something was clicked is enough.
    mask_all_text: true,
    mask_all_element_attributes: true,
    // The first address goes with the request for flags too, which `before_send` does not see.
    disable_capture_url_hashes: true,
    mask_personal_data_properties: true,
    custom_personal_data_properties: parameterNames(search),
    respect_dnt: true,
    persistence: 'localStorage',
    // Taking the consent back also empties what was kept in the browser.
    opt_out_persistence_by_default: true,
    disable_external_dependency_loading: true,
    disable_session_recording: true,
    disable_surveys: true,
    disable_product_tours: true,
    disable_conversations: true,
    disable_web_experiments: true,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    capture_performance: false,
  };
}

/**
 * Takes what follows the ? and the # out of every address in an event: links from mails carry codes
 * there, and the search field its words.
 */
export const withoutQueries: BeforeSendFn = (event) => cleaned(event) as typeof event;

// As they stand in the address, because the library compares them like that.
function parameterNames(search: string): string[] {
  const pairs = search.replace(/^\?/, '').split('&');
  return pairs.map((pair) => pair.split('=')[0] ?? '').filter((name) => name !== '');
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:\/\//i.test(value) ? value.replace(/[?#].*$/s, '') : value;
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]));
}

// Dates and the like are left as they are.
function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
}
