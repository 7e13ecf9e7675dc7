import { queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import { preferenceTimes } from '../../api/times';

export type Frequency = 'daily' | 'weekly' | 'monthly';

/** How mail reaches somebody (spec §3, Notification preferences). */
export type Preferences = {
  email_notifications_enabled: boolean;
  frequency: Frequency;
  /** What the plan allows. */
  allowed_frequencies: Frequency[];
  /** An IANA name; none means that nobody has said, and it is UTC. */
  time_zone: string | null;
  /** None where no mail is due. */
  next_digest_at: string | null;
  /** Mail to the address came back for good. Switching on tries again. */
  address_refused: boolean;
};

/** What is left out stays as it is. */
export type PreferenceChange = Partial<Pick<Preferences, 'email_notifications_enabled' | 'frequency'>> & { time_zone?: string };

export const preferencesKey = (userId: string) => ['notification-preferences', userId] as const;

export const notificationPreferences = (userId: string) =>
  queryOptions({
    queryKey: preferencesKey(userId),
    queryFn: async ({ signal }) => (await call(client.GET('/api/notification-preferences', { signal }))).preferences,
    ...preferenceTimes,
  });

export async function savePreferences(change: PreferenceChange): Promise<Preferences> {
  return (await call(client.POST('/api/notification-preferences', { body: change }))).preferences;
}

// Stands in for the generated contract until the server has the routes there: then this goes, and `client` is `api`.
type Responses = { 200: { headers: Record<string, unknown>; content: { 'application/json': { success: boolean; preferences: Preferences } } } };
type NoParameters = { query?: never; header?: never; path?: never; cookie?: never };
type Paths = {
  '/api/notification-preferences': {
    get: { parameters: NoParameters; requestBody?: never; responses: Responses };
    post: { parameters: NoParameters; requestBody: { content: { 'application/json': PreferenceChange } }; responses: Responses };
  };
};
const client = api as unknown as Client<Paths>;
