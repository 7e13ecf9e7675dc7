import { isSameText, normalizeSpaces } from '../../lib/normalized-text';

/** A keyword under review: found on the website, or added by the person. */
export type Keyword = { text: string; origin: 'website' | 'person' };

type KeywordListAddition = { kind: 'added'; keywords: readonly Keyword[] } | { kind: 'limit' } | { kind: 'duplicate' };

/** Generated and added ones together (spec §9). */
export const mostKeywords = 5;

/** Adds the typed text, which is not empty. */
export function withAddedKeyword(keywords: readonly Keyword[], typed: string): KeywordListAddition {
  if (keywords.length >= mostKeywords) return { kind: 'limit' };
  const text = normalizeSpaces(typed);
  if (keywords.some((keyword) => isSameText(keyword.text, text))) return { kind: 'duplicate' };
  return { kind: 'added', keywords: [...keywords, { text, origin: 'person' }] };
}

/**
 * The first of the generated ones, each once. What the person had added before stays, and takes its
 * room; what they had taken out does not come back.
 */
export function proposedKeywords(
  generated: readonly string[],
  before: readonly Keyword[],
  declined: readonly string[] = [],
): readonly Keyword[] {
  const own = before.filter(({ origin }) => origin === 'person');
  const proposed: Keyword[] = [];
  for (const text of generated.map(normalizeSpaces)) {
    const known = [...[...proposed, ...own].map((keyword) => keyword.text), ...declined];
    const isKnown = text === '' || known.some((other) => isSameText(other, text));
    if (!isKnown && proposed.length + own.length < mostKeywords) proposed.push({ text, origin: 'website' });
  }
  return [...proposed, ...own];
}

/** The keyword at `index` gives way to a better phrase, which is then the person's choice. */
export function withReplacedKeyword(keywords: readonly Keyword[], index: number, phrase: string): readonly Keyword[] {
  return keywords.with(index, { text: normalizeSpaces(phrase), origin: 'person' });
}

/** The proposals that have been taken out so far, when `now` is all that is left. */
export function declinedKeywords(
  before: { keywords: readonly Keyword[]; declined?: readonly string[] },
  now: readonly Keyword[],
): readonly string[] {
  const proposed = before.keywords.filter(({ origin }) => origin === 'website').map(({ text }) => text);
  const seen = [...(before.declined ?? []), ...proposed];
  return [...new Set(seen)].filter((text) => !now.some((keyword) => isSameText(keyword.text, text)));
}
