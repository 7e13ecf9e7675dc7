import { Check } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button';
import type { ReplyKit } from './api';
import { mostLetters } from './comment-text';
import { DraftActions } from './draft-actions';
import { messages } from './messages';
import type { Generator } from './use-generator';
import { wordCount } from './word-count';

const words = messages.kit;

/** Where the user writes, below what an answer needs. */
export function KitEditor({ generator, kit }: { generator: Generator; kit: ReplyKit }) {
  const { shown, textRef, isGenerating } = generator;
  const labelId = useId();
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={labelId} className="text-sm font-semibold">
          {words.comment}
        </label>
        <span className="text-xs text-muted-foreground tabular-nums">{messages.words(wordCount(shown.text))}</span>
      </div>
      <textarea
        ref={textRef}
        id={labelId}
        rows={5}
        maxLength={mostLetters}
        readOnly={isGenerating}
        value={shown.text}
        onChange={(event) => shown.edit(event.target.value)}
        className="focus-field block h-35.5 w-full resize-none rounded-md border border-border-strong bg-card px-2.5 py-2 font-sans text-base text-foreground touch:text-[16px] touch:leading-6"
      />
      <Disclosure generator={generator} line={kit.disclosure} />
      <DraftActions generator={generator} />
    </div>
  );
}

/** Who writes for a company says so. The button turns into a tick once the text does. */
function Disclosure({ generator, line }: { generator: Generator; line: string }) {
  const { shown, companyName, insert } = generator;
  const isDisclosed = shown.text.toLowerCase().includes((companyName ?? line).toLowerCase());
  return (
    <div className="flex min-h-9 items-center gap-2 rounded-lg bg-sunken py-1 pr-1 pl-3 text-xs text-foreground-soft touch:min-h-12">
      {isDisclosed ? (
        <>
          <Check size={14} aria-hidden="true" className="flex-none text-positive-mark" />
          <span role="status">{words.disclosed}</span>
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate" title={line}>
            “{line}”
          </span>
          <Button size="sm" onClick={() => insert(line, 'end')}>
            {words.addDisclosure}
          </Button>
        </>
      )}
    </div>
  );
}
