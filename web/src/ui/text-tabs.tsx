import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from './classes';

type TextTabsProps<Value extends string> = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly { value: Value; label: string; count?: number | undefined }[];
  /** None while something else is shown than any of them. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Beside the tabs, in the same look. */
  children?: ReactNode;
};

/** Words with counts above a list. Where they have no room the counts go, never a word. */
export function TextTabs<Value extends string>({ label, tabs, value, onChange, children }: TextTabsProps<Value>) {
  const reached = value ?? tabs[0]?.value;
  return (
    <div className="flex flex-none gap-4.5 overflow-x-auto overscroll-x-contain border-b border-border px-4 [scrollbar-width:none] @max-[27rem]:gap-3 @max-[21rem]:gap-2.5">
      <div role="tablist" tabIndex={-1} aria-label={label} onKeyDown={goSideways} className="flex min-w-0 gap-[inherit]">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            tabIndex={tab.value === reached ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={textTab(tab.value === value)}
          >
            <span className={tabLine}>{tab.label}</span>
            {tab.count !== undefined && (
              <span className={cx(tabLine, 'text-xs font-medium text-muted-foreground tabular-nums')}>{tab.count}</span>
            )}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

/** How a tab looks, and what stands beside the tabs and is as much a choice as they are. */
export function textTab(isCurrent: boolean): string {
  return cx(
    // Counts that have no room beside the word wrap onto a second line, which is clipped.
    'focus-inset relative flex h-9 min-w-min flex-wrap content-start gap-x-1.5 overflow-hidden border-b-2 text-sm whitespace-nowrap touch:h-(--touch) @max-[21rem]:text-xs',
    isCurrent
      ? '@min-[24rem]:flex-none border-primary font-semibold text-foreground forced:border-[Highlight]'
      : 'border-transparent font-label text-foreground-soft hover:text-foreground',
  );
}

// As high as the tab without its line.
export const tabLine = 'flex h-8.5 flex-none items-center pt-0.5 touch:h-[calc(var(--touch)-2px)]';

/** The arrows go from tab to tab; Enter or the space bar chooses, because each choice is a step that Back undoes. */
function goSideways(event: KeyboardEvent<HTMLElement>) {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = all.findIndex((tab) => tab === document.activeElement);
  const to = { ArrowRight: (at + 1) % all.length, ArrowLeft: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || at === -1) return;
  event.preventDefault();
  all[to]?.focus();
}
