import type { RefObject } from 'react';
import { useSkeleton } from '../../lib/skeleton';
import { cx } from '../../ui/classes';
import { Skeleton } from '../../ui/skeleton';
import { messages } from './messages';
import type { Generator } from './use-generator';

/**
 * The comment: written by the user once it is there, by the model while it comes. It is one field all
 * along, so that it keeps the focus.
 */
export function CommentText({ generator }: { generator: Generator }) {
  const { shown, textRef, isGenerating, streamed } = generator;
  const isStreaming = isGenerating && streamed !== '';
  const isHidden = useSkeleton(isGenerating && !isStreaming) === 'skeleton';
  return (
    <GrowingText
      textRef={textRef}
      value={isStreaming ? streamed : shown.text}
      isStreaming={isStreaming}
      // While a new draft comes, the panel stays as high as the old one made it.
      roomFor={isStreaming ? '' : shown.text}
      isReadOnly={isGenerating}
      onEdit={shown.edit}
      isHidden={isHidden}
    />
  );
}

type GrowingTextProps = {
  textRef: RefObject<HTMLTextAreaElement | null>;
  value: string;
  isStreaming: boolean;
  roomFor: string;
  isReadOnly: boolean;
  onEdit: (text: string) => void;
  /** Four lines of skeleton stand in its place. */
  isHidden: boolean;
};

/** As high as what is in it. Browsers do not all grow a field by themselves, so copies of the text hold its place open. */
function GrowingText({ textRef, value, isStreaming, roomFor, isReadOnly, onEdit, isHidden }: GrowingTextProps) {
  return (
    <div className={cx('relative grid min-h-27', card)}>
      <PlaceFor text={value} hasCaret={isStreaming} />
      <PlaceFor text={roomFor} />
      <textarea
        ref={textRef}
        aria-label={messages.comment}
        aria-busy={isReadOnly}
        readOnly={isReadOnly}
        maxLength={mostLetters}
        value={value}
        onChange={(event) => onEdit(event.target.value)}
        className={cx(
          letters,
          'resize-none overflow-hidden bg-transparent [box-shadow:none]! outline-none!',
          isHidden && 'text-transparent',
        )}
      />
      {isHidden && (
        <div className="absolute inset-x-4 top-4 grid gap-2.5">
          {['w-[94%]', 'w-full', 'w-[88%]', 'w-[56%]'].map((width) => (
            <Skeleton key={width} className={cx('h-3', width)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The line that a last line break begins has a height too. Where the model is, a caret stands. */
function PlaceFor({ text, hasCaret = false }: { text: string; hasCaret?: boolean }) {
  return (
    <span aria-hidden="true" className={cx(letters, 'invisible')}>
      {text}
      {hasCaret && <span className="visible ml-px inline-block h-[1.2em] w-0.5 -translate-y-px bg-primary align-text-bottom" />}{' '}
    </span>
  );
}

/** As many as the server takes. */
export const mostLetters = 10_000;

const letters =
  'col-start-1 row-start-1 min-w-0 px-4 py-3.5 font-sans text-base wrap-anywhere whitespace-pre-wrap text-foreground touch:text-[16px] touch:leading-6';

// The field fills the card, so the card shows where the focus is.
const card =
  'rounded-card border border-border-strong bg-background transition-[border-color,box-shadow] duration-(--dur-instant) ' +
  'has-[textarea:focus-visible]:border-primary has-[textarea:focus-visible]:shadow-[0_0_0_3px_color-mix(in_srgb,var(--ring)_24%,transparent)] ' +
  'forced:has-[textarea:focus-visible]:outline-2 forced:has-[textarea:focus-visible]:outline-[Highlight]';
