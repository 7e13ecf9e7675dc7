import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/classes';

type SettingRowProps = {
  label: string;
  about?: string | undefined;
  /** Between the two: a switch. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One setting: what it is called at the left, where the card has room for that, and what it is set to. */
export function SettingRow({ label, about, aside, children }: SettingRowProps) {
  const labelId = useId();
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2.5 py-4 @min-[34rem]:grid-cols-[168px_auto_minmax(0,1fr)]"
    >
      <div>
        <p id={labelId} className="font-label text-sm">
          {label}
        </p>
        {about !== undefined && <p className="text-xs text-muted-foreground">{about}</p>}
      </div>
      {aside}
      <div className={cx('min-w-0 @max-[34rem]:col-span-2', aside === undefined && '@min-[34rem]:col-span-2')}>{children}</div>
    </div>
  );
}
