import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextArea } from '../../ui/field';
import { longDate } from './dates';
import { messages } from './messages';

const words = messages.cancel;

type CancelDialogProps = {
  isOpen: boolean;
  /** What is cancelled: that decides when it ends. */
  what: 'trial' | 'subscription' | 'overdue';
  /** Until when access stays. */
  accessUntil: string | null;
  isBusy: boolean;
  onCancel: (reason: string) => void;
  onClose: () => void;
};

/** Says when access ends before anything is cancelled, and takes an optional reason. */
export function CancelDialog({ isOpen, what, accessUntil, isBusy, onCancel, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const { title, about, keep } = words[what];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title}
      description={about(accessUntil === null ? words.someday : longDate(accessUntil))}
      confirmLabel={what === 'trial' ? messages.card.cancelTrial : messages.card.cancelSubscription}
      cancelLabel={keep}
      isDanger
      isBusy={isBusy}
      onConfirm={() => onCancel(reason)}
      onClose={onClose}
    >
      <TextArea
        label={words.reason}
        placeholder={words.reasonPlaceholder}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
