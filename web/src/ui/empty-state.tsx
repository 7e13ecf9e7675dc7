import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Rings } from './rings';

type EmptyStateProps = {
  title: string;
  /** One line that says why it is empty or what to do. */
  children: ReactNode;
  action?: ReactNode;
};

/** Nothing here, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps & { icon: LucideIcon }) {
  return (
    <div className="grid justify-items-center px-6 py-8 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-sunken text-foreground-soft">
        <Icon size={20} aria-hidden="true" />
      </span>
      <h2 className="mt-3 text-list tracking-normal wrap-anywhere">{title}</h2>
      <p className="mt-1.5 max-w-80 text-sm text-foreground-soft">{children}</p>
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** The first run: nothing has been listened for yet. The rings move only while something runs. */
export function FirstRun({
  title,
  children,
  action,
  note,
  isRunning = false,
}: EmptyStateProps & { note?: ReactNode; isRunning?: boolean }) {
  return (
    <div className="grid justify-items-center px-6 py-8 text-center">
      <Rings isRunning={isRunning} />
      <h2 className="mt-4 text-lg">{title}</h2>
      <p className="mt-2 max-w-76 text-sm text-foreground-soft">{children}</p>
      {action !== undefined && <div className="mt-5">{action}</div>}
      {note !== undefined && <p className="mt-4 flex items-center gap-2 text-xs text-muted-foreground">{note}</p>}
    </div>
  );
}
