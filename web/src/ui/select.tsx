import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { Select as RadixSelect } from 'radix-ui';
import { cx } from './classes';

type SelectOption<Value extends string> = { value: Value; label: string };

type SelectProps<Value extends string> = {
  /** The accessible name. Seen only with `isLabelShown`. */
  label: string;
  /** Puts the label before the value inside the button: 'Tone Helpful and professional'. */
  isLabelShown?: boolean;
  icon?: LucideIcon;
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  isDisabled?: boolean;
  /** Shows the icon alone, where there is no room for what is chosen. */
  isIconOnly?: boolean;
  /** For layout only, such as a width. */
  className?: string;
};

export function Select<Value extends string>({
  label,
  isLabelShown = false,
  icon: Icon,
  options,
  value,
  onValueChange,
  isDisabled = false,
  isIconOnly = false,
  className,
}: SelectProps<Value>) {
  refuseEmptyValues(label, options);
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onValueChange(option.value);
  };
  return (
    <RadixSelect.Root value={value} onValueChange={choose} disabled={isDisabled}>
      <RadixSelect.Trigger aria-label={label} className={cx(trigger, isIconOnly && 'w-(--touch) flex-none justify-center', className)}>
        {Icon !== undefined && <Icon size={14} aria-hidden="true" className="flex-none text-muted-foreground" />}
        {isLabelShown && <span className="flex-none font-normal text-muted-foreground">{label}</span>}
        <span className={isIconOnly ? 'sr-only' : 'min-w-0 flex-1 truncate text-left'}>
          <RadixSelect.Value />
        </span>
        {!isIconOnly && (
          <RadixSelect.Icon asChild>
            <ChevronDown size={14} aria-hidden="true" className="flex-none text-muted-foreground" />
          </RadixSelect.Icon>
        )}
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content position="popper" sideOffset={6} collisionPadding={8} className={cx(list, 'animate-layer')}>
          <RadixSelect.Viewport className="p-1.5">
            {options.map((option) => (
              <RadixSelect.Item key={option.value} value={option.value} className={item}>
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator asChild>
                  <Check size={14} aria-hidden="true" className="ml-auto flex-none text-primary-text forced:text-current" />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}

/** Radix keeps '' for "nothing chosen yet", so an option with that value could never be chosen. */
function refuseEmptyValues(label: string, options: readonly SelectOption<string>[]) {
  const empty = options.find((option) => option.value === '');
  if (empty !== undefined)
    throw new Error(`The option '${empty.label}' of the select '${label}' has an empty value; name it, for example 'all'.`);
}

const trigger =
  'inline-flex h-8 max-w-full items-center gap-2 rounded-md border border-border-strong bg-card px-2.5 font-label text-sm text-foreground shadow-xs select-none ' +
  'transition-colors duration-(--dur-instant) hover:bg-hover data-[state=open]:bg-hover touch:h-(--touch) touch:px-3 dark:shadow-none ' +
  'disabled:border-border disabled:bg-sunken disabled:text-disabled-foreground disabled:shadow-none';

const list =
  'z-(--z-popover) max-h-[min(360px,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) ' +
  'max-w-(--radix-select-content-available-width) overflow-hidden rounded-lg border border-border bg-popover shadow-lg dark:border-transparent';

const item =
  'focus-inset flex min-h-8 cursor-default items-center gap-4 rounded-md px-2.5 py-1 text-sm text-foreground outline-none select-none data-highlighted:bg-hover dark:data-highlighted:bg-border ' +
  'data-[state=checked]:font-label touch:min-h-(--touch) forced:data-highlighted:forced-color-adjust-none forced:data-highlighted:bg-[Highlight] forced:data-highlighted:text-[HighlightText]';
