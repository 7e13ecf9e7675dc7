import type { RefObject } from 'react';
import { useSkeleton } from '../../lib/skeleton';
import { Alert } from '../../ui/alert';
import { cx } from '../../ui/classes';
import { Skeleton } from '../../ui/skeleton';
import type { Draft } from './api';
import { messages } from './messages';
import type { Generator } from './use-generator';

/** What the rules of the subreddit say about it. */
export function Warnings({ draft }: { draft: Draft | undefined }) {
  const warnings = draft?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <Alert kind="notice">
      <div className="grid gap-1.5">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </Alert>
  );
}

/**
 * The comment: written by the user once it is there, by the model while it comes. It is one field all
 * along, so that it keeps the focus.
 */
export function CommentText({ generator, className }: { generator: Generator; className?: string }) {
  const { view, text, edit, textRef } = generator;
  const isGenerating = view.state === 'generating';
  const isStreaming = isGenerating && view.soFar !== '';
  const isHidden = useSkeleton(isGenerating && !isStreaming) === 'skeleton';
  return (
    <GrowingText
      textRef={textRef}
      value={isStreaming ? view.soFar : text}
      // While a new draft comes, the panel stays as high as the old one made it.
      roomFor={text}
      isReadOnly={isGenerating}
      onEdit={edit}
      isHidden={isHidden}
      className={className}
    />
  );
}

type GrowingTextProps = {
  textRef: RefObject<HTMLTextAreaElement | null>;
  value: string;
  roomFor: string;
  isReadOnly: boolean;
  onEdit: (text: string) => void;
  /** Four lines of skeleton stand in its place. */
  isHidden: boolean;
  className: string | undefined;
};

/** As high as what is in it. Browsers do not all grow a field by themselves, so copies of the text hold its place open. */
function GrowingText({ textRef, value, roomFor, isReadOnly, onEdit, isHidden, className }: GrowingTextProps) {
  return (
    <div className={cx('relative grid min-h-27 text-sm touch:text-[16px] touch:leading-6', className)}>
      <PlaceFor text={value} />
      <PlaceFor text={roomFor} />
      <textarea
        ref={textRef}
        aria-label={messages.comment}
        aria-busy={isReadOnly}
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => onEdit(event.target.value)}
        className={cx(
          letters,
          'resize-none overflow-hidden bg-transparent [box-shadow:none]! outline-none!',
          isHidden && 'text-transparent',
        )}
      />
      {isHidden && (
        <div className="absolute inset-x-3.5 top-3.5 grid gap-2.5">
          {['w-[94%]', 'w-full', 'w-[88%]', 'w-[56%]'].map((width) => (
            <Skeleton key={width} className={cx('h-3', width)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The line that a last line break begins has a height too. */
function PlaceFor({ text }: { text: string }) {
  return (
    <span aria-hidden="true" className={cx(letters, 'invisible')}>
      {text}{' '}
    </span>
  );
}

const letters = 'col-start-1 row-start-1 min-w-0 px-3.5 py-3 font-sans wrap-anywhere whitespace-pre-wrap text-foreground';
