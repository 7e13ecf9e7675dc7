import { useEffect, useState } from 'react';
import { seconds } from '../../lib/time';
import { showError } from '../../ui/toast';
import { messages } from './messages';

/** Copying a text, the flag that says for 2 s that it was copied, and that it was: another text has not been copied. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState<{ text: string; isFresh: boolean }>();
  const isFresh = copied?.isFresh === true;
  useEffect(() => {
    if (!isFresh) return undefined;
    const timer = setTimeout(() => setCopied((before) => before && { ...before, isFresh: false }), copiedMs);
    return () => clearTimeout(timer);
  }, [isFresh]);
  /** Says whether it is on the clipboard now. */
  const copy = async (): Promise<boolean> => {
    try {
      // Pages that came over plain HTTP have no clipboard at all.
      await navigator.clipboard.writeText(text);
      setCopied({ text, isFresh: true });
      return true;
    } catch {
      setCopied(undefined);
      showError(messages.copyFailed, { description: messages.copyFailedAbout });
      return false;
    }
  };
  const hasCopied = copied?.text === text;
  return { isCopied: hasCopied && isFresh, hasCopied, copy };
}

const copiedMs = seconds(2);
