import { ListChecks, PanelRightClose, Sparkles } from 'lucide-react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { SideColumn } from '../../ui/side-column';
import { Announcements } from './draft-actions';
import { SettingsToggle } from './draft-controls';
import { DraftPanel } from './draft-panel';
import { KitPanel } from './kit-panel';
import { messages } from './messages';
import { useColumnWidth } from './preferences';
import type { Generator } from './use-generator';

type GeneratorColumnProps = { generator: Generator; isOpen: boolean; onToggle: () => void };

/** A button in the bar above the post, and the column that it opens beside the post. */
export function GeneratorColumn({ generator, isOpen, onToggle }: GeneratorColumnProps) {
  const { kit, titleRef } = generator;
  const { size, setSize, resetSize } = useColumnWidth();
  if (!isOpen) {
    return (
      <Button
        ref={titleRef}
        variant="primary"
        icon={Sparkles}
        aria-expanded={false}
        aria-keyshortcuts="G"
        onClick={onToggle}
        className="ml-1"
      >
        {messages.title}
      </Button>
    );
  }
  return (
    <SideColumn label={messages.title} handleLabel={messages.resize} width={size} onWidth={setSize} onResetWidth={resetSize}>
      <ColumnBar generator={generator} onClose={onToggle} />
      {kit === undefined ? <DraftPanel generator={generator} hasControls /> : <KitPanel generator={generator} kit={kit} />}
      <Announcements generator={generator} />
    </SideColumn>
  );
}

function ColumnBar({ generator, onClose }: { generator: Generator; onClose: () => void }) {
  const { kit, titleRef } = generator;
  const isKit = kit !== undefined;
  const Icon = isKit ? ListChecks : Sparkles;
  return (
    <header className="flex h-(--bar) flex-none items-center gap-2.5 border-b border-border pr-3 pl-5">
      <Icon size={17} aria-hidden="true" className="flex-none text-primary-text" />
      <h3 ref={titleRef} tabIndex={-1} className="min-w-0 flex-1 truncate font-sans text-list outline-none">
        {isKit ? messages.kit.title : messages.title}
      </h3>
      <SettingsToggle generator={generator} />
      <IconButton icon={PanelRightClose} label={messages.close} shortcut={['G']} aria-expanded onClick={onClose} />
    </header>
  );
}
