import { useEffect, useState } from 'react';
import { seconds } from '../../lib/time';
import { showError } from '../../ui/toast';
import { messages } from './messages';

/** Copying a draft, and the flag that says for 2 s that it was copied. Another draft has not been copied. */
export function useCopy(draftId: string | undefined) {
  const [copied, setCopied] = useState<{ draftId: string | undefined }>();
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  /** Says whether it is on the clipboard now. */
  const copy = async (text: string): Promise<boolean> => {
    try {
      // Pages that came over plain HTTP have no clipboard at all.
      await navigator.clipboard.writeText(text);
      setCopied({ draftId });
      return true;
    } catch {
      setCopied(undefined);
      showError(messages.copyFailed, { description: messages.copyFailedAbout });
      return false;
    }
  };
  return { isCopied: copied !== undefined && copied.draftId === draftId, copy };
}

const copiedMs = seconds(2);
