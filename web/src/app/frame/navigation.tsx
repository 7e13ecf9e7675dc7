import type { ComponentProps, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ariaShortcut, shortcutText } from '../../lib/platform';
import { CountBadge } from '../../ui/badge';
import { cx } from '../../ui/classes';
import { Kbd } from '../../ui/kbd';
import { Tooltip } from '../../ui/tooltip';
import type { FrameLayout } from './layout';
import { LogoLink } from './logo-link';
import { type Tab, tabAddress, tabs } from './tabs';
import { UserMenu } from './user-menu';

/** How many rows of a tab nobody has opened. */
export type UnreadByTab = Partial<Record<Tab, number>>;

type NavigationProps = { current: Tab; layout: FrameLayout; unread: UnreadByTab; scan?: ReactNode };

/** The three tabs of the dashboard: beside the page with logo and user menu, or on phones below it. */
export function Navigation({ current, layout, unread, scan }: NavigationProps) {
  if (layout === 'phone') {
    return (
      <aside className="z-(--z-bar) border-t border-border bg-card pb-[env(safe-area-inset-bottom)]">
        <TabLinks {...{ current, layout, unread }} className="grid h-(--bar) grid-cols-3" />
      </aside>
    );
  }
  return (
    <aside className="flex min-h-0 flex-col overflow-y-auto border-r border-border bg-sunken">
      <div className={cx('flex h-(--bar) flex-none items-center', layout === 'rail' ? 'justify-center' : 'px-4')}>
        <LogoLink look={layout === 'rail' ? 'tile' : 'wordmark'} />
      </div>
      <TabLinks
        {...{ current, layout, unread }}
        className={layout === 'rail' ? 'grid justify-items-center gap-1 pt-3' : 'flex flex-col gap-0.5 px-2'}
      />
      <div className={cx('mt-auto flex-none', layout === 'rail' ? 'grid justify-items-center gap-3 py-4' : 'grid gap-2.5 p-2.5')}>
        {scan}
        <UserMenu place={layout} />
      </div>
    </aside>
  );
}

function TabLinks({ current, layout, unread, className }: Omit<NavigationProps, 'scan'> & { className: string }) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="Main">
      <ul className={className}>
        {tabs.map(({ tab, label }, index) => {
          const shortcut = ['Mod', String(index + 1)];
          const isCurrent = tab === current && ({ 'aria-current': 'page' } as const);
          const link = <TabLink to={tabAddress(tab, search)} {...{ tab, layout, shortcut }} unread={unread[tab] ?? 0} {...isCurrent} />;
          return (
            <li key={tab} className={layout === 'phone' ? 'grid' : undefined}>
              {layout === 'rail' ? (
                <Tooltip label={label} shortcut={shortcut} side="right">
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type TabLinkProps = ComponentProps<typeof Link> & { tab: Tab; layout: FrameLayout; shortcut: readonly string[]; unread: number };

/** Its name is the label alone; how many are unread is said beside it. The tooltip of the rail says nothing that the name does not, so it describes nothing. */
function TabLink({ tab, layout, shortcut, unread, 'aria-describedby': _tooltip, ...link }: TabLinkProps) {
  const found = tabs.find((candidate) => candidate.tab === tab);
  if (found === undefined) return null;
  const { label, icon: Icon } = found;
  return (
    <Link
      {...link}
      {...(unread > 0 && { 'aria-description': `${unread} unread` })}
      aria-keyshortcuts={ariaShortcut(shortcut)}
      className={cx(item, looks[layout].item)}
    >
      <Icon size={layout === 'sidebar' ? 16 : 20} strokeWidth={1.75} aria-hidden="true" className={icon} />
      <span className={looks[layout].label}>{label}</span>
      {unread > 0 && (
        <span className={looks[layout].count}>
          <CountBadge>{unread}</CountBadge>
        </span>
      )}
      {layout === 'sidebar' && unread === 0 && (
        <span className="-mr-1.5 -ml-2 flex-none text-muted-foreground forced:text-current">
          <Kbd variant="plain">{shortcutText(shortcut)}</Kbd>
        </span>
      )}
    </Link>
  );
}

const item = 'group focus-inset relative flex items-center font-medium no-underline select-none aria-[current=page]:font-semibold';
const icon = 'flex-none group-aria-[current=page]:text-primary-text forced:text-current!';

const raised =
  'border border-transparent text-foreground-soft transition-colors duration-(--dur-instant) hover:bg-hover hover:text-foreground ' +
  'aria-[current=page]:border-border aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-sm ' +
  'dark:aria-[current=page]:border-border-strong dark:aria-[current=page]:shadow-none ' +
  'forced:aria-[current=page]:forced-color-adjust-none forced:aria-[current=page]:bg-[Highlight] forced:aria-[current=page]:text-[HighlightText]';

const looks = {
  sidebar: {
    item: `h-(--control) gap-2.5 rounded-md px-2 text-sm touch:h-(--touch) ${raised}`,
    label: 'flex-1 truncate',
    count: '-ml-1.5 flex-none',
  },
  rail: { item: `size-11.5 justify-center rounded-lg ${raised}`, label: 'sr-only', count: 'absolute top-0.5 left-5.5' },
  phone: {
    item:
      'flex-col justify-center gap-1 text-2xs text-foreground-soft aria-[current=page]:text-primary-text ' +
      // The bar at the upper edge marks the current one.
      'before:absolute before:top-0 before:h-0.75 before:w-10 before:rounded-b-xs ' +
      'aria-[current=page]:before:bg-primary forced:aria-[current=page]:before:bg-[Highlight]',
    label: 'truncate',
    // At the corner of the icon, which stands in the middle.
    count: 'absolute top-0.5 left-[calc(50%+4px)]',
  },
} satisfies Record<FrameLayout, { item: string; label: string; count: string }>;
