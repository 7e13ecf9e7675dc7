import { CircleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from './button';
import { Dialog, type DialogProps } from './dialog';

type ConfirmDialogProps = Omit<DialogProps, 'footer' | 'onKeyDown'> & {
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  isDanger?: boolean;
  /** False while what the dialog asks for is missing: the action is disabled. */
  isReady?: boolean;
  /** Why the last attempt failed. */
  error?: string | undefined;
  children?: ReactNode;
};

/** A question with one action. Cmd or Ctrl with Enter takes it, also from inside a text field. */
export function ConfirmDialog({
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  isDanger = false,
  isReady = true,
  error,
  isBusy = false,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const confirmByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isReady && !isBusy) onConfirm();
  };
  return (
    <Dialog
      {...dialog}
      isBusy={isBusy}
      onKeyDown={confirmByKeys}
      footer={
        <>
          <Button onClick={dialog.onClose} disabled={isBusy} className="max-md:flex-1">
            {cancelLabel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={!isReady}
            onClick={onConfirm}
            className="max-md:flex-1"
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {(children !== undefined || error !== undefined) && (
        <>
          {children}
          {error !== undefined && <Failure>{error}</Failure>}
        </>
      )}
    </Dialog>
  );
}

function Failure({ children }: { children: string }) {
  return (
    <p role="alert" className="mt-3 flex items-start gap-1.5 text-negative text-sm first:mt-0">
      <CircleAlert size={15} aria-hidden="true" className="mt-0.5 flex-none" />
      {children}
    </p>
  );
}
