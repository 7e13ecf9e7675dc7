import type { PostHog } from 'posthog-js';
import type { AnalyticsSettings } from '../../lib/settings';
import { canIdentify, posthogOptions } from './rules';

/** Who is tracked: a signed-in user, or an anonymous visitor. */
export type TrackedPerson = { id: string; email: string; createdAt: string } | undefined;

/**
 * Measures, from now on, this person. The library is loaded by the first call and never without one.
 * Calls are done one after the other, so the last one holds whatever the network does.
 */
export function startTracking(analytics: AnalyticsSettings, person: TrackedPerson): Promise<void> {
  return next(async () => {
    library ??= await load(analytics);
    if (library.has_opted_out_capturing()) library.opt_in_capturing({ captureEventName: false });
    tell(library, person);
  });
}

/** Stops, and empties what the library keeps in the browser. Does nothing if it was never loaded. */
export function stopTracking(): Promise<void> {
  return next(() => {
    library?.reset(true);
    library?.opt_out_capturing();
  });
}

let library: PostHog | undefined;
let last = Promise.resolve();

function next(step: () => void | Promise<void>): Promise<void> {
  // Analytics are optional: a failure must not disturb the app.
  last = last.then(step).catch(() => {});
  return last;
}

async function load(analytics: AnalyticsSettings): Promise<PostHog> {
  const { posthog } = await import('./posthog');
  // The library would ask PostHog, at a further address, what else to switch on. What is measured is
  // decided here, so it is given an answer that switches nothing on.
  Object.assign(window, { _POSTHOG_REMOTE_CONFIG: { [analytics.key]: { config: { autocapture_opt_out: false } } } });
  return posthog.init(analytics.key, posthogOptions(analytics, window.location.search));
}

function tell(posthog: PostHog, person: TrackedPerson): void {
  // The library remembers the identified user, if any. Only an identified user is reset:
  // a reset makes an anonymous visitor a new one.
  const told: unknown = posthog.get_property('$user_id');
  if (told !== undefined && told !== person?.id) posthog.reset();
  if (person !== undefined && canIdentify(person.id)) posthog.identify(person.id, { email: person.email, created_at: person.createdAt });
}
