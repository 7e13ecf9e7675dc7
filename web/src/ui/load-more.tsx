import type { Ref } from 'react';
import { Button } from './button';
import { RowSkeleton } from './skeleton';

type LoadMoreProps = {
  /** 'Load More Posts' */
  label: string;
  onLoad: () => void;
  isLoading: boolean;
  /** Why the last attempt failed. */
  error?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** The last thing of a list that goes on. While it loads, rows to come follow it. */
export function LoadMore({ label, onLoad, isLoading, error, ref }: LoadMoreProps) {
  return (
    <>
      <div className="p-4">
        <Button ref={ref} isBusy={isLoading} onClick={onLoad} className="w-full">
          {label}
        </Button>
        <p role="alert" className="mt-2 text-center text-xs text-negative empty:hidden">
          {error}
        </p>
      </div>
      {isLoading && (
        <div aria-hidden="true" className="border-t border-border">
          <RowSkeleton />
          <RowSkeleton titleWidth="64%" />
          <RowSkeleton titleWidth="76%" />
        </div>
      )}
    </>
  );
}
