import type { ReactNode } from 'react';
import { Alert } from './alert';
import { Button } from './button';

type ListNoticesProps = {
  /** What the last search could not look at, with the words before it. */
  failures: readonly { what: string; why: string }[];
  failuresLabel: string;
  onDismissFailures: () => void;
  /** Why the rows on the screen could not be refreshed. */
  staleBecause: string | undefined;
  onRetry: () => void;
  /** What else must be known. */
  children?: ReactNode;
};

/** What must be known about a list, between the filters and the rows. */
export function ListNotices({ failures, failuresLabel, onDismissFailures, staleBecause, onRetry, children }: ListNoticesProps) {
  const isQuiet = failures.length === 0 && staleBecause === undefined && (children === undefined || children === false);
  if (isQuiet) return null;
  return (
    <div className="grid flex-none gap-2 border-b border-border px-4 py-2.5">
      {children}
      {failures.length > 0 && (
        <Alert kind="notice" onDismiss={onDismissFailures}>
          {failuresLabel} {failures.map(({ what, why }) => `${what} (${why})`).join(', ')}
        </Alert>
      )}
      {staleBecause !== undefined && (
        <Alert
          kind="notice"
          action={
            <Button size="sm" onClick={onRetry}>
              Retry
            </Button>
          }
        >
          This list may be out of date. {staleBecause}
        </Alert>
      )}
    </div>
  );
}
