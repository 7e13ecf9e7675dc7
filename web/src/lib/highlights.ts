/** A stretch of text, and whether it is one of the words that were looked for. */
type TextSegment = { text: string; isMarked: boolean };

/**
 * Cuts a text where the words stand in it, whole words only and without regard to case. A word counts
 * in its ordinary endings too ('invoice' in 'invoices'), because that is how it was matched.
 */
export function highlightedSegments(text: string, words: readonly string[]): TextSegment[] {
  const pattern = patternOf(words);
  if (pattern === undefined) return [{ text, isMarked: false }];
  const stretches: TextSegment[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > at) stretches.push({ text: text.slice(at, match.index), isMarked: false });
    stretches.push({ text: match[0], isMarked: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) stretches.push({ text: text.slice(at), isMarked: false });
  return stretches;
}

function patternOf(words: readonly string[]): RegExp | undefined {
  // The longest first, so that 'late payments' is not marked as 'late' alone.
  const wanted = [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))].toSorted(
    (one, other) => other.length - one.length,
  );
  if (wanted.length === 0) return undefined;
  const alternatives = wanted.map((word) => word.split(/\s+/).map(escape).join('\\s+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?:'?s|es|ed|ing)?(?![\\p{L}\\p{N}])`, 'giu');
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
