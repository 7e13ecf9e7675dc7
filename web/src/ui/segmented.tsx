import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { cx } from './classes';

type SegmentedProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Shows the icons alone; the labels stay as accessible names. */
  isIconOnly?: boolean;
  isDisabled?: boolean;
  className?: string;
};

/** One of a few options, all visible. Native radio buttons, so that arrow keys choose at once, however quickly they are pressed. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  isIconOnly = false,
  isDisabled = false,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(segmentTrack, className)}>
      {options.map(({ value: optionValue, label: optionLabel, icon: Icon }) => (
        <label
          key={optionValue}
          data-state={optionValue === value ? 'checked' : 'unchecked'}
          title={isIconOnly ? optionLabel : undefined}
          className={cx(segment, ring, isIconOnly ? 'h-7 w-7' : 'h-7 px-2.5')}
        >
          <input
            type="radio"
            name={name}
            checked={optionValue === value}
            disabled={isDisabled}
            onChange={() => onValueChange(optionValue)}
            aria-label={isIconOnly ? optionLabel : undefined}
            // Covers the whole segment invisibly, so that exploring by touch finds all of it.
            className="absolute inset-0 m-0 appearance-none"
          />
          {Icon !== undefined && <Icon size={14} aria-hidden="true" className="flex-none" />}
          {!isIconOnly && optionLabel}
        </label>
      ))}
    </div>
  );
}

export const segmentTrack = 'inline-flex flex-none gap-0.5 rounded-md bg-sunken p-0.5 forced:border forced:border-[ButtonText]';

/** Without its size. Also the look of the choice inside a menu, where the items are radio items of that menu. */
export const segment =
  'focus-inset relative inline-flex flex-none items-center justify-center gap-1.5 rounded-sm border border-transparent font-label text-xs text-foreground-soft select-none ' +
  'transition-colors duration-(--dur-instant) hover:text-foreground has-disabled:text-disabled-foreground touch:h-(--touch) touch:min-w-(--touch) ' +
  'data-[state=checked]:border-border data-[state=checked]:bg-card data-[state=checked]:text-foreground data-[state=checked]:shadow-sm ' +
  'dark:data-[state=checked]:border-border-strong dark:data-[state=checked]:shadow-none ' +
  'forced:data-[state=checked]:forced-color-adjust-none forced:data-[state=checked]:bg-[Highlight] forced:data-[state=checked]:text-[HighlightText]';

// The focus is on the hidden radio button, the ring around what is seen of it.
const ring =
  'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring forced:has-focus-visible:outline-[CanvasText]';
