import { useSettledValue } from '../../lib/settled-value';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/switch';
import type { Preferences } from './api';
import { messages } from './messages';
import { SettingRow } from './setting-row';
import { browserZone } from './time-zone';
import type { PreferenceSaving } from './use-preferences';

const words = messages.quiet;

type QuietHoursProps = { preferences: Preferences } & PreferenceSaving;

/** When nothing is sent, and whose hours those are. */
export function QuietHours({ preferences, save, saving }: QuietHoursProps) {
  const { quiet_hours_enabled: isOn, quiet_from: from, quiet_until: until } = preferences;
  return (
    <SettingRow
      label={words.label}
      about={words.about}
      aside={
        <Switch
          label={words.label}
          isOn={isOn}
          isBusy={saving?.quiet_hours_enabled !== undefined}
          onChange={(next) => save({ quiet_hours_enabled: next })}
        />
      }
    >
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <TimeField label={words.from} time={from} isDisabled={!isOn} onChange={(time) => save({ quiet_from: time })} />
        <span className="text-muted-foreground">{words.to}</span>
        <TimeField label={words.until} time={until} isDisabled={!isOn} onChange={(time) => save({ quiet_until: time })} />
      </div>
      <Zone {...{ preferences, save, saving }} />
    </SettingRow>
  );
}

type TimeFieldProps = { label: string; time: string; isDisabled: boolean; onChange: (time: string) => void };

function TimeField({ label, time, isDisabled, onChange }: TimeFieldProps) {
  const { value, move, rest } = useSettledValue(time, onChange, restMs);
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      disabled={isDisabled}
      // A time that is not complete yet is empty; it is no time to save.
      onChange={({ target }) => (target.value === '' ? move('') : rest(target.value))}
      onBlur={() => value === '' && move(time)}
      className={
        'focus-field h-8 min-w-0 rounded-md border border-border-strong bg-card px-2.5 font-label text-sm tabular-nums shadow-xs touch:h-(--touch) touch:flex-1 touch:text-center touch:text-[16px] ' +
        'disabled:border-border disabled:bg-sunken disabled:text-disabled-foreground disabled:shadow-none'
      }
    />
  );
}

/** Hours and minutes are typed one after the other. */
const restMs = 1000;

/** A user who has moved can change it. */
function Zone({ preferences: { time_zone: zone }, save, saving }: QuietHoursProps) {
  const here = browserZone();
  return (
    <p className="mt-2.5 flex flex-wrap items-baseline gap-x-1.5 text-xs text-muted-foreground">
      <span>{words.zone}</span> <span className="min-w-0 font-medium text-foreground wrap-anywhere">{zone ?? 'UTC'}</span>
      {typeof zone === 'string' && here !== undefined && here !== zone && (
        <Button
          size="sm"
          variant="ghost"
          isBusy={saving?.time_zone !== undefined}
          onClick={() => save({ time_zone: here })}
          className="-my-1.5"
        >
          {words.takeZone(here)}
        </Button>
      )}
    </p>
  );
}
