import { Plus, X } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Loader } from '../../ui/loader';
import { showError } from '../../ui/toast';
import { maxKeywordLength } from '../../lib/keyword-length';
import { withAddedKeyword, type Keyword, mostKeywords } from './keyword-list';
import { messages } from './messages';

const words = messages.keywords;

type KeywordEditorProps = {
  keywords: readonly Keyword[];
  onChange: (keywords: readonly Keyword[]) => void;
  /** Where more are typed. */
  field: RefObject<HTMLInputElement | null>;
  complaint: string | undefined;
};

/** The keywords under review, with room for more. */
export function KeywordEditor({ keywords, onChange, field, complaint }: KeywordEditorProps) {
  const [typed, setTyped] = useState('');
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    const addition = withAddedKeyword(keywords, typed);
    if (addition.kind !== 'added') {
      const { title, description } = addition.kind === 'limit' ? messages.limitReached : messages.duplicate;
      showError(title, { description });
    } else {
      onChange(addition.keywords);
      setTyped('');
    }
    field.current?.focus();
  };
  const remove = (index: number) => {
    onChange(keywords.toSpliced(index, 1));
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const buttons = list.current?.querySelectorAll('button');
    const heir = buttons?.[index + 1] ?? buttons?.[index - 1] ?? field.current;
    heir?.focus();
  };

  return (
    <section aria-labelledby={titleId}>
      <header className="flex items-baseline justify-between px-4 pt-4 pb-1 text-sm">
        <h2 id={titleId} className="font-sans">
          {words.list}
        </h2>
        <p role="status" className="text-xs text-muted-foreground tabular-nums">
          {words.count(keywords.length, mostKeywords)}
        </p>
      </header>
      <ul ref={list} className="divide-y divide-border border-b border-border empty:border-b-0">
        {keywords.map((keyword, index) => (
          <KeywordRow key={keyword.text} keyword={keyword} onRemove={() => remove(index)} />
        ))}
      </ul>
      <form noValidate onSubmit={add} className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 p-4">
        <TextField
          ref={field}
          name="keyword"
          label={words.field}
          isLabelHidden
          isLarge
          autoComplete="off"
          maxLength={maxKeywordLength}
          placeholder={words.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={complaint}
        />
        <Button type="submit" size="lg" icon={Plus} disabled={typed.trim() === ''}>
          {words.add}
        </Button>
      </form>
    </section>
  );
}

function KeywordRow({ keyword: { text, origin }, onRemove }: { keyword: Keyword; onRemove: () => void }) {
  return (
    <li className="flex min-h-13 items-center gap-3 py-1 pr-3 pl-4 touch:pr-1">
      <Loader size={16} isStill className="text-primary-text" />
      <span className="min-w-0 flex-1 text-list font-medium wrap-anywhere">{text}</span>
      {origin === 'person' && <Badge tone="outline">{words.addedByYou}</Badge>}
      <IconButton icon={X} label={words.remove(text)} onClick={onRemove} />
    </li>
  );
}
