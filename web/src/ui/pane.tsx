import { createContext, type ReactNode, type Ref, use } from 'react';

type PaneBarProps = {
  title: string;
  /** The count line, which keeps its whole text: the bar has room for two. Screen readers hear it when it changes. */
  status?: string | undefined;
  /** In place of the count line until it is known. */
  statusSkeleton?: ReactNode;
  /** At the right of the bar. */
  children?: ReactNode;
  className?: string;
};

/** The bar above a view, with its heading. On phones it is the top of the page: the frame puts logo and user menu into it. */
export function PaneBar({ title, status, statusSkeleton, children, className = 'px-4' }: PaneBarProps) {
  const { start, end, below } = use(PaneEdges);
  return (
    <>
      <header className={`flex h-(--bar) flex-none items-center gap-3 border-b border-border ${className}`}>
        {start}
        <div className="min-w-0 flex-1">
          {/* The focus comes here after a change of tabs. */}
          <h1 tabIndex={-1} className="truncate text-list tracking-normal outline-none">
            {title}
          </h1>
          {statusSkeleton}
          {status !== undefined && (
            <p role="status" className="line-clamp-2 text-xs text-muted-foreground tabular-nums">
              {status}
            </p>
          )}
        </div>
        {children}
        {end}
      </header>
      {below}
    </>
  );
}

/** What the frame adds around every bar where it has no room of its own: logo, user menu, and a strip below. */
export const PaneEdges = createContext<{ start?: ReactNode; end?: ReactNode; below?: ReactNode }>({});

/** What scrolls below a bar. Text without a control in it is reached by Tab itself, or no key could scroll it. */
export function PaneBody({
  children,
  className = '',
  isReached = false,
  ref,
}: {
  children: ReactNode;
  className?: string;
  isReached?: boolean;
  ref?: Ref<HTMLDivElement>;
}) {
  // A place for what only screen readers hear: it stands outside the flow, and would make the page itself longer.
  return (
    <div
      ref={ref}
      {...(isReached && { tabIndex: 0 })}
      className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain [scrollbar-gutter:stable] [scrollbar-width:thin] ${className}`}
    >
      {children}
    </div>
  );
}
