import { screen } from '@testing-library/react';
import type { Preferences } from '../features/notifications/api';
import { NotificationsCard } from '../features/notifications/notifications-card';
import { browserZone } from '../features/notifications/time-zone';
import { nora, openPage, theServerSays } from './identity';

export const here = browserZone() ?? 'UTC';
export const [read, save] = ['GET /api/notification-preferences', 'POST /api/notification-preferences'] as const;
const matchesCall = 'GET /api/notification-preferences/matches';

export function preferences(changes: Partial<Preferences> = {}): Preferences {
  return {
    email_notifications_enabled: true,
    frequency: 'weekly',
    allowed_frequencies: ['instant', 'daily', 'weekly', 'monthly'],
    time_zone: here,
    next_digest_at: null,
    address_refused: false,
    minimum_match: 70,
    lead_alerts: true,
    mention_alerts: true,
    quiet_hours_enabled: false,
    quiet_from: '19:00',
    quiet_until: '08:00',
    quiet_notes: true,
    trial_mails: true,
    ...changes,
  };
}

/** A server that keeps what it is told, unless it has another answer. */
export function serves(first: Preferences, others: Parameters<typeof theServerSays>[0] = {}) {
  let kept = first;
  const calls = theServerSays({
    [read]: () => Response.json({ success: true, preferences: kept }),
    [matchesCall]: matched({ 75: 12 }, 30),
    [save]: () => {
      kept = { ...kept, ...(bodies(calls).at(-1) as Partial<Preferences>) };
      return Response.json({ success: true, preferences: kept });
    },
    ...others,
  });
  return calls;
}

export function showCard() {
  return openPage(<NotificationsCard userId={nora.id} email={nora.email} />, '/dashboard?tab=settings');
}

export async function openCard(first: Preferences, others: Parameters<typeof theServerSays>[0] = {}) {
  const calls = serves(first, others);
  const page = showCard();
  await screen.findByRole('switch', { name: 'Email Notifications' });
  return { ...page, calls };
}

/** So many posts with each match, of so many in all. */
export function matched(byMatch: Record<number, number>, total: number, days = 30) {
  const counts = Array.from({ length: 61 }, (_, point) => byMatch[40 + point] ?? 0);
  return () => Response.json({ success: true, matches: { counts, total, days }, error: null });
}

export const card = () => screen.getByRole('region', { name: 'Alerts & channels' });
export const email = () => screen.getByRole('region', { name: 'Email Notifications' });
export const match = () => screen.getByRole('group', { name: 'Minimum match' });
export const slider = () => screen.getByRole('slider', { name: 'Minimum match' });
export const onOff = () => screen.getByRole('switch', { name: 'Email Notifications' });
export const bodies = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/api/notification-preferences').map(({ body }) => body);
