import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The text of a field whose lasting value lives elsewhere, such as in the address: shown as it is
 * typed, handed on when the typing pauses, and replaced when the value changes by itself (Back).
 * Only what the text means is handed on; a space or a comma that is still being typed means nothing.
 */
export function useDebouncedText(
  value: string,
  onSettled: (text: string) => void,
  pauseMs: number,
  meaningOf: (text: string) => string = trimmed,
) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [handed, setHanded] = useState(value);
  if (known !== value) {
    setKnown(value);
    // What we handed on comes back here too, maybe after another letter was typed: that letter stays.
    if (value !== handed) {
      setHanded(value);
      setText(value);
    }
  }
  const settle = useEffectEvent((settled: string) => {
    setHanded(settled);
    onSettled(settled);
  });
  const wanted = meaningOf(text);
  useEffect(() => {
    if (wanted === value) return undefined;
    const timer = setTimeout(() => settle(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted, value, pauseMs]);
  return { text, setText };
}

const trimmed = (text: string) => text.trim();
