import { useState } from 'react';
import { useKeyboardActions } from '../../lib/keyboard-actions';
import type { CompanyToSpeakFor, PostToAnswer } from './api';
import { GeneratorDock } from './generator-dock';
import { GeneratorSheet } from './generator-sheet';
import { usePanelOpen } from './preferences';
import { type Generator, useGenerator } from './use-generator';
import type { DraftAccount } from './use-draft';

type CommentGeneratorProps = {
  post: PostToAnswer;
  /** Nothing where none is known (yet). */
  company: CompanyToSpeakFor | null | undefined;
  /** Docked below the post, or on phones a button that opens it as a sheet. */
  place: 'dock' | 'bar';
  account: DraftAccount;
};

/** Drafts a comment on a post, to be edited, copied and posted by the user; nothing here posts anything. */
export function CommentGenerator({ place, ...generator }: CommentGeneratorProps) {
  const Place = places[place];
  // Another post: results, edited text and the copied flag are gone (spec §4).
  return <Place key={generator.post.id} {...generator} />;
}

type GeneratorPlaceProps = Omit<CommentGeneratorProps, 'place'>;

function Dock(props: GeneratorPlaceProps) {
  const [isOpen, setOpen] = usePanelOpen();
  const generator = useGenerator({ ...props, isShown: isOpen });
  useGeneratorKeys(generator, isOpen, () => setOpen(!isOpen));
  return <GeneratorDock generator={generator} isOpen={isOpen} onOpenChange={setOpen} />;
}

function Bar(props: GeneratorPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const generator = useGenerator({ ...props, isShown: isOpen });
  useGeneratorKeys(generator, isOpen, () => setOpen(!isOpen));
  return <GeneratorSheet generator={generator} isOpen={isOpen} onOpenChange={setOpen} />;
}

const places = { dock: Dock, bar: Bar };

function useGeneratorKeys(generator: Generator, isOpen: boolean, toggle: () => void): void {
  const { view, titleRef } = generator;
  useKeyboardActions({
    'toggle-generator': () => {
      toggle();
      // Who cannot see it hears from its button what the key has done.
      titleRef.current?.focus();
    },
    generate: () => {
      if (!isOpen) toggle();
      generator.generate();
    },
    copy: isOpen && view.state === 'result' ? () => void generator.copy() : undefined,
  });
}
