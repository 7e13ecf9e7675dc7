import { ChevronDown, SlidersHorizontal, Sparkles } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { CommentText, Warnings } from './comment-text';
import { Announcements, CopyButton, GenerateButton, Help, LinkSwitch, Notes, RegenerateButton, ToneSelect } from './generator-controls';
import { messages } from './messages';
import { useSettingsOpen } from './preferences';
import type { Generator } from './use-generator';

type GeneratorDockProps = { generator: Generator; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The panel below the post: 48 px when closed, at most 55% of the pane when open. */
export function GeneratorDock({ generator, isOpen, onOpenChange }: GeneratorDockProps) {
  const { titleRef } = generator;
  const settingsId = useId();
  const [isSettingsOpen, setSettingsOpen] = useSettingsOpen();
  return (
    <Collapsible.Root asChild open={isOpen} onOpenChange={onOpenChange}>
      <section aria-label={messages.title} className="relative flex max-h-[55%] flex-none flex-col border-t border-border bg-card">
        <header className="relative flex h-12 flex-none items-center gap-2 pr-5 pl-5">
          <Sparkles size={17} aria-hidden="true" className="flex-none text-primary-text" />
          <h3 className="min-w-0 flex-1 truncate font-sans text-list">
            <Collapsible.Trigger ref={titleRef} aria-keyshortcuts="G" className="row-button">
              {messages.title}
            </Collapsible.Trigger>
          </h3>
          {isOpen && (
            <Button
              variant="ghost"
              size="sm"
              icon={SlidersHorizontal}
              aria-expanded={isSettingsOpen}
              {...(isSettingsOpen && { 'aria-controls': settingsId })}
              onClick={() => setSettingsOpen(!isSettingsOpen)}
              className="z-1"
            >
              {messages.settings}
            </Button>
          )}
          <ChevronDown size={16} aria-hidden="true" className={isOpen ? chevron : `${chevron} rotate-180`} />
        </header>
        <Collapsible.Content className="animate-fold min-h-0 scroll-pb-16 overflow-y-auto overscroll-contain">
          <div onKeyDownCapture={generator.onKeyDownCapture} className="grid gap-3 px-5 pb-4">
            <Help generator={generator} />
            <ActionRow {...{ generator, settingsId, isSettingsOpen }} />
            <DockResult generator={generator} />
          </div>
        </Collapsible.Content>
        <Announcements generator={generator} />
      </section>
    </Collapsible.Root>
  );
}

const chevron = 'mx-1.5 flex-none text-foreground-soft transition-transform duration-(--dur)';

function ActionRow({ generator, settingsId, isSettingsOpen }: { generator: Generator; settingsId: string; isSettingsOpen: boolean }) {
  const { companyName, tone } = generator;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-sunken px-3 py-1.5">
      {isSettingsOpen ? (
        // The row of the link comes after everything else, so that opening the settings moves no button.
        <div id={settingsId} className="contents">
          <span className="flex min-w-0 items-center gap-3 text-sm text-foreground-soft">
            <span aria-hidden="true">{messages.tone}</span>
            <ToneSelect generator={generator} className="w-56" />
          </span>
          <span className="order-last flex basis-full pb-0.5 empty:hidden">
            <LinkSwitch generator={generator} />
          </span>
        </div>
      ) : (
        <span className="text-xs text-foreground-soft">{messages.toneNow(messages.tones[tone])}</span>
      )}
      <span className="ml-auto flex min-w-0 items-center gap-3">
        {companyName !== undefined && (
          <span className="min-w-0 truncate text-xs text-foreground-soft">
            {messages.writesAs} <span className="font-semibold text-foreground">{companyName}</span>
          </span>
        )}
        <GenerateButton generator={generator} />
      </span>
    </div>
  );
}

function DockResult({ generator }: { generator: Generator }) {
  const { view, draft } = generator;
  if (view.state === 'empty' || view.state === 'looking') return null;
  return (
    <>
      <Warnings draft={draft} />
      <div className={card}>
        <CommentText generator={generator} />
        {draft !== undefined && (
          // However long the comment is, its buttons stay visible.
          <div className="sticky bottom-0 flex flex-wrap items-center gap-2 rounded-b-lg bg-background px-3 pt-2 pb-3">
            <CopyButton generator={generator} />
            <RegenerateButton generator={generator} />
            <p className="ml-auto text-xs text-muted-foreground">
              <span className="font-medium text-foreground-soft">{draft.style ?? messages.style}</span> ·{' '}
              <span className="tabular-nums">{messages.tokens(draft.tokens_used)}</span>
            </p>
          </div>
        )}
      </div>
      <Notes generator={generator} />
    </>
  );
}

// The field fills the card, so the card shows where the focus is; its buttons have rings of their own.
const card =
  'rounded-lg border border-border-strong bg-background transition-[border-color,box-shadow] duration-(--dur-instant) ' +
  'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:shadow-[0_0_0_3px_color-mix(in_srgb,var(--ring)_24%,transparent)] ' +
  'forced:has-[textarea:focus-visible]:outline-2 forced:has-[textarea:focus-visible]:outline-[Highlight]';
