import { ChevronDown, type LucideIcon, Minus, Plus } from 'lucide-react';
import { Accordion as RadixAccordion, Collapsible as RadixCollapsible } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { cx } from './classes';

type CollapsibleProps = {
  label: string;
  icon?: LucideIcon;
  /** Given together with `onOpenChange` when the state lives outside, for example to be remembered. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  isOpenAtFirst?: boolean;
  children: ReactNode;
  className?: string;
};

/** A button that shows and hides what follows it. */
export function Collapsible({ label, icon: Icon, isOpen, onOpenChange, isOpenAtFirst = false, children, className }: CollapsibleProps) {
  const [isOwnOpen, setOwnOpen] = useState(isOpenAtFirst);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <RadixCollapsible.Root open={isOpen ?? isOwnOpen} onOpenChange={change} className={className}>
      <RadixCollapsible.Trigger className={collapsibleTrigger}>
        {Icon !== undefined && <Icon size={15} aria-hidden="true" className="flex-none" />}
        {label}
        <ChevronDown
          size={15}
          aria-hidden="true"
          className="flex-none transition-transform duration-(--dur) group-data-[state=open]:rotate-180"
        />
      </RadixCollapsible.Trigger>
      <RadixCollapsible.Content className={cx(folding, '-mx-1')}>
        <div className="px-1 pt-2 pb-1">{children}</div>
      </RadixCollapsible.Content>
    </RadixCollapsible.Root>
  );
}

/** Questions in one card, one answer open at a time, the first at once. */
export function Accordion({ items, className }: { items: readonly { question: string; answer: ReactNode }[]; className?: string }) {
  return (
    <RadixAccordion.Root
      type="single"
      collapsible
      {...(items[0] !== undefined && { defaultValue: items[0].question })}
      className={cx('divide-y divide-border overflow-hidden rounded-card border border-border bg-card', className)}
    >
      {items.map(({ question, answer }) => (
        <RadixAccordion.Item key={question} value={question}>
          <RadixAccordion.Header className="font-sans">
            <RadixAccordion.Trigger className={accordionTrigger}>
              {question}
              <Plus size={16} aria-hidden="true" className="ml-auto flex-none text-muted-foreground group-data-[state=open]:hidden" />
              <Minus size={16} aria-hidden="true" className="ml-auto flex-none text-muted-foreground group-data-[state=closed]:hidden" />
            </RadixAccordion.Trigger>
          </RadixAccordion.Header>
          <RadixAccordion.Content className={folding}>
            <div className="max-w-[760px] px-5 pb-4 text-base text-foreground-soft">{answer}</div>
          </RadixAccordion.Content>
        </RadixAccordion.Item>
      ))}
    </RadixAccordion.Root>
  );
}

// What folds hides its overflow; the paddings above leave room for the focus rings inside.
const folding = 'animate-fold overflow-hidden';

const collapsibleTrigger =
  'group inline-flex min-h-(--control-sm) items-center gap-2 rounded-md px-2 font-label text-xs text-foreground-soft select-none ' +
  'transition-colors duration-(--dur-instant) hover:bg-hover hover:text-foreground touch:min-h-(--touch)';

const accordionTrigger =
  'group focus-inset flex min-h-[50px] w-full items-center gap-4 px-5 py-3 text-left font-medium text-list text-foreground ' +
  'transition-[padding] duration-(--dur) hover:bg-hover data-[state=open]:min-h-[42px] data-[state=open]:pb-1.5 data-[state=open]:hover:bg-transparent touch:data-[state=open]:min-h-(--touch)';
