import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Segmented } from '../../ui/segmented';
import { Skeleton } from '../../ui/skeleton';
import { type Frequency, notificationPreferences, type Preferences } from './api';
import { EmailChannel } from './email-channel';
import { MailKinds } from './mail-kinds';
import { messages } from './messages';
import { MinimumMatch } from './minimum-match';
import { QuietHours } from './quiet-hours';
import { SettingRow } from './setting-row';
import { momentIn } from './time-zone';
import { type PreferenceSaving, usePreferences } from './use-preferences';

type NotificationsCardProps = { userId: string; email: string };

/** When Earshot writes, about what, and where to. */
export function NotificationsCard({ userId, email }: NotificationsCardProps) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(notificationPreferences(userId));
  const shows = useSkeleton(isPending);
  const saving = usePreferences(userId);
  const isKnown = shows !== 'skeleton' && data !== undefined;
  return (
    <Card icon={Bell} title={messages.title} about={messages.about}>
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
      {isKnown && <AlertSettings {...{ userId, email }} {...saving} preferences={data} />}
    </Card>
  );
}

type AlertSettingsProps = NotificationsCardProps & PreferenceSaving & { preferences: Preferences };

function AlertSettings({ userId, email, preferences, save, saving }: AlertSettingsProps) {
  const settings = { preferences, save, saving };
  return (
    <div className="@container">
      <div className="-mt-4 divide-y divide-border">
        <HowSoon {...settings} />
        <MinimumMatch {...{ userId, preferences, save }} />
        <Topics {...{ preferences, save }} />
        <QuietHours {...settings} />
        <div className="grid gap-1 py-4">
          <h3 className="font-sans text-sm font-semibold tracking-normal">{messages.channels}</h3>
          {!preferences.email_notifications_enabled && <p className="text-xs text-muted-foreground">{messages.allOff}</p>}
          <EmailChannel {...settings} email={email} />
        </div>
        <div className="pt-4">
          <MailKinds {...settings} />
        </div>
      </div>
    </div>
  );
}

type SettingProps = { preferences: Preferences } & PreferenceSaving;

function HowSoon({ preferences, save, saving }: SettingProps) {
  const { frequency, allowed_frequencies: allowed, time_zone: zone, next_digest_at: next } = preferences;
  const words = messages.soon;
  return (
    <SettingRow label={words.label} about={words.about}>
      <Segmented
        label={words.label}
        options={choicesOf(allowed)}
        value={frequency}
        onValueChange={(chosen) => save({ frequency: chosen })}
        isDisabled={saving?.frequency !== undefined}
        className="max-md:flex max-md:*:flex-1"
      />
      <p className="mt-2 text-xs text-muted-foreground">{words.help[frequency]}</p>
      {typeof next === 'string' && (
        <p className="mt-1 text-xs text-muted-foreground">
          {words.next}{' '}
          <time dateTime={next} className="font-medium text-foreground tabular-nums">
            {momentIn(zone ?? null, next)}
          </time>
        </p>
      )}
    </SettingRow>
  );
}

/** Only what the plan allows (spec §5), the soonest first. */
function choicesOf(allowed: readonly Frequency[]) {
  return (['instant', 'daily', 'weekly', 'monthly'] as const)
    .filter((frequency) => allowed.includes(frequency))
    .map((value) => ({ value, label: messages.soon.choices[value] }));
}

function Topics({ preferences, save }: Pick<SettingProps, 'preferences' | 'save'>) {
  const words = messages.topics;
  return (
    <SettingRow label={words.label}>
      <div className="flex flex-wrap gap-x-6">
        <Topic label={words.posts} isOn={preferences.lead_alerts} onChange={(isOn) => save({ lead_alerts: isOn })} />
        <Topic
          label={preferences.frequency === 'instant' ? words.negativeMentions : words.mentions}
          isOn={preferences.mention_alerts}
          onChange={(isOn) => save({ mention_alerts: isOn })}
        />
      </div>
    </SettingRow>
  );
}

function Topic({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-6 items-center gap-2.5 text-sm select-none touch:min-h-(--touch)">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 flex-none accent-primary touch:size-5"
      />
      {label}
    </label>
  );
}

function PreferencesSkeleton() {
  return (
    <div role="status" aria-label={messages.loading} className="grid h-56 content-start gap-3">
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="mt-4 h-4 w-1/2" />
      <Skeleton className="h-10" />
      <Skeleton className="mt-4 h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
