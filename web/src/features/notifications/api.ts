import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components } from '../../api/schema';
import { preferenceTimes } from '../../api/query-times';

/** How and when mail is sent (spec §3, Notification preferences). No time zone means that none was chosen, and it is UTC. */
export type Preferences = Omit<PreferencesResponse, 'frequency' | 'allowed_frequencies'> & {
  frequency: Frequency;
  allowed_frequencies: Frequency[];
};
/** How often a digest comes. 'unlimited' is what a plan allows, and nothing that can be chosen. */
export type Frequency = Exclude<PreferencesResponse['frequency'], 'unlimited'>;

type PreferencesResponse = components['schemas']['NotificationPreferences'];

/** What is left out stays as it is. */
export type PreferenceChange = Partial<Pick<Preferences, 'email_notifications_enabled' | 'frequency'>> & { time_zone?: string };

export const preferencesKey = (userId: string) => ['notification-preferences', userId] as const;

export const notificationPreferences = (userId: string) =>
  queryOptions({
    queryKey: preferencesKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/notification-preferences', { signal }))).preferences as Preferences,
    ...preferenceTimes,
  });

export async function savePreferences(change: PreferenceChange): Promise<Preferences> {
  return (await call(api.POST('/api/notification-preferences', { body: change }))).preferences;
}
