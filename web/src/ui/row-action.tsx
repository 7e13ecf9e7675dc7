import { Undo2, X } from 'lucide-react';
import { Button } from './button';
import { IconButton } from './icon-button';

type RowActionProps = {
  /** 'Reject post' */
  rejectLabel: string;
  /** Of the row; says which one is meant. */
  title: string;
  isRejected: boolean;
  onReject: () => void;
  onRestore: () => void;
  tabIndex: 0 | -1;
};

/** Sends a row away, or takes it back. */
export function RowAction({ rejectLabel, title, isRejected, onReject, onRestore, tabIndex }: RowActionProps) {
  return isRejected ? (
    <Button size="sm" icon={Undo2} tabIndex={tabIndex} aria-description={title} onClick={onRestore}>
      Restore
    </Button>
  ) : (
    <IconButton
      icon={X}
      size="sm"
      variant="negative"
      label={rejectLabel}
      shortcut={['X']}
      aria-description={title}
      tabIndex={tabIndex}
      className="-mr-1.75 touch:-mr-3.5"
      onClick={onReject}
    />
  );
}
