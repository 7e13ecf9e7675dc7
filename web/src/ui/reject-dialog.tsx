import { useState } from 'react';
import { keyText } from '../lib/platform';
import { ChoiceChip } from './chip';
import { ConfirmDialog } from './confirm-dialog';
import { TextArea } from './field';
import { Kbd } from './kbd';

type RejectDialogProps = {
  /** 'Reject this post?' */
  title: string;
  /** 'Reject Post' */
  confirmLabel: string;
  description: string;
  /** What is about to be rejected. */
  subject: { title: string; meta: string } | undefined;
  /** Reasons that are often given; they fill the field and can be edited. */
  quickReasons: readonly string[];
  /** What to say when somebody tries it without a reason. */
  blankError?: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  returnFocusTo?: () => HTMLElement | null;
};

/** Asks why. Without a reason there is nothing to learn from, so it cannot be left blank (spec §5). */
export function RejectDialog({ subject, ...dialog }: RejectDialogProps) {
  // The question keeps its words while it fades away.
  const [last, setLast] = useState(subject);
  if (subject !== undefined && subject !== last) setLast(subject);
  return <RejectForm key={last?.title} isOpen={subject !== undefined} subject={last} {...dialog} />;
}

function RejectForm({
  isOpen,
  subject,
  title,
  confirmLabel,
  description,
  quickReasons,
  blankError,
  onConfirm,
  onClose,
  returnFocusTo,
}: RejectDialogProps & { isOpen: boolean }) {
  const [reason, setReason] = useState('');
  const [isBlankTold, setBlankTold] = useState(false);
  const isBlank = reason.trim() === '';
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) {
      setReason('');
      setBlankTold(false);
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      isDanger
      isReady={!isBlank}
      onConfirm={() => onConfirm(reason.trim())}
      footerHint={
        <>
          <Kbd>{keyText('Mod')}</Kbd> <Kbd>{keyText('Enter')}</Kbd> to reject
        </>
      }
      {...(returnFocusTo !== undefined && { returnFocusTo })}
    >
      {subject !== undefined && (
        <div className="mb-4 rounded-lg bg-sunken px-3 py-2.5">
          <p className="line-clamp-3 text-sm font-semibold wrap-anywhere">{subject.title}</p>
          <p className="truncate text-xs text-foreground-soft">{subject.meta}</p>
        </div>
      )}
      <p aria-hidden="true" className="mb-2 text-sm font-label">
        Reason
      </p>
      <div role="group" aria-label="Quick reasons" className="mb-2.5 flex flex-wrap gap-1.5">
        {quickReasons.map((quick) => (
          <ChoiceChip key={quick} isChosen={reason.trim() === quick} onChoose={() => setReason(quick)}>
            {quick}
          </ChoiceChip>
        ))}
      </div>
      {/* Cmd or Ctrl with Enter is caught on its way to the dialog, which does nothing without a reason. */}
      {/* The dialog asks for this and nothing else, so writing can begin at once; the quick reasons are one step back. */}
      <TextArea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Inside a dialog the focus has to start somewhere.
        autoFocus
        label="Reason"
        isLabelHidden
        required
        maxLength={500}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setBlankTold(event.target.value.trim() === '');
        }}
        onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && setBlankTold(isBlank)}
        help="Required. A few words are enough."
        error={isBlankTold && isBlank ? blankError : undefined}
      />
    </ConfirmDialog>
  );
}
