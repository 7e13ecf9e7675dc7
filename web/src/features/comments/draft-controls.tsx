import { RefreshCw, SlidersHorizontal, Sparkles, Square } from 'lucide-react';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { messages } from './messages';
import { useSettingsOpen } from './preferences';
import { tones } from './tones';
import type { Generator } from './use-generator';

/** The tone and the one button, in a line. */
export function DraftControls({ generator, isPhone = false }: { generator: Generator; isPhone?: boolean }) {
  return (
    <>
      <Select
        label={messages.tone}
        isLabelShown={isPhone}
        options={toneOptions}
        value={generator.tone}
        onValueChange={generator.setTone}
        className="h-(--control) min-w-0 flex-1"
      />
      <MainButton generator={generator} isPhone={isPhone} />
    </>
  );
}

const toneOptions = tones.map((tone) => ({ value: tone, label: messages.tones[tone] }));

/** Generate is primary until there is something to copy; the same button stops, and then writes again. */
function MainButton({ generator, isPhone }: { generator: Generator; isPhone: boolean }) {
  const { view, draft, isGenerating, generate, stop } = generator;
  const isMain = !isGenerating && draft === undefined && view.state !== 'looking';
  const [label, icon] = isGenerating
    ? ([messages.stop, Square] as const)
    : isMain
      ? ([messages.generate, Sparkles] as const)
      : ([messages.regenerate, RefreshCw] as const);
  const isIconOnly = isPhone && !isMain;
  return (
    <Button
      variant={isMain ? 'primary' : 'outline'}
      icon={icon}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onClick={isGenerating ? stop : generate}
      className={cx(!isMain && !isGenerating && '[&>svg]:text-primary-text', isIconOnly && 'w-(--touch) px-0!')}
    >
      <span className={isIconOnly ? 'sr-only' : undefined}>{label}</span>
    </Button>
  );
}

/** Opens what is asked for less often than the tone: a link, which a comment has only when the user wants one. */
export function SettingsToggle({ generator }: { generator: Generator }) {
  const [isOpen, setOpen] = useSettingsOpen();
  return (
    generator.hasSite &&
    generator.kit === undefined && (
      <IconButton icon={SlidersHorizontal} label={messages.settings} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
    )
  );
}

export function SettingsRow({ generator }: { generator: Generator }) {
  const { hasSite, hasLink, setLink, companyName } = generator;
  const [isOpen] = useSettingsOpen();
  return isOpen && hasSite && <LinkRow {...{ hasLink, setLink, companyName }} />;
}

/** On phones the row is always there: a sheet has room for it and none for another button. */
export function LinkRow({ hasLink, setLink, companyName }: Pick<Generator, 'hasLink' | 'setLink' | 'companyName'>) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs text-foreground-soft touch:min-h-(--touch) touch:text-sm">
      <Switch label={messages.link} isOn={hasLink} onChange={setLink} />
      <span aria-hidden="true">{messages.link}</span>
      {companyName !== undefined && (
        <span className="ml-auto min-w-0 truncate max-md:hidden">
          {messages.writesAs} <span className="font-semibold text-foreground">{companyName}</span>
        </span>
      )}
    </div>
  );
}
