import { type LucideIcon, X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEventHandler, type ReactNode, useRef } from 'react';
import { cx } from './classes';
import { SheetGrabber } from './sheet-grabber';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Before the title. */
  icon?: LucideIcon;
  /** One line below the title. */
  description?: ReactNode;
  size?: keyof typeof sizes;
  /** What was confirmed is on its way: Esc, the overlay and the x do nothing until it is done. */
  isBusy?: boolean;
  children?: ReactNode;
  /** Buttons at the right: Cancel, then the action. */
  footer?: ReactNode;
  /** At the left of the footer: the keys that act. Hidden where there is no keyboard. */
  footerHint?: ReactNode;
  /** Where the focus goes afterwards when that is not the opener, such as the row after a removed one. */
  returnFocusTo?: () => HTMLElement | null;
  onKeyDown?: KeyboardEventHandler;
};

/** In the middle of the page; on phones a sheet at the bottom edge. */
export function Dialog({
  isOpen,
  onClose,
  title,
  icon: Icon,
  description,
  size = 'md',
  isBusy = false,
  children,
  footer,
  footerHint,
  returnFocusTo,
  onKeyDown,
}: DialogProps) {
  const opener = useRef<HTMLElement>(null);
  const closeUnlessBusy = () => {
    if (!isBusy) onClose();
  };
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={closeUnlessBusy}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="animate-overlay fixed inset-0 z-(--z-dialog) bg-overlay" />
        <RadixDialog.Content
          data-layer="dialog"
          aria-busy={isBusy}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = findOpener();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            (returnFocusTo?.() ?? opener.current)?.focus();
          }}
          onInteractOutside={keepOpenForToasts}
          onKeyDown={onKeyDown}
          className={cx(panel, sizes[size])}
        >
          <SheetGrabber isFixed={isBusy} onClose={onClose} />
          <header className="flex-none">
            <RadixDialog.Title className="flex items-center gap-2 pr-9 text-lg">
              {Icon !== undefined && <Icon size={18} aria-hidden="true" className="flex-none text-primary-text" />}
              {title}
            </RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className="mt-1 text-foreground-soft text-sm">{description}</RadixDialog.Description>
            )}
          </header>
          {children !== undefined && children !== false && (
            <div className="-mx-5 mt-3 min-h-0 overflow-y-auto overscroll-contain px-5 py-1">{children}</div>
          )}
          {footer !== undefined && (
            <footer className="mt-5 flex flex-none flex-wrap items-center justify-end gap-2">
              {footerHint !== undefined && (
                <span className="mr-auto inline-flex items-center gap-1 text-foreground-soft text-xs touch:hidden">{footerHint}</span>
              )}
              {footer}
            </footer>
          )}
          {/* Last in the order of the Tab key, so that the focus starts in what the dialog is about. */}
          <RadixDialog.Close aria-label="Close" {...(isBusy && { 'aria-disabled': true })} className={closeButton}>
            <X size={16} aria-hidden="true" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * Who had the focus when the dialog opened. An item of a menu is gone by the time the dialog closes;
 * the button that opened the menu, by which Radix labels it, stands in for it.
 */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const menuTrigger = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (menuTrigger !== null && menuTrigger !== undefined) return document.getElementById(menuTrigger);
  return focused instanceof HTMLElement ? focused : null;
}

/** Toasts stand above dialogs; pressing Undo in one is no wish to leave the dialog. */
function keepOpenForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null) event.preventDefault();
}

const panel =
  'animate-sheet fixed inset-x-0 bottom-0 z-(--z-dialog) flex max-h-[90dvh] flex-col rounded-t-sheet bg-popover p-5 pb-[max(20px,env(safe-area-inset-bottom))] ' +
  'text-foreground shadow-lg outline-none md:animate-layer md:inset-0 md:m-auto md:h-fit md:max-h-[calc(100dvh-48px)] md:rounded-xl md:border md:border-border md:pb-5 md:dark:border-transparent ' +
  'forced:border';

const sizes = {
  md: 'md:w-[460px]',
  lg: 'md:w-[680px]',
} as const;

const closeButton =
  'absolute top-4.5 right-4 grid size-(--control-sm) place-items-center rounded-md text-foreground-soft transition-colors duration-(--dur-instant) ' +
  'hover:bg-hover hover:text-foreground dark:hover:bg-border aria-disabled:text-disabled-foreground aria-disabled:hover:bg-transparent touch:top-2.5 touch:right-2.5 touch:size-(--touch) max-md:top-6.5 max-md:touch:top-4.5';
