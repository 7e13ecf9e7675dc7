import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './classes';
import { PartBoundary } from './part-boundary';

type CardProps = {
  icon?: LucideIcon;
  title: string;
  /** One muted line below the title. */
  about?: ReactNode;
  /** At the right of the header: a badge, a count, a switch. */
  status?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** A titled region of a page. What breaks in it does not take the page with it. */
export function Card({ icon: Icon, title, about, status, children, className }: CardProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={cx(surface, 'grid grid-cols-1 content-start gap-4 p-5', className)}>
      <header className="flex items-start gap-3">
        {Icon !== undefined && (
          <span className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-foreground-soft">
            <Icon size={18} aria-hidden="true" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 id={titleId} className="text-list tracking-normal">
            {title}
          </h2>
          {about !== undefined && <p className="text-sm text-muted-foreground">{about}</p>}
        </div>
        {status}
      </header>
      <PartBoundary subject={children} instead={<p className="text-sm text-foreground-soft">This part cannot be shown.</p>}>
        {children}
      </PartBoundary>
    </section>
  );
}

/** The surface alone, for things that are not a region of their own. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(surface, 'p-5', className)}>{children}</div>;
}

const surface = 'rounded-card border border-border bg-card shadow-xs';
