import type { ReactNode } from 'react';
import { useFrameLayout } from './layout';
import { LogoLink } from './logo-link';
import { UserMenu } from './user-menu';

type PaneBarProps = {
  title: string;
  /** The count line. Screen readers hear it when it changes. */
  status?: string;
  /** At the right of the bar. */
  children?: ReactNode;
  className?: string;
};

/** The bar above a view, with its heading. On phones it is the top of the page: logo and user menu stand in it. */
export function PaneBar({ title, status, children, className = 'px-4' }: PaneBarProps) {
  const isPhone = useFrameLayout() === 'phone';
  return (
    <header className={`flex h-(--bar) flex-none items-center gap-3 border-b border-border ${className}`}>
      {isPhone && <LogoLink look="tile" />}
      <div className="min-w-0 flex-1">
        {/* The focus comes here after a change of tabs. */}
        <h1 tabIndex={-1} className="truncate text-list tracking-normal outline-none">
          {title}
        </h1>
        {status !== undefined && (
          <p role="status" className="truncate text-xs text-muted-foreground tabular-nums">
            {status}
          </p>
        )}
      </div>
      {children}
      {isPhone && <UserMenu place="header" />}
    </header>
  );
}

/** What scrolls below a bar. */
export function PaneBody({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable] ${className}`}>{children}</div>;
}

/** List and details, 40 to 60. Without room for both there is the list alone, until something is opened. */
export function TwoPanes({ listLabel, list, details }: { listLabel: string; list: ReactNode; details: ReactNode }) {
  return (
    <div className="grid h-full min-h-0 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <section aria-label={listLabel} className="flex min-h-0 min-w-0 flex-col bg-card lg:border-r lg:border-border">
        {list}
      </section>
      <section aria-label="Details" className="hidden min-h-0 min-w-0 flex-col lg:flex">
        {details}
      </section>
    </div>
  );
}
