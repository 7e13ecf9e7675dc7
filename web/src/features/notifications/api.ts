import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call, requireSuccess } from '../../api/errors';
import type { components } from '../../api/schema';
import { preferenceTimes } from '../../api/query-times';

/** How and when mail is sent (spec §3, Notification preferences). No time zone means that none was chosen, and it is UTC. */
export type Preferences = components['schemas']['NotificationPreferences'];

/** How soon Earshot writes: about each finding, or in a digest. */
export type Frequency = Preferences['frequency'];

/** What is left out stays as it is. */
export type PreferenceChange = Partial<Omit<Preferences, 'allowed_frequencies' | 'next_digest_at' | 'address_refused' | 'time_zone'>> & {
  time_zone?: string;
};

export const preferencesKey = (userId: string) => ['notification-preferences', userId] as const;

export const notificationPreferences = (userId: string) =>
  queryOptions({
    queryKey: preferencesKey(userId),
    queryFn: async ({ signal }) => (await call(api.GET('/api/notification-preferences', { signal }))).preferences,
    ...preferenceTimes,
  });

export async function savePreferences(change: PreferenceChange): Promise<Preferences> {
  return (await call(api.POST('/api/notification-preferences', { body: change }))).preferences;
}

/** The user's posts of the last days by their match. */
export type Matches = components['schemas']['FoundMatches'];

export const matchesKey = (userId: string) => ['notification-matches', userId] as const;

export const matches = (userId: string) =>
  queryOptions({
    queryKey: matchesKey(userId),
    queryFn: async ({ signal }): Promise<Matches> =>
      requireSuccess(await call(api.GET('/api/notification-preferences/matches', { signal }))).matches,
    ...preferenceTimes,
  });

/** Sends a mail to the account's address, and says which that is. */
export async function sendTestMail(): Promise<string> {
  return requireSuccess(await call(api.POST('/api/notification-preferences/test'))).to;
}
