import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { keyText, shortcutText } from '../lib/platform';
import { useSearchTarget } from '../lib/search-shortcut-target';
import { Kbd } from './kbd';
import { TextField } from './field';

type SearchFieldProps = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Enter, with what stands in the field. */
  onEnter?: (text: string) => void;
  /** What Enter does, shown while there is text. */
  enterHint?: string;
  /** Leaves the hint at Cmd or Ctrl with K out, where there is little room. */
  hasKeyHint?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** The search box of a list: Cmd or Ctrl with K goes to it, Esc clears it and then leaves it. */
export function SearchField({ label, placeholder, text, onText, onEnter, enterHint, hasKeyHint = true, ref }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useSearchTarget(field);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    // With Cmd or Ctrl the key belongs to the page.
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) onEnter?.(text);
    if (event.key === 'Escape') {
      // The browser empties a search field by itself without telling, and the page would take the key for its own.
      event.preventDefault();
      if (text === '') field.current?.blur();
      else onText('');
    }
  };
  const clear = () => {
    onText('');
    field.current?.focus();
  };
  return (
    <TextField
      ref={field}
      label={label}
      isLabelHidden
      type="text"
      role="searchbox"
      enterKeyHint="search"
      autoComplete="off"
      maxLength={200}
      placeholder={placeholder}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      aria-keyshortcuts="Control+K Meta+K"
      before={<Search size={15} aria-hidden="true" className="flex-none text-muted-foreground" />}
      after={text === '' ? hasKeyHint && <Kbd>{shortcutText(['Mod', 'K'])}</Kbd> : <WhileTyped enterHint={enterHint} onClear={clear} />}
      className="min-w-0 flex-1"
    />
  );
}

function WhileTyped({ enterHint, onClear }: { enterHint: string | undefined; onClear: () => void }) {
  return (
    <>
      {enterHint !== undefined && (
        <span aria-hidden="true" className="flex flex-none items-center gap-1.5 text-2xs text-muted-foreground touch:hidden">
          <Kbd>{keyText('Enter')}</Kbd> {enterHint}
        </span>
      )}
      <button
        type="button"
        aria-label="Clear search"
        onClick={onClear}
        className="-mr-1.5 grid size-6 flex-none place-items-center rounded-sm text-muted-foreground hover:bg-hover hover:text-foreground touch:-mr-3 touch:size-(--touch)"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </>
  );
}
