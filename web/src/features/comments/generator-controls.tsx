import { Check, Copy, RefreshCw, Sparkles } from 'lucide-react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Kbd } from '../../ui/kbd';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { messages } from './messages';
import { tones } from './tones';
import type { Generator } from './use-generator';

/** Primary until there is something to copy: one main thing at a time. */
export function GenerateButton({ generator, className }: { generator: Generator; className?: string }) {
  const { view, draft, generate } = generator;
  const isGenerating = view.state === 'generating';
  const isMain = draft === undefined && view.state !== 'looking';
  return (
    <Button
      variant={isMain ? 'primary' : 'outline'}
      icon={Sparkles}
      isBusy={isGenerating}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onClick={generate}
      className={cx(!isMain && '[&>svg]:text-primary-text', className)}
    >
      {isGenerating ? messages.generating : messages.generate}
    </Button>
  );
}

export function ToneSelect({
  generator,
  isLabelShown = false,
  className,
}: {
  generator: Generator;
  isLabelShown?: boolean;
  className?: string;
}) {
  return (
    <Select
      label={messages.tone}
      isLabelShown={isLabelShown}
      options={toneOptions}
      value={generator.tone}
      onValueChange={generator.setTone}
      {...(className !== undefined && { className })}
    />
  );
}

const toneOptions = tones.map((tone) => ({ value: tone, label: messages.tones[tone] }));

/** A comment has no link unless the user asks for one. */
export function LinkSwitch({ generator }: { generator: Generator }) {
  const { hasSite, hasLink, setLink } = generator;
  return (
    hasSite && (
      <span className="inline-flex items-center gap-2 text-xs text-foreground-soft touch:-my-2 touch:min-h-(--touch) touch:text-sm">
        <Switch label={messages.link} isOn={hasLink} onChange={setLink} />
        <span aria-hidden="true">{messages.link}</span>
      </span>
    )
  );
}

export function CopyButton({ generator, className }: { generator: Generator; className?: string }) {
  const { view, isCopied, copy } = generator;
  return (
    <Button
      variant="primary"
      icon={isCopied ? Check : Copy}
      aria-keyshortcuts="C"
      disabled={view.state === 'generating'}
      onClick={() => void copy()}
      className={className}
    >
      {isCopied ? messages.copied : messages.copy}
      {!isCopied && <Kbd variant="plain">C</Kbd>}
    </Button>
  );
}

export function RegenerateButton({ generator, className }: { generator: Generator; className?: string }) {
  const { view, generate } = generator;
  return (
    <Button icon={RefreshCw} isBusy={view.state === 'generating'} onClick={generate} className={className}>
      {messages.regenerate}
    </Button>
  );
}

/** What happens without anything to be seen of it where the focus is. The end of it is in a toast. */
export function Announcements({ generator }: { generator: Generator }) {
  const { view, isCopied } = generator;
  return (
    <p role="status" className="sr-only">
      {view.state === 'generating' ? messages.generatingAloud : isCopied ? messages.copiedAloud : ''}
    </p>
  );
}

/** What the panel is for, while it is empty. */
export function Help({ generator }: { generator: Generator }) {
  const { view } = generator;
  return view.state === 'empty' && <p className="text-sm text-foreground-soft">{view.isLost ? messages.lost : messages.help}</p>;
}

/** How it was written, and what to mind when it is posted. */
export function Notes({ generator }: { generator: Generator }) {
  const { draft, companyName } = generator;
  if (draft === undefined) return null;
  const isWithoutModel = draft.tokens_used === 0 || draft.used_model === false;
  return (
    <p className="text-xs text-muted-foreground">
      {isWithoutModel && <>{draft.message ?? messages.withoutModel} </>}
      {messages.reminder(companyName)}
    </p>
  );
}
