import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';

type DetailsBarProps = {
  /** What the way back is called where the details stand over the list: 'Posts'. */
  backLabel: string;
  onBack: () => void;
  /** 'post', in the names of the buttons. */
  thing: string;
  /** '1 of 128'; nothing for what is not in the list. */
  position: string | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** At the right. */
  children: ReactNode;
};

/** Above what is read: the way back, the neighbours, and what can be done with it. */
export function DetailsBar({ backLabel, onBack, thing, position, onPrevious, onNext, children }: DetailsBarProps) {
  return (
    <header className="@container flex h-(--bar) flex-none items-center gap-1 border-b border-border px-4 max-md:px-2 lg:px-5">
      <Button variant="ghost" icon={ChevronLeft} onClick={onBack} className="px-2! lg:hidden">
        {backLabel}
      </Button>
      <IconButton
        icon={ChevronUp}
        label={`Previous ${thing}`}
        shortcut={['K']}
        disabled={onPrevious === undefined}
        onClick={onPrevious}
        className="max-md:hidden"
      />
      <IconButton
        icon={ChevronDown}
        label={`Next ${thing}`}
        shortcut={['J']}
        disabled={onNext === undefined}
        onClick={onNext}
        className="max-md:hidden"
      />
      <p className="min-w-0 flex-1 truncate pl-1 text-sm text-foreground-soft tabular-nums max-md:text-center">{position}</p>
      {children}
    </header>
  );
}
