import { type ReactNode, useId } from 'react';
import { Switch } from '../../ui/switch';
import type { Preferences } from './api';
import { messages } from './messages';
import type { PreferenceSaving } from './use-preferences';

const words = messages.mails;

type MailKindsProps = { preferences: Preferences } & PreferenceSaving;

/** Every kind of mail in one place, also those that cannot be switched off. */
export function MailKinds({ preferences, save, saving }: MailKindsProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="font-sans text-sm font-semibold tracking-normal">
        {words.title}
      </h3>
      <ul className="mt-1 divide-y divide-border">
        <Kind label={words.alerts} about={words.alertsAbout}>
          <Fixed>{preferences.email_notifications_enabled ? words.isOn : words.isOff}</Fixed>
        </Kind>
        <Kind label={words.notes}>
          <Switch
            label={words.notes}
            isOn={preferences.quiet_notes}
            isBusy={saving?.quiet_notes !== undefined}
            onChange={(isOn) => save({ quiet_notes: isOn })}
          />
        </Kind>
        <Kind label={words.trial}>
          <Switch
            label={words.trial}
            isOn={preferences.trial_mails}
            isBusy={saving?.trial_mails !== undefined}
            onChange={(isOn) => save({ trial_mails: isOn })}
          />
        </Kind>
        <Kind label={words.always}>
          <Fixed>{words.isAlwaysOn}</Fixed>
        </Kind>
      </ul>
    </section>
  );
}

function Kind({ label, about, children }: { label: string; about?: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3 py-2 text-sm">
      <div className="min-w-0">
        <p>{label}</p>
        {about !== undefined && <p className="text-xs text-muted-foreground">{about}</p>}
      </div>
      {children}
    </li>
  );
}

function Fixed({ children }: { children: string }) {
  return <span className="flex-none text-xs font-medium text-muted-foreground">{children}</span>;
}
