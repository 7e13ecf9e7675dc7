import { Fragment, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { SourceLine } from '../../features/listening/source-line';
import { cx } from '../../ui/classes';
import { PaneEdges } from '../../ui/pane';
import { type FrameLayout, useFrameLayout } from './layout';
import { LogoLink } from './logo-link';
import { Navigation, type UnreadByTab } from './navigation';
import { sectionParameter, type Tab } from './tabs';
import { UserMenu } from './user-menu';

type DashboardFrameProps = {
  tab: Tab;
  /** Something is open to be read. On a phone it has the whole screen, and a bar of its own instead of the tabs. */
  isReading?: boolean;
  /** The scan countdown: a card in the sidebar, a small one in the rail, on phones a strip at the top of the page. */
  scan?: (layout: FrameLayout) => ReactNode;
  /** How many of a tab nobody has opened. */
  unread?: UnreadByTab;
  children: ReactNode;
};

/** Exactly as high as the window; what is inside scrolls by itself. */
export function DashboardFrame({ tab, isReading = false, scan, unread = nothingUnread, children }: DashboardFrameProps) {
  const layout = useFrameLayout();
  const isPhone = layout === 'phone';
  const main = useRef<HTMLElement>(null);
  useFocusOnHeading(main, tab);
  const skip = (event: MouseEvent) => {
    // The address stays as it is: a hash in it means something else here.
    event.preventDefault();
    main.current?.focus();
  };
  const navigation = !(isPhone && isReading) && (
    <Navigation key="navigation" current={tab} layout={layout} unread={unread} scan={isPhone ? undefined : scan?.(layout)} />
  );
  const page = (
    <main key="page" ref={main} id="main" tabIndex={-1} className="flex min-h-0 min-w-0 flex-col overflow-hidden outline-none">
      <div className="min-h-0 flex-1">
        <PaneEdges value={isPhone ? { ...phoneEdges, below: scan?.(layout) } : noEdges}>{children}</PaneEdges>
      </div>
      <SourceLine />
    </main>
  );
  return (
    <div className={cx('grid h-dvh grid-cols-1 overflow-hidden', layouts[layout])}>
      <a href="#main" onClick={skip} className={skipLink}>
        Skip to content
      </a>
      {/* The Tab key goes as the eye does: on phones the bar comes last. The keys keep the page as it is when a phone is turned. */}
      <Fragment>{isPhone ? [page, navigation] : [navigation, page]}</Fragment>
    </div>
  );
}

/** After a change of tabs the keyboard and the screen reader start at the new heading, or where a link leads to in it. On arrival they start at the top. */
function useFocusOnHeading(main: { current: HTMLElement | null }, tab: Tab) {
  const { hash, search } = useLocation();
  const leadsIntoPage = hash !== '' || (tab === 'settings' && new URLSearchParams(search).has(sectionParameter));
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    if (!leadsIntoPage) main.current?.querySelector('h1')?.focus();
  }, [main, tab, leadsIntoPage]);
}

/** A phone has no room beside the page, so its bar has what stands there elsewhere. */
const phoneEdges = { start: <LogoLink look="tile" />, end: <UserMenu place="header" /> };
const noEdges = {};
const nothingUnread: UnreadByTab = {};

// Visible only when the Tab key reaches it.
const skipLink =
  'sr-only focus:not-sr-only focus:absolute! focus:top-2! focus:left-2! focus:z-(--z-toast) focus:rounded-md focus:bg-popover ' +
  'focus:px-3! focus:py-2! focus:text-sm';

const layouts = {
  phone: 'grid-rows-[minmax(0,1fr)_auto]',
  rail: 'grid-cols-[64px_minmax(0,1fr)]',
  sidebar: 'grid-cols-[var(--sidebar)_minmax(0,1fr)]',
} as const;
