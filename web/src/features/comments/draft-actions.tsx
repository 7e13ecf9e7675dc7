import { Check, Copy, Reply } from 'lucide-react';
import { Button } from '../../ui/button';
import { Kbd } from '../../ui/kbd';
import { messages } from './messages';
import type { Generator } from './use-generator';

/** Copy is the only primary button, until the text is copied: then the next step is. */
export function DraftActions({ generator }: { generator: Generator }) {
  const { shown, isGenerating, isCopied, hasCopied, answered, copy, markAnswered } = generator;
  const isDisabled = isGenerating || shown.text.trim() === '';
  const isNextStep = hasCopied && answered === undefined;
  return (
    <div className="flex flex-wrap gap-2 max-md:*:min-h-12">
      <Button
        variant={isNextStep ? 'outline' : 'primary'}
        icon={isCopied ? Check : Copy}
        aria-keyshortcuts="C"
        disabled={isDisabled}
        onClick={() => void copy()}
        className="min-w-fit flex-1!"
      >
        {isCopied ? messages.copied : messages.copy}
        {!isCopied && <Kbd variant="plain">C</Kbd>}
      </Button>
      {answered === undefined && (
        <Button
          variant={isNextStep ? 'primary' : 'outline'}
          icon={Reply}
          disabled={isDisabled}
          onClick={markAnswered}
          className="min-w-fit flex-1!"
        >
          {messages.markAnswered}
        </Button>
      )}
    </div>
  );
}

/** What happens without anything to be seen of it where the focus is. That a draft is done is in a toast. */
export function Announcements({ generator }: { generator: Generator }) {
  const { isGenerating, isCopied, kit } = generator;
  return (
    <p role="status" className="sr-only">
      {isGenerating ? messages.generatingAloud : isCopied ? messages.copiedAloud : kit === undefined ? '' : messages.kit.ready}
    </p>
  );
}
