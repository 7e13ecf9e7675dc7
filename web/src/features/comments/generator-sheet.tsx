import { Sparkles } from 'lucide-react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { CommentText, Warnings } from './comment-text';
import { Announcements, CopyButton, GenerateButton, Help, LinkSwitch, Notes, RegenerateButton, ToneSelect } from './generator-controls';
import { messages } from './messages';
import type { Generator } from './use-generator';

type GeneratorSheetProps = { generator: Generator; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** On phones: the main button of the bar below the post, and the sheet that it opens. */
export function GeneratorSheet({ generator, isOpen, onOpenChange }: GeneratorSheetProps) {
  const { draft, onKeyDownCapture, titleRef } = generator;
  return (
    <>
      <Button
        ref={titleRef}
        variant="primary"
        icon={Sparkles}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(true)}
        className="min-w-0 flex-1!"
      >
        {messages.title}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => onOpenChange(false)}
        title={messages.title}
        icon={Sparkles}
        {...(draft !== undefined && {
          footer: (
            <div className="-mx-1 flex flex-1 gap-2 *:min-h-12">
              <CopyButton generator={generator} className="min-w-0 flex-1!" />
              <RegenerateButton generator={generator} />
            </div>
          ),
        })}
      >
        <div onKeyDownCapture={onKeyDownCapture} className="-mx-1 grid gap-3">
          <Help generator={generator} />
          <div className="flex flex-wrap gap-2">
            <ToneSelect generator={generator} isLabelShown className="min-w-0 flex-1 gap-1.5! px-2.5!" />
            <GenerateButton generator={generator} />
          </div>
          <LinkSwitch generator={generator} />
          <SheetResult generator={generator} />
        </div>
        <Announcements generator={generator} />
      </Dialog>
    </>
  );
}

function SheetResult({ generator }: { generator: Generator }) {
  const { view, draft } = generator;
  if (view.state === 'empty' || view.state === 'looking') return null;
  return (
    <>
      <Warnings draft={draft} />
      <CommentText generator={generator} className="focus-field-within rounded-card border border-border-strong bg-background" />
      {draft !== undefined && (
        <p className="flex justify-between gap-3 text-xs text-muted-foreground">
          <span className="font-medium text-foreground-soft">{draft.style ?? messages.style}</span>
          <span className="tabular-nums">{messages.tokens(draft.tokens_used)}</span>
        </p>
      )}
      <Notes generator={generator} />
    </>
  );
}
