import { ChevronDown, ListChecks, Sparkles } from 'lucide-react';
import { useId, useRef } from 'react';
import { ResizeHandle } from '../../ui/resize-handle';
import { Announcements } from './draft-actions';
import { DraftControls, SettingsToggle } from './draft-controls';
import { DraftPanel } from './draft-panel';
import { KitPanel } from './kit-panel';
import { messages } from './messages';
import { dockHeights, useDockHeight } from './preferences';
import type { Generator } from './use-generator';

type GeneratorDockProps = { generator: Generator; isOpen: boolean; onToggle: () => void };

/** The panel below the post: 48 px when closed, when open as high as its handle was dragged. */
export function GeneratorDock({ generator, isOpen, onToggle }: GeneratorDockProps) {
  const { size, setSize, resetSize } = useDockHeight();
  const section = useRef<HTMLElement>(null);
  const bodyId = useId();
  // A drag needs no rendering.
  const show = (percent: number) => section.current?.style.setProperty('height', `${percent}%`);
  const percentOf = (px: number) => (px / (section.current?.parentElement?.clientHeight ?? px)) * 100;
  return (
    <section
      ref={section}
      aria-label={messages.title}
      style={isOpen ? { height: `${size}%` } : undefined}
      className="relative flex flex-none flex-col border-t border-border bg-card"
    >
      {isOpen && (
        <ResizeHandle
          label={messages.resize}
          orientation="horizontal"
          value={size}
          {...dockHeights}
          step={5}
          sizeAfter={(from, px) => from - percentOf(px)}
          onMove={show}
          onChange={setSize}
          onReset={resetSize}
        />
      )}
      <DockBar {...{ generator, isOpen, onToggle, bodyId }} />
      {isOpen && (
        <div id={bodyId} className="flex min-h-0 flex-1 flex-col">
          {generator.kit === undefined ? (
            <DraftPanel generator={generator} hasControls={false} />
          ) : (
            <KitPanel generator={generator} kit={generator.kit} />
          )}
        </div>
      )}
      <Announcements generator={generator} />
    </section>
  );
}

/** Title, tone and the one button share the bar: a dock has more width than height. */
function DockBar({ generator, isOpen, onToggle, bodyId }: GeneratorDockProps & { bodyId: string }) {
  const { kit, titleRef, onKeyDownCapture } = generator;
  const isKit = kit !== undefined;
  const Icon = isKit && isOpen ? ListChecks : Sparkles;
  return (
    <header className="relative flex h-12 flex-none items-center gap-2 px-5">
      <Icon size={17} aria-hidden="true" className="flex-none text-primary-text" />
      <h3 className="flex-[1_0_auto] truncate font-sans text-list">
        <button
          ref={titleRef}
          type="button"
          aria-label={messages.title}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': bodyId })}
          aria-keyshortcuts="G"
          onClick={onToggle}
          className="row-button"
        >
          {isKit && isOpen ? messages.kit.title : messages.title}
        </button>
      </h3>
      {isOpen && (
        <div onKeyDownCapture={onKeyDownCapture} className="z-1 flex min-w-0 shrink-3 items-center gap-2">
          <SettingsToggle generator={generator} />
          {!isKit && <DraftControls generator={generator} />}
        </div>
      )}
      <ChevronDown size={16} aria-hidden="true" className={isOpen ? chevron : `${chevron} rotate-180`} />
    </header>
  );
}

const chevron = 'mx-1.5 flex-none text-foreground-soft transition-transform duration-(--dur)';
