import { type ReactNode, useId } from 'react';

/** One titled part of the gallery. */
export function Board({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="text-list tracking-normal">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Things of one kind side by side, wrapping where there is little room. */
export function BoardLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2.5">{children}</div>;
}
