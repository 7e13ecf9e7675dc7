import { Pencil, StickyNote } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../api/errors';
import { shortDay } from '../lib/dates';
import { Button } from '../ui/button';
import { TextArea } from '../ui/field';
import type { ItemDetailState } from './item-detail';
import { sharedMessages } from './messages';
import { stateOf } from './row-state';

const words = sharedMessages.note;

type RowNoteProps = {
  state: Pick<ItemDetailState, 'row' | 'now' | 'onSaveNote'>;
  /** Where the user's answer is. */
  answerUrl: string | null | undefined;
};

/** Since when it is in its state, where the answer to it is, and what the user has noted about it. */
export function RowNote({ state, answerUrl }: RowNoteProps) {
  const { row, now, onSaveNote } = state;
  const [isEditing, setEditing] = useState(unsavedNotes.has(row.id));
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The button that opened the field takes the focus back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const note = row.note ?? '';
  const since = words.since[stateOf(row)];
  const at = row.state_at ?? undefined;
  const hasAnswer = answerUrl !== undefined && answerUrl !== null && answerUrl !== '';
  const day = since === undefined || at === undefined ? undefined : since(shortDay(at, now));
  const isQuiet = isEditing && day === undefined && !hasAnswer;
  return (
    <div className="my-2 grid gap-2 text-xs text-muted-foreground">
      {!isQuiet && (
        <p className="flex min-h-6 flex-wrap items-center gap-x-3">
          {day !== undefined && <span>{day}</span>}
          {hasAnswer && (
            <a href={answerUrl} target="_blank" rel="noopener noreferrer">
              {words.comment}
            </a>
          )}
          {!isEditing && (
            <Button
              ref={opener}
              size="sm"
              variant="ghost"
              icon={note === '' ? StickyNote : Pencil}
              onClick={() => setEditing(true)}
              className="-ml-2 px-2! text-xs!"
            >
              {note === '' ? words.add : words.edit}
            </Button>
          )}
        </p>
      )}
      {isEditing ? (
        <NoteEditor rowId={row.id} note={note} onSave={onSaveNote} onClose={() => setEditing(false)} />
      ) : (
        note !== '' && (
          <p className="rounded-md border-l-2 border-border-strong bg-sunken px-3 py-2 text-sm whitespace-pre-wrap text-foreground wrap-anywhere">
            {note}
          </p>
        )
      )}
    </div>
  );
}

/** What was written and not saved yet: opening another row in between loses nothing. */
const unsavedNotes = new Map<string, string>();

type NoteEditorProps = { rowId: string; note: string; onSave: (note: string) => Promise<void>; onClose: () => void };

/** What is written stays until the server has it. */
function NoteEditor({ rowId, note, onSave, onClose }: NoteEditorProps) {
  const [text, setText] = useState(unsavedNotes.get(rowId) ?? note);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const left = maxLength - text.length;
  const write = (next: string) => {
    unsavedNotes.set(rowId, next);
    setText(next);
  };
  const close = () => {
    unsavedNotes.delete(rowId);
    onClose();
  };
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    setError(undefined);
    try {
      if (text.trim() !== note.trim()) await onSave(text.trim());
      close();
    } catch (failure) {
      setError(errorMessage(failure));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === 'Enter' && event.metaKey !== event.ctrlKey;
    if (!isSave && event.key !== 'Escape') return;
    // Both keys mean something else to the page.
    event.preventDefault();
    event.stopPropagation();
    if (isSave) void save();
    else if (!isSaving) close();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextArea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The button that opened it asked for it.
        autoFocus
        label={words.label}
        isLabelHidden
        maxLength={maxLength}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        help={left <= shownFrom ? words.left(left) : words.hint}
        error={error}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" isBusy={isSaving}>
          {words.save}
        </Button>
        <Button size="sm" variant="ghost" onClick={close}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** As the server has it. */
const maxLength = 2000;
const shownFrom = 200;
