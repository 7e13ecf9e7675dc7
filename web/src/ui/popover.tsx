import { Popover as RadixPopover } from 'radix-ui';
import { type ReactElement, type ReactNode, useState } from 'react';
import { cx } from './classes';
import { SheetGrabber } from './sheet-grabber';

type PopoverProps = {
  /** The accessible name of what opens. */
  label: string;
  /** The button that opens it. */
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  children: ReactNode;
};

/** Settings of what stands below, beside their button; on phones a sheet at the bottom edge. */
export function Popover({ label, trigger, align = 'start', children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={setOpen}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          data-layer="menu-sheet"
          className={cx('animate-sheet md:animate-layer', panel)}
        >
          <SheetGrabber isFixed={false} onClose={() => setOpen(false)} />
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

/** Around a button inside that closes it. */
export const PopoverClose = RadixPopover.Close;

const panel =
  'z-(--z-popover) max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto rounded-lg border border-border bg-popover p-4 text-foreground shadow-lg outline-none dark:border-transparent ' +
  'max-md:w-full max-md:max-h-[90dvh] max-md:rounded-none max-md:rounded-t-sheet max-md:border-0 max-md:p-5 max-md:pb-[max(20px,env(safe-area-inset-bottom))]';
