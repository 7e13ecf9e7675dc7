import { ChevronLeft } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';

type FullPageProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What the way back is called. */
  backLabel: string;
  children: ReactNode;
};

/** On phones: a page over the page, for what needs the whole screen. Closing it brings back what is below. */
export function FullPage({ isOpen, onClose, title, backLabel, children }: FullPageProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Content
          data-layer="page"
          aria-describedby={undefined}
          className="animate-sheet fixed inset-0 z-(--z-dialog) flex flex-col bg-card text-foreground outline-none"
        >
          <header className="grid h-(--bar) flex-none grid-cols-[1fr_auto_1fr] items-center border-b border-border px-2">
            <RadixDialog.Close className="flex min-h-(--touch) items-center gap-1 justify-self-start rounded-md px-2 text-sm text-foreground-soft">
              <ChevronLeft size={18} aria-hidden="true" />
              {backLabel}
            </RadixDialog.Close>
            <RadixDialog.Title asChild>
              <h3 className="text-list">{title}</h3>
            </RadixDialog.Title>
          </header>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
