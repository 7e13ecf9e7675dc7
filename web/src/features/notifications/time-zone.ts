import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notificationPreferences, preferencesKey, savePreferences, type Preferences } from './api';

/** Where this browser is, as an IANA name; none where it does not say. */
export function browserZone(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;
}

/** 'Mon 23 November, 08:00', in the recipient's time zone. A zone that this browser does not know is UTC. */
export function momentIn(zone: string | null, at: string): string {
  const format = (options: Intl.DateTimeFormatOptions) => formatter(zone ?? 'UTC', options).format(new Date(at));
  return `${format({ weekday: 'short' })} ${format({ day: 'numeric', month: 'long' })}, ${format({ hour: '2-digit', minute: '2-digit' })}`;
}

/**
 * Sends the browser's time zone to the server once, if it has none: the mail should arrive in the
 * morning. The user did not ask for it, so nothing is shown, and a failure waits for the next visit.
 */
export function useOwnTimeZone(userId: string): void {
  const queries = useQueryClient();
  const { data } = useQuery(notificationPreferences(userId));
  const isTold = useRef(false);
  const { mutate } = useMutation({
    mutationFn: (zone: string) => savePreferences({ time_zone: zone }),
    // The rest may have been changed on this screen meanwhile.
    onSuccess: ({ time_zone = null, next_digest_at = null }) =>
      queries.setQueryData<Preferences>(preferencesKey(userId), (now) => now && { ...now, time_zone, next_digest_at }),
  });
  const isMissing = data !== undefined && (data.time_zone ?? null) === null;
  useEffect(() => {
    const zone = browserZone();
    if (!isMissing || isTold.current || zone === undefined) return;
    isTold.current = true;
    mutate(zone);
  }, [isMissing, mutate]);
}

function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}
