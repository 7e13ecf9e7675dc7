import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './classes';

/** A keyword on a row or in a detail. Ink at 7%, so that it works on any surface. */
export function Chip({ children, canShrink = false }: { children: ReactNode; canShrink?: boolean | 'first' }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-full bg-foreground/7 px-2 text-2xs font-medium text-foreground-soft forced:border',
        shrinking(canShrink),
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}

/** Of several in a line, one may give way before the others. */
function shrinking(canShrink: boolean | 'first'): string {
  if (canShrink === 'first') return 'min-w-0 shrink-[1000]';
  return canShrink ? 'min-w-0' : 'flex-none';
}

type RemovableChipProps = {
  label: string;
  /** A quiet word about it: 'Domain'. */
  note?: string | undefined;
  removeLabel: string;
  onRemove: () => void;
  isDisabled?: boolean;
};

/** A keyword that can be taken away. The x is named after what it removes. */
export function RemovableChip({ label, note, removeLabel, onRemove, isDisabled = false }: RemovableChipProps) {
  return (
    <span className="inline-flex h-7.5 max-w-full items-center gap-1 rounded-full border border-border-strong bg-card pr-1 pl-3 text-sm font-medium touch:h-9">
      <span className="truncate">{label}</span>
      {note !== undefined && <span className="flex-none text-2xs font-normal text-muted-foreground">{note}</span>}
      {/* The button looks 20 px wide; its hit area is 24, and the chip's height on touch. */}
      <button
        type="button"
        aria-label={removeLabel}
        disabled={isDisabled}
        onClick={onRemove}
        className="relative grid size-5 flex-none place-items-center rounded-full text-muted-foreground before:absolute before:-inset-0.5 touch:before:-inset-3 hover:bg-hover hover:text-negative disabled:text-disabled-foreground"
      >
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}

/** A suggestion that fills a field when pressed: 'Not our audience', 'Off topic'. */
export function ChoiceChip({ children, isChosen = false, onChoose }: { children: string; isChosen?: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cx(
        'inline-flex h-7.5 max-w-full items-center rounded-full border px-3 text-xs font-medium touch:h-(--touch)',
        isChosen
          ? 'border-primary-line bg-primary-soft text-primary-text'
          : 'border-border-strong bg-card text-foreground-soft hover:bg-hover',
      )}
    >
      <span className="truncate">{children}</span>
    </button>
  );
}

/** A phrase that is taken over when pressed, and gone then. Its name says what becomes of it. */
export function OfferChip({ label, children, onTake }: { label: string; children: string; onTake: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onTake}
      className="inline-flex min-h-6 max-w-full items-center rounded-full border border-border-strong bg-card px-2.5 text-xs font-medium text-foreground-soft hover:bg-hover touch:min-h-(--touch)"
    >
      <span className="truncate">{children}</span>
    </button>
  );
}
