import { ArrowRight } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { messages } from './messages';
import type { UnreadableReason } from './unreadable-site';

const words = messages.sentence;

type SentenceFormProps = {
  /** Why the site could not be read; nothing if the person wants to say it themselves. */
  reason: UnreadableReason | null;
  sentence: string;
  field: RefObject<HTMLTextAreaElement | null>;
  isBusy: boolean;
  onType: (sentence: string) => void;
  onUse: (sentence: string) => void;
  onTryAgain: () => void;
  onCancel: () => void;
};

/** In place of a website that cannot be read: what it would have said, in the words of who knows. */
export function SentenceForm({ reason, sentence, field, isBusy, onType, onUse, onTryAgain, onCancel }: SentenceFormProps) {
  const [isMissed, setMissed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const isEmpty = sentence.trim() === '';
    setMissed(isEmpty);
    if (isEmpty) field.current?.focus();
    else onUse(sentence.trim());
  };
  return (
    <form noValidate onSubmit={submit} aria-label={words.form} className="mt-4 grid gap-3 rounded-lg border border-border p-4">
      {reason !== null && (
        <Alert kind="notice">
          {messages.unreadable[reason]} {words.goOn}
        </Alert>
      )}
      <TextArea
        ref={field}
        name="sentence"
        label={words.field}
        help={words.example}
        aside={<span className="text-xs text-muted-foreground tabular-nums">{words.count(sentence.length, longestSentence)}</span>}
        autoComplete="off"
        maxLength={longestSentence}
        isLarge
        readOnly={isBusy}
        value={sentence}
        onChange={(event) => {
          setMissed(false);
          onType(event.target.value);
        }}
        error={isMissed && sentence.trim() === '' ? words.missing : undefined}
      />
      <div className="flex flex-wrap justify-end gap-2 max-md:flex-col-reverse">
        {reason === null ? (
          <Button variant="ghost" onClick={onCancel} disabled={isBusy}>
            {words.cancel}
          </Button>
        ) : (
          <Button onClick={onTryAgain} disabled={isBusy}>
            {words.tryAgain}
          </Button>
        )}
        <Button type="submit" variant="primary" iconAfter={ArrowRight} isBusy={isBusy} className="max-md:min-h-12">
          {words.use}
        </Button>
      </div>
    </form>
  );
}

/** Room for a long sentence. The server would take more. */
const longestSentence = 300;
