import { Skeleton } from './skeleton';

/** The boxes of a post or a mention that is on its way. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="contents">
      <div className="flex h-(--bar) flex-none items-center justify-end border-b border-border px-5">
        <Skeleton className="h-8.5 w-28 rounded-md" />
      </div>
      <div className="max-w-180 px-8 pt-6">
        <Skeleton className="h-3.5 w-64 max-w-full" />
        <Skeleton className="mt-4 h-6 w-[88%]" />
        <Skeleton className="mt-2.5 h-6 w-[52%]" />
        <div className="mt-5 flex gap-4">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-5 w-20" />
        </div>
        <div className="mt-6 grid gap-3 border-t border-border pt-6">
          {paragraphs.map((lines) => (
            <div key={lines.join()} className="mb-5 grid gap-3">
              {lines.map((width) => (
                <span key={width} style={{ width }}>
                  <Skeleton className="h-3.5" />
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const paragraphs = [
  ['96%', '92%', '98%', '64%'],
  ['95%', '88%', '97%', '40%'],
];
