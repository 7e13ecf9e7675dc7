import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react';
import { ariaShortcut, shortcutText } from '../lib/platform';
import { cx } from './classes';
import { Kbd } from './kbd';
import { segment, segmentTrack } from './segmented';

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  /** Comes from the bottom edge on phones instead of standing beside its trigger. */
  isSheetOnPhone?: boolean;
  children: ReactNode;
};

export function Menu({ trigger, side = 'bottom', align = 'start', isSheetOnPhone = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          loop
          {...(isSheetOnPhone && { 'data-layer': 'menu-sheet' })}
          className={cx(menu, isSheetOnPhone ? sheetOnPhone : 'animate-layer')}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

type MenuItemProps = {
  icon?: LucideIcon;
  label: string;
  shortcut?: readonly string[];
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Makes the item a link. */
  href?: string;
  onSelect?: () => void;
};

export function MenuItem({ icon: Icon, label, shortcut, isDanger = false, isDisabled = false, href, onSelect }: MenuItemProps) {
  const content = (
    <>
      {Icon !== undefined && (
        <Icon size={16} aria-hidden="true" className={cx('flex-none', !isDanger && 'text-muted-foreground forced:text-current')} />
      )}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut !== undefined && <Kbd>{shortcutText(shortcut)}</Kbd>}
    </>
  );
  return (
    <DropdownMenu.Item
      asChild={href !== undefined}
      disabled={isDisabled}
      textValue={label}
      {...(onSelect !== undefined && { onSelect: () => onSelect() })}
      {...(shortcut !== undefined && { 'aria-keyshortcuts': ariaShortcut(shortcut) })}
      className={cx(item, isDanger ? danger : 'text-foreground')}
    >
      {href === undefined ? content : <a href={isDisabled ? undefined : href}>{content}</a>}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-border forced:bg-[CanvasText]" />;
}

/** Whose menu it is. */
export function MenuHeader({ name, email, avatar }: { name: string; email: string; avatar?: ReactNode }) {
  return (
    <DropdownMenu.Label className="flex items-center gap-2.5 px-2.5 py-2">
      {avatar}
      <span className="grid min-w-0">
        <span className="truncate font-semibold text-sm">{name}</span>
        <span className="truncate text-2xs text-muted-foreground">{email}</span>
      </span>
    </DropdownMenu.Label>
  );
}

/** A quiet last line, such as the version. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-2xs text-muted-foreground">{children}</DropdownMenu.Label>;
}

type MenuRadioGroupProps<Value extends string> = {
  label: string;
  /** Before the label of `segments`. */
  icon?: LucideIcon;
  /** `segments` is one line of icons that leaves the menu open, so that a theme can be tried on. */
  look?: 'list' | 'segments';
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: Value;
  onValueChange: (value: Value) => void;
};

/** One of a few: a list with a tick at the right, or segments. */
export function MenuRadioGroup<Value extends string>({
  label,
  icon: Icon,
  look = 'list',
  options,
  value,
  onValueChange,
}: MenuRadioGroupProps<Value>) {
  const labelId = useId();
  const isSegmented = look === 'segments';
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onValueChange(option.value);
  };
  return (
    <div className={isSegmented ? 'flex min-h-(--control) items-center gap-2.5 px-2.5 text-sm' : undefined}>
      {isSegmented && Icon !== undefined && <Icon size={16} aria-hidden="true" className="flex-none text-muted-foreground" />}
      <DropdownMenu.Label id={labelId} className={isSegmented ? 'flex-1' : 'px-2.5 pt-1.5 pb-1 text-xs text-muted-foreground'}>
        {label}
      </DropdownMenu.Label>
      <DropdownMenu.RadioGroup
        aria-labelledby={labelId}
        value={value}
        onValueChange={choose}
        className={isSegmented ? segmentTrack : undefined}
      >
        {options.map((option) =>
          isSegmented ? <RadioSegment key={option.value} {...option} /> : <RadioLine key={option.value} {...option} />,
        )}
      </DropdownMenu.RadioGroup>
    </div>
  );
}

type RadioOption = { value: string; label: string; icon?: LucideIcon };

function RadioLine({ value, label, icon: Icon }: RadioOption) {
  return (
    <DropdownMenu.RadioItem value={value} className={cx(item, 'text-foreground')}>
      {Icon !== undefined && <Icon size={16} aria-hidden="true" className="flex-none text-muted-foreground forced:text-current" />}
      {label}
      <DropdownMenu.ItemIndicator asChild>
        <Check size={14} aria-hidden="true" className="ml-auto flex-none text-primary-text forced:text-current" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}

function RadioSegment({ value, label, icon: Icon }: RadioOption) {
  return (
    <DropdownMenu.RadioItem
      value={value}
      aria-label={label}
      title={label}
      textValue={label}
      onSelect={(event) => event.preventDefault()}
      onKeyDown={goSideways}
      className={cx(segment, 'h-6 w-6')}
    >
      {Icon === undefined ? label : <Icon size={14} aria-hidden="true" />}
    </DropdownMenu.RadioItem>
  );
}

/** A menu goes up and down by itself; what stands side by side also answers to left and right. */
function goSideways(event: KeyboardEvent<HTMLElement>) {
  const neighbour = { ArrowLeft: event.currentTarget.previousElementSibling, ArrowRight: event.currentTarget.nextElementSibling }[
    event.key
  ];
  if (neighbour instanceof HTMLElement) neighbour.focus();
}

const menu =
  'z-(--z-popover) max-h-(--radix-dropdown-menu-content-available-height) min-w-58 overflow-y-auto rounded-lg border border-border bg-popover p-1.5 shadow-lg dark:border-transparent';

const sheetOnPhone =
  'animate-sheet md:animate-layer max-md:w-full max-md:max-h-[90dvh] max-md:rounded-none max-md:rounded-t-sheet max-md:border-0 max-md:p-3 ' +
  'max-md:pb-[max(12px,env(safe-area-inset-bottom))]';

const item =
  'focus-inset flex min-h-(--control) cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm no-underline outline-none select-none ' +
  'data-highlighted:bg-hover data-disabled:text-disabled-foreground dark:data-highlighted:bg-border touch:min-h-(--touch) forced:data-highlighted:forced-color-adjust-none forced:data-highlighted:bg-[Highlight] forced:data-highlighted:text-[HighlightText]';

const danger = 'text-negative';
