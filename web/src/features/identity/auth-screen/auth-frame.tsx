import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button';
import { Wordmark } from '../../../ui/logo';
import { RangeArt } from './range-art';

/** The page around the forms: 45 to 55 beside the art, alone on tablets, below a band on phones. */
export function AuthFrame({ children, footnote }: { children: ReactNode; footnote?: ReactNode }) {
  return (
    <div className="grid min-h-dvh max-md:grid-rows-[auto_1fr] lg:grid-cols-[45fr_55fr]">
      <div className="grid grid-cols-1 grid-rows-[auto_1fr_auto] px-5 max-md:row-start-2 md:px-10">
        <header className="pt-8 max-md:hidden">
          <Wordmark size="lg" />
        </header>
        <main className="w-full max-w-96 justify-self-center py-6 md:self-center md:py-10 max-md:max-w-130">{children}</main>
        <footer className="min-h-4 pb-8 text-xs text-muted-foreground max-md:invisible">{footnote}</footer>
      </div>
      <RangeArt />
    </div>
  );
}

/** The title of a view that took the place of another: it takes the focus, so that it is read out. */
export function ViewTitle({ children, about }: { children: string; about?: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h1 ref={takeFocus} tabIndex={-1} className="text-title max-md:text-xl">
        {children}
      </h1>
      {about !== undefined && <p className="wrap-anywhere text-foreground-soft">{about}</p>}
    </div>
  );
}

/** The one button that sends a form. */
export function SubmitButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  return (
    <Button type="submit" variant="primary" size="lg" isBusy={isBusy} className="w-full max-md:h-12">
      {children}
    </Button>
  );
}

/** A quiet way to something else, as a link looks. */
export function QuietButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-xs text-sm text-primary-text underline underline-offset-3 hover:decoration-2 touch:min-h-(--touch)"
    >
      {children}
    </button>
  );
}

/** A link to another view of the same screen: followed here, and a plain link for a new tab. */
export function ViewLink({ href, onFollow, children }: { href: string; onFollow: () => void; children: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a href={href} onClick={follow} className="rounded-xs text-primary-text underline underline-offset-3 hover:decoration-2">
      {children}
    </a>
  );
}

export const formStack = 'grid grid-cols-1 gap-5';
export const fieldStack = 'grid grid-cols-1 gap-4';

function takeFocus(title: HTMLHeadingElement | null) {
  title?.focus();
}
