import { useEffect, useState } from 'react';

type ListDuringRemoval<Item> = { source: readonly Item[]; items: readonly Item[]; leaving: Item | undefined };

/** A list in which a single removed row stays for a moment, so that it can fold away. */
export function useRowRemoval<Item>(
  source: readonly Item[],
  keyOf: (item: Item) => string,
  forMs: number,
): Pick<ListDuringRemoval<Item>, 'items' | 'leaving'> {
  const [shown, setShown] = useState<ListDuringRemoval<Item>>({ source, items: source, leaving: undefined });
  let current = shown;
  if (shown.source !== source) {
    const leaving = onlyOneMissing(shown.source, source, keyOf);
    current = { source, items: leaving === undefined ? source : shown.source, leaving };
    setShown(current);
  }
  const { leaving } = current;
  useEffect(() => {
    if (leaving === undefined) return undefined;
    const timer = setTimeout(
      () => setShown((now) => (now.leaving === leaving ? { ...now, items: now.source, leaving: undefined } : now)),
      forMs,
    );
    return () => clearTimeout(timer);
  }, [leaving, forMs]);
  return current;
}

/** The one item that the new list lacks, if that is all that has changed. */
export function onlyOneMissing<Item>(before: readonly Item[], after: readonly Item[], keyOf: (item: Item) => string): Item | undefined {
  if (before.length !== after.length + 1) return undefined;
  const isSame = (one: Item | undefined, other: Item | undefined) =>
    one !== undefined && other !== undefined && keyOf(one) === keyOf(other);
  const at = before.findIndex((item, index) => !isSame(item, after[index]));
  return after.slice(at).every((item, index) => isSame(item, before[at + 1 + index])) ? before[at] : undefined;
}
