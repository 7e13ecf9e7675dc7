import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/classes';
import { jump, sectionAddress, type SectionName, settingsSections } from './settings-sections';

type SettingsMenuProps = {
  current: SectionName;
  /** The address now. */
  search: URLSearchParams;
  /** Before a link is followed: whether a pointer did it, so that the focus may stay where it is. */
  onPointer: (isPointer: boolean) => void;
};

/** The sections of Settings beside the cards. It stays in sight, and shows where one is. */
export function SettingsSideList({ onPointer, ...menu }: SettingsMenuProps) {
  return (
    <nav aria-label={name} className="sticky top-8 w-46 flex-none max-lg:hidden min-[90rem]:w-53 min-[90rem]:pr-6">
      <SectionLinks {...menu} onFollow={(event) => onPointer(event.detail > 0)} itemClassName="h-(--control) px-2.5 touch:h-(--touch)" />
    </nav>
  );
}

/** The same where there is no room beside them: a button that says where one is and opens the list. */
export function SettingsTopMenu({ onPointer, ...menu }: SettingsMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { label, icon: Icon } = settingsSections.find((section) => section.name === menu.current) ?? { label: name, icon: ChevronDown };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const closeOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const follow = () => {
    // The link leaves with the list, so the focus goes to the heading either way.
    onPointer(false);
    setOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys are those of the button and the links in it.
    <nav
      aria-label={name}
      onKeyDown={closeByKey}
      onBlur={closeOutside}
      className="relative z-(--z-sticky) flex-none border-b border-border bg-background px-4 py-2 md:px-8 lg:hidden"
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
        className="flex h-(--touch) w-full items-center gap-2.5 rounded-md border border-border-strong bg-card px-3 text-sm font-semibold shadow-xs hover:bg-hover dark:shadow-none"
      >
        <Icon size={16} aria-hidden="true" className="flex-none text-primary-text" />
        <span className="min-w-0 flex-1 truncate text-left">{label}</span>
        <ChevronDown size={16} aria-hidden="true" className={cx('flex-none text-muted-foreground', isOpen && 'rotate-180')} />
      </button>
      <div
        id={listId}
        hidden={!isOpen}
        className="absolute inset-x-4 top-full -mt-1 rounded-lg border border-border bg-popover p-1.5 shadow-lg md:inset-x-8 dark:border-transparent"
      >
        <SectionLinks {...menu} onFollow={follow} itemClassName="h-(--touch) px-2.5" />
      </div>
    </nav>
  );
}

const name = 'Settings';

type SectionLinksProps = Omit<SettingsMenuProps, 'onPointer'> & { onFollow: (event: MouseEvent) => void; itemClassName: string };

function SectionLinks({ current, search, onFollow, itemClassName }: SectionLinksProps) {
  return (
    <ul className="grid gap-0.5">
      {settingsSections.map(({ name: section, label, icon: Icon }) => (
        <li key={section}>
          <Link
            to={sectionAddress(section, search)}
            replace
            state={jump}
            onClick={onFollow}
            {...(section === current && { 'aria-current': 'location' })}
            className={cx(item, itemClassName)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none group-aria-[current]:text-primary-text" />
            <span className="min-w-0 truncate">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const item =
  'group focus-inset flex items-center gap-2.5 rounded-md border border-transparent text-sm font-medium text-foreground-soft no-underline select-none ' +
  'transition-colors duration-(--dur-instant) hover:bg-hover hover:text-foreground ' +
  'aria-[current]:border-border aria-[current]:bg-card aria-[current]:font-semibold aria-[current]:text-foreground aria-[current]:shadow-sm ' +
  'dark:aria-[current]:border-border-strong dark:aria-[current]:shadow-none ' +
  'forced:aria-[current]:forced-color-adjust-none forced:aria-[current]:bg-[Highlight] forced:aria-[current]:text-[HighlightText]';
