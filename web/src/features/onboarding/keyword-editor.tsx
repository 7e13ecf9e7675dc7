import { Plus, X } from 'lucide-react';
import { type FormEvent, type RefObject, useId, useRef } from 'react';
import { maxKeywordLength } from '../../lib/keyword-length';
import { isSameText } from '../../lib/normalized-text';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { OfferChip } from '../../ui/chip';
import { TextField } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { showError } from '../../ui/toast';
import type { FoundPosts } from './api';
import { type Keyword, mostKeywords, withAddedKeyword, withReplacedKeyword } from './keyword-list';
import { messages } from './messages';
import { foundOf } from './use-found-posts';

const words = messages.keywords;

type KeywordEditorProps = {
  keywords: readonly Keyword[];
  onChange: (keywords: readonly Keyword[]) => void;
  /** What stands in the field. */
  typed: string;
  onType: (typed: string) => void;
  /** How many posts each of them finds, as far as that is known. */
  found: FoundPosts | undefined;
  /** Where more are typed. */
  field: RefObject<HTMLInputElement | null>;
  complaint: string | undefined;
};

/** The keywords under review, with room for more. */
export function KeywordEditor({ keywords, onChange, typed, onType, found, field, complaint }: KeywordEditorProps) {
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
      onType('');
    }
    field.current?.focus();
  };
  const remove = (index: number) => {
    onChange(keywords.toSpliced(index, 1));
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]');
    const heir = buttons?.[index + 1] ?? buttons?.[index - 1] ?? field.current;
    heir?.focus();
  };
  const replace = (index: number, phrase: string) => {
    onChange(withReplacedKeyword(keywords, index, phrase));
    // The chip goes with the keyword it was offered for.
    field.current?.focus();
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
          <KeywordRow
            key={keyword.text}
            keyword={keyword}
            posts={foundOf(found, keyword.text)?.posts}
            suggestion={offered(foundOf(found, keyword.text), keywords)}
            onRemove={() => remove(index)}
            onReplace={(phrase) => replace(index, phrase)}
          />
        ))}
      </ul>
      <form noValidate onSubmit={add} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 p-4">
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
          onChange={(event) => onType(event.target.value)}
          error={complaint}
        />
        <Button type="submit" size="lg" icon={Plus} disabled={typed.trim() === ''}>
          {words.add}
        </Button>
      </form>
    </section>
  );
}

type KeywordRowProps = {
  keyword: Keyword;
  posts: number | undefined;
  suggestion: string | undefined;
  onRemove: () => void;
  onReplace: (phrase: string) => void;
};

function KeywordRow({ keyword: { text, origin }, posts, suggestion, onRemove, onReplace }: KeywordRowProps) {
  return (
    <li className="py-1 pr-3 pl-4 touch:pr-1">
      <div className="flex min-h-10 items-center gap-3">
        <span data-keyword className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-list font-medium wrap-anywhere">{text}</span>
          {origin === 'person' && <Badge tone="outline">{words.addedByYou}</Badge>}
        </span>
        <span className="min-w-14 flex-none text-right text-xs text-muted-foreground tabular-nums">
          {posts !== undefined && words.posts(posts)}
        </span>
        <IconButton icon={X} label={words.remove(text)} onClick={onRemove} data-remove />
      </div>
      {suggestion !== undefined && (
        <p className="flex flex-wrap items-center gap-2 pb-2 text-xs text-muted-foreground">
          {words.better}
          <OfferChip label={words.replace(text, suggestion)} onTake={() => onReplace(suggestion)}>
            {suggestion}
          </OfferChip>
        </p>
      )}
    </li>
  );
}

/** A better phrase for a keyword that finds nothing, unless it is among the keywords already. */
function offered(known: ReturnType<typeof foundOf>, keywords: readonly Keyword[]): string | undefined {
  const phrase = known?.posts === 0 ? (known.suggestion ?? '') : '';
  return phrase === '' || keywords.some(({ text }) => isSameText(text, phrase)) ? undefined : phrase;
}
