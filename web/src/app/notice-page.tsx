import type { ReactNode } from 'react';
import { Wordmark } from '../ui/logo';

/** A page with one thing to say: the mark at the top, the message in the middle. */
export function NoticePage({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="px-5 py-4.5 md:px-8">
        <Wordmark />
      </header>
      <NoticeMain>{children}</NoticeMain>
    </div>
  );
}

/** The message alone, below a header of another kind. */
function NoticeMain({ children }: { children: ReactNode }) {
  return <main className="grid content-center justify-items-center px-5 pt-6 pb-[15vh] text-center">{children}</main>;
}

export function NoticeTitle({ children }: { children: string }) {
  return <h1 className="text-title md:text-page">{children}</h1>;
}

export function NoticeLine({ children }: { children: string }) {
  return <p className="mt-2.5 mb-6.5 text-lg/[26px] text-foreground-soft">{children}</p>;
}
