import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useKeyboardActions } from '../../lib/keyboard-actions';
import type { CompanyToSpeakFor, PostToAnswer } from './api';
import { GeneratorColumn } from './generator-column';
import { GeneratorDock } from './generator-dock';
import { GeneratorSheet } from './generator-sheet';
import { usePanelOpen } from './preferences';
import { type Answering, type Generator, useGenerator } from './use-generator';
import type { DraftAccount } from './use-draft';

type CommentGeneratorProps = {
  post: PostToAnswer;
  /** Nothing where none is known (yet). */
  company: CompanyToSpeakFor | null | undefined;
  /** A column beside the post, docked below it, or on phones a button that opens it as a sheet. */
  place: 'column' | 'dock' | 'sheet';
  account: DraftAccount;
  answering: Answering;
};

/** Drafts a comment on a post, to be edited, copied and posted by the user; nothing here posts anything. */
export function CommentGenerator({ place, ...generator }: CommentGeneratorProps) {
  const Place = places[place];
  // Another post: results, edited text and the copied flag are gone (spec §4).
  return <Place key={generator.post.id} {...generator} />;
}

type GeneratorPlaceProps = Omit<CommentGeneratorProps, 'place'>;

function Column(props: GeneratorPlaceProps) {
  const { generator, isOpen, toggle } = usePanel(props);
  return <GeneratorColumn generator={generator} isOpen={isOpen} onToggle={toggle} />;
}

function Dock(props: GeneratorPlaceProps) {
  const { generator, isOpen, toggle } = usePanel(props);
  return <GeneratorDock generator={generator} isOpen={isOpen} onToggle={toggle} />;
}

function Sheet(props: GeneratorPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const generator = useGenerator({ ...props, isShown: isOpen });
  useGeneratorKeys(generator, isOpen, () => setOpen(!isOpen));
  return <GeneratorSheet generator={generator} isOpen={isOpen} onOpenChange={setOpen} />;
}

const places = { column: Column, dock: Dock, sheet: Sheet };

/** Open or closed is remembered, from post to post and from day to day. */
function usePanel(props: GeneratorPlaceProps) {
  const [isOpen, setOpen] = usePanelOpen();
  const generator = useGenerator({ ...props, isShown: isOpen });
  const wasToggled = useRef(false);
  const toggle = () => {
    wasToggled.current = true;
    setOpen(!isOpen);
  };
  const follow = useEffectEvent((_isOpen: boolean) => {
    // Who cannot see it hears from its title what has happened; what was pressed may be gone.
    if (wasToggled.current) generator.focusTitle();
    wasToggled.current = false;
  });
  useEffect(() => follow(isOpen), [isOpen]);
  useGeneratorKeys(generator, isOpen, toggle);
  return { generator, isOpen, toggle };
}

function useGeneratorKeys(generator: Generator, isOpen: boolean, toggle: () => void): void {
  const { view, shown } = generator;
  const canCopy = isOpen && view.state === 'result' && shown.text.trim() !== '';
  useKeyboardActions({
    'toggle-generator': toggle,
    generate: () => {
      if (!isOpen) toggle();
      generator.generate();
    },
    copy: canCopy ? () => void generator.copy() : undefined,
  });
}
