import { type ReactNode, useState } from 'react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Skeleton } from '../../ui/skeleton';
import { messages } from './messages';

type YieldTableProps<Row> = {
  label: string;
  rows: readonly Row[];
  heads: ReactNode;
  children: (row: Row) => ReactNode;
  /** Rows have bars, whose colours want to be explained. */
  hasBars?: boolean;
};

/** What each of several sources brought: seven rows, the rest on request, and what the bars mean. */
export function YieldTable<Row>({ label, rows, heads, children, hasBars = false }: YieldTableProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, fewRows);
  return (
    <div className="@container -mx-5 -mb-5">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead className="text-xs text-foreground-soft">
          <tr className="h-8">{heads}</tr>
        </thead>
        <tbody>{shown.map((row) => children(row))}</tbody>
      </table>
      <div className="flex items-center justify-between gap-3 border-t border-border px-5 text-xs text-foreground-soft [&:has(>:not(:empty))]:min-h-9">
        {rows.length > fewRows ? (
          <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} className="-ml-2.5">
            {isWhole ? messages.showFewer : messages.showAll(rows.length)}
          </Button>
        ) : (
          <span />
        )}
        {hasBars && <Legend />}
      </div>
    </div>
  );
}

export function Head({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <th scope="col" className={cx('px-2 text-left font-medium first:pl-5 last:pr-5', className)}>
      {children}
    </th>
  );
}

/** Muted: it is off, or it brings nothing. */
export function YieldRow({ isMuted, children }: { isMuted: boolean; children: ReactNode }) {
  return <tr className={cx('h-9 border-t border-border touch:h-(--touch)', isMuted && 'text-muted-foreground')}>{children}</tr>;
}

export function Cell({ children, className = '' }: { children?: ReactNode; className?: string }) {
  return <td className={cx('px-2 first:pl-5 last:pr-5', className)}>{children}</td>;
}

/** Leads of what was found, of the most that any row found: one scale for all rows. */
export function YieldBar({ leads, found, most }: { leads: number; found: number; most: number }) {
  const share = (count: number) => `${most === 0 ? 0 : (100 * count) / most}%`;
  return (
    <span
      role="img"
      aria-label={messages.bar(leads, found)}
      className="flex h-1.25 w-30 overflow-hidden rounded-full bg-sunken forced:border"
    >
      <span className="bg-primary forced:bg-[Highlight]" style={{ width: share(leads) }} />
      <span className="bg-primary-line" style={{ width: share(Math.max(0, found - leads)) }} />
    </span>
  );
}

export function SwitchCell({ children }: { children: ReactNode }) {
  return (
    <Cell>
      <span className="flex justify-end">{children}</span>
    </Cell>
  );
}

export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3">
      {['w-full', 'w-4/5', 'w-11/12', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

export function TableNotLoaded({ children, isBusy, onAgain }: { children: string; isBusy: boolean; onAgain: () => void }) {
  return (
    <Alert
      kind="error"
      action={
        <Button size="sm" isBusy={isBusy} onClick={onAgain}>
          {messages.tryAgain}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

function Legend() {
  return (
    <span aria-hidden="true" className={cx('flex flex-none items-center gap-3', onlyWithRoom)}>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-primary" />
        {messages.legend.leads}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-primary-line" />
        {messages.legend.others}
      </span>
    </span>
  );
}

/** For what a narrow table leaves out. */
export const onlyWithRoom = 'max-md:hidden @max-[520px]:hidden';

const fewRows = 7;
