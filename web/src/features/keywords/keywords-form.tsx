import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { RemovableChip } from '../../ui/chip';
import { fieldRow, TextField } from '../../ui/field';
import type { TrackedKeyword } from './api';
import { KeywordPreview } from './keyword-preview';
import { isSameText } from '../../lib/normalized-text';
import { maxKeywordLength } from '../../lib/keyword-length';
import { judgeAddition, type KeywordPlan, activeKeywords } from './keyword-rules';
import { messages } from './messages';
import { PausedKeywords } from './paused-keywords';
import { useKeywordActions } from './use-keyword-actions';

type KeywordsFormProps = {
  userId: string;
  all: readonly TrackedKeyword[];
  plan: KeywordPlan;
  onUpgrade: (() => void) | undefined;
  onTracked: ((keyword: string) => void) | undefined;
  /** Keywords that found nothing in a month. */
  silent: readonly string[];
};

/** The field, the list, and the paused ones. Enter adds; the text stays until the server has it. */
export function KeywordsForm({ userId, all, plan, onUpgrade, onTracked, silent }: KeywordsFormProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const { isAdding, add, remove, resume } = useKeywordActions({ userId, all, plan, onUpgrade, onTracked });
  const awake = activeKeywords(all);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What was written on meanwhile is another keyword.
    add(typed, () => setTyped((now) => (now === typed ? '' : now)));
    field.current?.focus();
  };
  const removeAt = (index: number) => {
    const tracked = awake[index];
    if (tracked === undefined) return;
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const buttons = chips.current?.querySelectorAll('button');
    const heir = buttons?.[index + 1] ?? buttons?.[index - 1] ?? field.current;
    remove(tracked);
    heir?.focus();
  };

  return (
    <>
      <form noValidate onSubmit={submit} className={fieldRow}>
        <TextField
          ref={field}
          name="keyword"
          label={messages.field}
          isLabelHidden
          help={messages.fieldHelp}
          autoComplete="off"
          maxLength={maxKeywordLength}
          placeholder={messages.field}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon={Plus} isBusy={isAdding} disabled={typed.trim() === ''}>
          {messages.add}
        </Button>
        <KeywordPreview userId={userId} typed={judgeAddition(all, typed, { ...plan, limit: -1 }).kind === 'fits' ? typed : ''} />
      </form>
      {awake.length === 0 ? (
        <p className="text-sm text-foreground-soft">{messages.none}</p>
      ) : (
        <ul ref={chips} aria-label={messages.list} className="flex flex-wrap gap-2">
          {awake.map(({ keyword }, index) => (
            <li key={keyword} className="flex max-w-full min-w-0">
              <RemovableChip
                label={keyword}
                note={silent.some((other) => isSameText(other, keyword)) ? messages.silent : undefined}
                removeLabel={messages.remove(keyword)}
                onRemove={() => removeAt(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <PausedKeywords
        {...{ all, plan, onUpgrade }}
        onRemove={(tracked) => {
          remove(tracked);
          field.current?.focus();
        }}
        onResume={(tracked) => {
          resume(tracked);
          field.current?.focus();
        }}
      />
    </>
  );
}
