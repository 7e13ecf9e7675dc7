import { RefreshCw, WifiOff } from 'lucide-react';
import { Button } from './button';
import { EmptyState } from './empty-state';

/** A list that could not be loaded, with nothing older to show. */
export function LoadError({ title, why, onRetry }: { title: string; why: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={WifiOff}
        title={title}
        action={
          <Button icon={RefreshCw} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {why}
      </EmptyState>
    </div>
  );
}
