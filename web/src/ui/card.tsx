import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
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
  const group = use(CardGroupTitle);
  const content = (
    <PartBoundary subject={children} instead={<p className="text-sm text-foreground-soft">This part cannot be shown.</p>}>
      {children}
    </PartBoundary>
  );
  // The card that has the group's own name is its first one: the title of both stands above it, once.
  if (group === title) {
    return (
      <section aria-labelledby={titleId}>
        <CardGroupHead {...{ titleId, title, about, status }} />
        <div className={cx(surface, layout, className)}>{content}</div>
      </section>
    );
  }
  const Heading = group === undefined ? 'h2' : 'h3';
  return (
    <section aria-labelledby={titleId} className={cx(surface, layout, className)}>
      <header className="flex items-start gap-3">
        {Icon !== undefined && (
          <span className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-foreground-soft">
            <Icon size={18} aria-hidden="true" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <Heading id={titleId} className="text-list tracking-normal">
            {title}
          </Heading>
          {about !== undefined && <p className="text-sm text-muted-foreground">{about}</p>}
        </div>
        {status}
      </header>
      {content}
    </section>
  );
}

/** The name of the group that cards stand in. */
export const CardGroupTitle = createContext<string | undefined>(undefined);

type CardGroupHeadProps = Pick<CardProps, 'title' | 'about' | 'status'> & { titleId?: string };

/** The title above a group of cards. Links can lead to it. */
export function CardGroupHead({ titleId, title, about, status }: CardGroupHeadProps) {
  return (
    <header className="mb-4">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={titleId} tabIndex={-1} className="rounded-xs text-xl outline-none focus-visible:[box-shadow:var(--focus-ring)]">
          {title}
        </h2>
        {status}
      </div>
      {about !== undefined && <p className="text-sm text-foreground-soft">{about}</p>}
    </header>
  );
}

/** The surface alone, for things that are not a region of their own. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(surface, 'p-5', className)}>{children}</div>;
}

const layout = 'grid grid-cols-1 content-start gap-4 p-5';
const surface = 'rounded-card border border-border bg-card shadow-xs';
