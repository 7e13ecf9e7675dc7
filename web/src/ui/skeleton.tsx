import { cx } from './classes';

/** A box where something will be. Give it the very size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block rounded-sm', className)} />;
}

/** The shape of a row while the list loads: a title, its meta line, and what hangs below. */
export function RowSkeleton({ titleWidth = '82%', hasSummary = false }: { titleWidth?: string; hasSummary?: boolean }) {
  return (
    <div className={cx(hasSummary ? 'h-34.75' : 'h-24.25', 'grid content-start border-b border-border py-3 pr-4 pl-4.5')}>
      <span style={{ width: titleWidth }}>
        <Skeleton className="h-4" />
      </span>
      <span className="mt-2.5 flex items-center justify-between">
        <Skeleton className="h-3 w-[48%]" />
        <Skeleton className="h-3 w-16" />
      </span>
      {hasSummary && (
        <span className="mt-3 grid gap-1.5">
          <Skeleton className="h-3.5" />
          <Skeleton className="h-3.5 w-[56%]" />
        </span>
      )}
      <span className="mt-3 flex gap-2">
        <Skeleton className="h-5 w-10" />
        <Skeleton className="h-5 w-20" />
        <Skeleton className="h-5 w-24 rounded-full" />
      </span>
    </div>
  );
}

/** A list that loads, announced once for all its boxes. `useSkeleton` says when to show it. */
export function ListSkeleton({ label, rows = 8, hasSummary = false }: { label: string; rows?: number; hasSummary?: boolean }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <RowSkeleton key={index} hasSummary={hasSummary} titleWidth={titleWidths[index % titleWidths.length] ?? '80%'} />
      ))}
    </div>
  );
}

const titleWidths = ['92%', '70%', '84%', '60%', '78%', '66%'];
