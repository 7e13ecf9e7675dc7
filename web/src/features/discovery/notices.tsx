import { Hourglass } from 'lucide-react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import type { SearchFailure } from './api';
import { messages } from './messages';

type NoticesProps = {
  /** Posts that the plan has no room for this month. */
  waiting: number;
  failures: readonly SearchFailure[];
  onDismissFailures: () => void;
  /** Why the rows on the screen could not be read anew. */
  staleBecause: string | undefined;
  onRetry: () => void;
};

/** What must be known about the list, between the filters and the rows. */
export function Notices({ waiting, failures, onDismissFailures, staleBecause, onRetry }: NoticesProps) {
  if (waiting === 0 && failures.length === 0 && staleBecause === undefined) return null;
  return (
    <div className="grid flex-none gap-2 border-b border-border px-4 py-2.5">
      {waiting > 0 && (
        <p className="flex items-start gap-2 text-xs text-foreground-soft">
          <Hourglass size={14} aria-hidden="true" className="mt-px flex-none text-value" />
          <span>
            <span className="font-semibold text-foreground">{messages.waiting(waiting)}.</span> {messages.waitingWhy}
          </span>
        </p>
      )}
      {failures.length > 0 && (
        <Alert kind="notice" onDismiss={onDismissFailures}>
          {messages.failures} {failures.map(({ what, why }) => `${what} (${why})`).join(', ')}
        </Alert>
      )}
      {staleBecause !== undefined && (
        <Alert
          kind="notice"
          action={
            <Button size="sm" onClick={onRetry}>
              {messages.empty.retry}
            </Button>
          }
        >
          {messages.staleList(staleBecause)}
        </Alert>
      )}
    </div>
  );
}
