import type { ReactNode } from 'react';
import { Wordmark } from '../ui/mark';

/** A page with one thing to say: the mark at the top, the message in the middle. */
export function NoticePage({ children }: { children: ReactNode }) {
  return (
    <div className="notice">
      <header className="notice-header">
        <Wordmark />
      </header>
      <main className="notice-main">{children}</main>
    </div>
  );
}
