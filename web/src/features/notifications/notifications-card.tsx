import { useQuery } from '@tanstack/react-query';
import { AtSign, CalendarClock, type LucideIcon, Mail, MailX, Radar } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Segmented } from '../../ui/segmented';
import { Skeleton } from '../../ui/skeleton';
import { Switch } from '../../ui/switch';
import { type Frequency, notificationPreferences, type Preferences } from './api';
import { messages } from './messages';
import { browserZone, momentIn } from './time-zone';
import { usePreferences } from './use-preferences';

type NotificationsCardProps = { userId: string; email: string };

/** Mail about what is new: whether, how often, and to whom. */
export function NotificationsCard({ userId, email }: NotificationsCardProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(notificationPreferences(userId));
  const shows = useSkeleton(isPending);
  const { save, saving } = usePreferences(userId);
  const isKnown = shows !== 'skeleton' && data !== undefined;
  return (
    <Card
      icon={Mail}
      title={messages.title}
      about={aboutOf(isKnown ? data : undefined)}
      status={
        isKnown && (
          <Switch
            label={messages.switch}
            isOn={data.email_notifications_enabled}
            isBusy={saving?.email_notifications_enabled !== undefined}
            onChange={(isOn) => save({ email_notifications_enabled: isOn })}
          />
        )
      }
    >
      {shows === 'skeleton' && <PreferencesSkeleton />}
      {shows === 'nothing' && <div className="h-56" />}
      {shows === 'content' && isError && data === undefined && (
        <Alert
          kind="error"
          action={
            <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
              {messages.tryAgain}
            </Button>
          }
        >
          {messages.notLoaded}
        </Alert>
      )}
      {isKnown && <NotificationsBody {...{ email, save, saving }} preferences={data} />}
    </Card>
  );
}

type NotificationsBodyProps = { preferences: Preferences; email: string } & ReturnType<typeof usePreferences>;

function NotificationsBody({ preferences, email, save, saving }: NotificationsBodyProps) {
  const { email_notifications_enabled: isOn, frequency, allowed_frequencies: allowed, address_refused: isRefused } = preferences;
  return (
    <>
      {isRefused && (
        <Alert
          kind="notice"
          action={
            <Button
              size="sm"
              isBusy={saving?.email_notifications_enabled === true}
              onClick={() => save({ email_notifications_enabled: true })}
            >
              {messages.tryAgain}
            </Button>
          }
        >
          {messages.refused(email)}
        </Alert>
      )}
      <ul aria-label={messages.list} className="grid gap-2.25 text-sm">
        <Item icon={Radar}>{messages.posts}</Item>
        <Item icon={AtSign}>{messages.mentions}</Item>
        <Item icon={CalendarClock}>{messages.oneEmail[frequency]}</Item>
        <Item icon={MailX}>{messages.stop}</Item>
      </ul>
      <div className="grid gap-3 border-t border-border pt-4 text-xs text-muted-foreground">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <span>{messages.frequency}</span>
          <Segmented
            label={messages.frequency}
            options={optionsFor(allowed)}
            value={frequency}
            onValueChange={(chosen) => save({ frequency: chosen })}
            isDisabled={!isOn || saving?.frequency !== undefined}
          />
        </div>
        <Zone {...{ preferences, save, saving }} />
        {typeof preferences.next_digest_at === 'string' && (
          <DigestLine name={messages.next}>
            <time dateTime={preferences.next_digest_at}>{momentIn(preferences.time_zone ?? null, preferences.next_digest_at)}</time>
          </DigestLine>
        )}
        <DigestLine name={messages.sentTo}>{email}</DigestLine>
      </div>
    </>
  );
}

/** Whose morning it is. A user who has moved can change it. */
function Zone({ preferences: { time_zone: zone }, save, saving }: Pick<NotificationsBodyProps, 'preferences' | 'save' | 'saving'>) {
  const here = browserZone();
  return (
    <DigestLine name={messages.zone}>
      {zone ?? 'UTC'}
      {zone !== null && here !== undefined && here !== zone && (
        <Button
          size="sm"
          variant="ghost"
          isBusy={saving?.time_zone !== undefined}
          onClick={() => save({ time_zone: here })}
          className="-my-1.5 ml-1"
        >
          {messages.takeZone(here)}
        </Button>
      )}
    </DigestLine>
  );
}

function DigestLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span>{name}</span> <span className="min-w-0 font-medium text-foreground wrap-anywhere tabular-nums">{children}</span>
    </p>
  );
}

function Item({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon size={16} aria-hidden="true" className="mt-0.5 flex-none text-muted-foreground" />
      {children}
    </li>
  );
}

function PreferencesSkeleton() {
  return (
    <div role="status" aria-label={messages.loading} className="grid h-56 content-start gap-3">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="mt-4 h-8" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}

function aboutOf(preferences: Preferences | undefined): string {
  if (preferences === undefined) return messages.aboutUnknown;
  return preferences.email_notifications_enabled ? messages.about[preferences.frequency] : messages.off;
}

/** Only what the plan allows (spec §5), the most frequent first. No plan that is sold has the rest. */
function optionsFor(allowed: readonly Frequency[]) {
  return (['daily', 'weekly', 'monthly'] as const)
    .filter((frequency) => allowed.includes(frequency))
    .map((value) => ({ value, label: messages.frequencies[value] }));
}
