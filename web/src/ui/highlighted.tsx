import { highlightedSegments } from '../lib/highlights';

/** A text with the words that were looked for marked in it. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return highlightedSegments(text, words).map((stretch) => {
    const key = at;
    at += stretch.text.length;
    return stretch.isMarked ? (
      <mark key={key} className={highlightLook}>
        {stretch.text}
      </mark>
    ) : (
      stretch.text
    );
  });
}

export const highlightLook = 'rounded-xs bg-highlight px-0.5 text-highlight-foreground';
