import { Sparkles } from 'lucide-react';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FullPage } from '../../ui/full-page';
import { Announcements, DraftActions } from './draft-actions';
import { DraftControls, LinkRow } from './draft-controls';
import { DraftNotices } from './draft-notices';
import { DraftText, hasDraftText, NoDraft } from './draft-panel';
import { KitPanel } from './kit-panel';
import { messages } from './messages';
import type { Generator } from './use-generator';
import { VersionLine } from './version-line';

type GeneratorSheetProps = { generator: Generator; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** On phones: the main button of the bar below the post, and the sheet that it opens; for a kit, which holds an editor, a page. */
export function GeneratorSheet({ generator, isOpen, onOpenChange }: GeneratorSheetProps) {
  const { kit, titleRef } = generator;
  const onClose = () => onOpenChange(false);
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
      {kit === undefined ? (
        <DraftSheet {...{ generator, isOpen, onClose }} />
      ) : (
        <FullPage isOpen={isOpen} onClose={onClose} title={messages.kit.title} backLabel={messages.kit.back}>
          <KitPanel {...{ generator, kit }} />
          <Announcements generator={generator} />
        </FullPage>
      )}
    </>
  );
}

function DraftSheet({ generator, isOpen, onClose }: { generator: Generator; isOpen: boolean; onClose: () => void }) {
  const hasText = hasDraftText(generator);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.title}
      icon={Sparkles}
      {...(hasText && {
        footer: (
          <div className="-mx-1 flex-1">
            <DraftActions generator={generator} />
          </div>
        ),
      })}
    >
      <div onKeyDownCapture={generator.onKeyDownCapture} className="-mx-1 grid gap-3">
        <div className="flex min-w-0 gap-2">
          <DraftControls generator={generator} isPhone />
        </div>
        {generator.hasSite && <LinkRow {...generator} />}
        <DraftNotices generator={generator} />
        {hasText ? (
          <div>
            <VersionLine generator={generator} />
            <DraftText generator={generator} />
          </div>
        ) : (
          <div className="py-6">
            <NoDraft generator={generator} />
          </div>
        )}
      </div>
      <Announcements generator={generator} />
    </Dialog>
  );
}
