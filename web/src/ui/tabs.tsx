import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

type TabsProps<Value extends string> = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** One `TabPanel` per tab. */
  children: ReactNode;
  className?: string;
};

export function Tabs<Value extends string>({ label, tabs, value, onValueChange, children, className }: TabsProps<Value>) {
  const choose = (chosen: string) => {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab !== undefined) onValueChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose} className={className}>
      <RadixTabs.List
        aria-label={label}
        className="flex h-10 gap-0.5 rounded-control-lg bg-sunken p-[3px] touch:h-12.5 forced:border forced:border-[ButtonText]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} className={trigger}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {children}
    </RadixTabs.Root>
  );
}

export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    // Radix makes the panel itself a stop of the Tab key. Ours hold forms, so the next stop is the first field.
    <RadixTabs.Content value={value} tabIndex={undefined} className={className}>
      {children}
    </RadixTabs.Content>
  );
}

const trigger =
  'focus-inset flex-1 rounded-md border border-transparent font-label text-sm text-foreground-soft select-none transition-colors duration-(--dur-instant) hover:text-foreground ' +
  'data-[state=active]:border-border data-[state=active]:bg-card data-[state=active]:text-foreground data-[state=active]:shadow-sm ' +
  'dark:data-[state=active]:border-border-strong dark:data-[state=active]:shadow-none ' +
  'forced:data-[state=active]:forced-color-adjust-none forced:data-[state=active]:bg-[Highlight] forced:data-[state=active]:text-[HighlightText]';
