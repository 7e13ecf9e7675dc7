import { Plus, Sparkles, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '../../ui/icon-button';
import { messages } from './messages';

type SuggestedKeywordsProps = {
  suggestions: readonly string[];
  onAdd: (keyword: string) => void;
  onDismiss: (keyword: string) => void;
  /** Takes the focus when no suggestion is left. */
  onLast: () => void;
};

/** What the website and Reddit suggest to listen for. One press adds; what was added or dismissed does not come back. */
export function SuggestedKeywords({ suggestions, onAdd, onDismiss, onLast }: SuggestedKeywordsProps) {
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  if (suggestions.length === 0) return null;
  const dismissAt = (index: number, keyword: string) => {
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const items = list.current?.children;
    const heir = (items?.[index + 1] ?? items?.[index - 1])?.querySelector('button');
    onDismiss(keyword);
    if (heir) heir.focus();
    else onLast();
  };
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3 rounded-lg border border-border bg-sunken p-3.5">
      <div>
        <h3 id={titleId} className="flex items-center gap-1.5 font-sans text-xs font-semibold">
          <Sparkles size={13} aria-hidden="true" className="flex-none text-muted-foreground" />
          {messages.suggested}
        </h3>
        <p className="mt-0.5 text-xs text-foreground-soft">{messages.suggestedWhy}</p>
      </div>
      <ul ref={list} aria-labelledby={titleId} className="flex flex-wrap gap-2">
        {suggestions.map((keyword, index) => (
          <li
            key={keyword}
            className="inline-flex h-7.5 max-w-full items-center rounded-full border border-dashed border-border-strong bg-card pr-1 text-sm font-medium touch:h-9"
          >
            <button
              type="button"
              aria-label={messages.addSuggestion(keyword)}
              onClick={() => onAdd(keyword)}
              className="inline-flex h-full min-w-0 items-center gap-1 rounded-full pr-1 pl-2 hover:text-primary-text"
            >
              <Plus size={13} aria-hidden="true" className="flex-none text-primary-text" />
              <span className="truncate">{keyword}</span>
            </button>
            <IconButton
              icon={X}
              size="sm"
              label={messages.dismissSuggestion(keyword)}
              onClick={() => dismissAt(index, keyword)}
              className="size-6! rounded-full! touch:size-9!"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
