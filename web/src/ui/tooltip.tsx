import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { shortcutText } from '../lib/platform';
import { Kbd } from './kbd';

type TooltipProps = {
  label: string;
  /** Keys pressed together, such as `['Mod', 'K']`. */
  shortcut?: readonly string[] | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can take the focus; it gets the handlers. */
  children: ReactElement;
};

/** A word about a control for pointer and keyboard. It holds nothing that is said nowhere else: fingers never see it. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  return (
    <RadixTooltip.Root>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content side={side} sideOffset={6} collisionPadding={8} aria-label={label} className={content}>
          {label}
          {shortcut !== undefined && <Kbd variant="inverse">{shortcutText(shortcut)}</Kbd>}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  );
}

/** Around the whole app, once: the second tooltip in a row then comes without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={300} disableHoverableContent={false}>
      {children}
    </RadixTooltip.Provider>
  );
}

const content =
  'animate-layer z-(--z-popover) flex max-w-72 items-center gap-2 rounded-sm border border-toast-line bg-toast px-2 py-1 text-xs text-toast-foreground shadow-md select-none';
