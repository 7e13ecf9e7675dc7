import { Download, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button';
import { PaneBar } from './pane';
import { Skeleton } from './skeleton';

type ResultBarProps = {
  title: string;
  /** '128 posts found (50 loaded)', or that it is on its way, or that it cannot be known. */
  count: { text: string } | 'loading' | 'unknown';
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Left out while there is nothing to export. */
  onExport?: (() => void) | undefined;
  isExporting?: boolean;
  /** What else can be done with the list, before the buttons. */
  children?: ReactNode;
};

/** The bar of a list: how many rows there are, and Refresh. On phones the other buttons are next to the filters. */
export function ResultBar({ title, count, isRefreshing, onRefresh, onExport, isExporting = false, children }: ResultBarProps) {
  return (
    <PaneBar
      title={title}
      {...(count === 'loading'
        ? { statusSkeleton: <Skeleton className="mt-1 h-3 w-36" /> }
        : count !== 'unknown' && { status: count.text })}
    >
      <div className="flex flex-none items-center">
        <span className="contents max-md:hidden">{children}</span>
        {onExport !== undefined && (
          <IconButton
            icon={Download}
            label="Export CSV"
            isTurning={false}
            disabled={isExporting}
            onClick={onExport}
            className="max-md:hidden"
          />
        )}
        <RefreshButton isRefreshing={isRefreshing} onRefresh={onRefresh} />
      </div>
    </PaneBar>
  );
}

function RefreshButton({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh: () => void }) {
  return <IconButton icon={RefreshCw} label="Refresh" shortcut={['R']} isTurning={isRefreshing} onClick={onRefresh} />;
}
