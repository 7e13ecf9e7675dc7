import type { KeywordReading } from './api';
import { messages } from './messages';

const words = messages.reading;

/** One sentence on which posts a keyword finds. */
export function explainReading(reading: KeywordReading): string {
  return words.finds([...wanted(reading), ...ruledOut(reading)].join('; '));
}

function wanted(reading: KeywordReading): string[] {
  if (isPlain(reading)) return [words.onlyWords(reading.words)];
  return [
    ...(reading.words.length > 0 ? [words.words(reading.words)] : []),
    ...(reading.phrases.length > 0 ? [words.phrases(reading.phrases.map(quote))] : []),
  ];
}

function ruledOut({ excludedWords, excludedPhrases, communities, excludedCommunities }: KeywordReading): string[] {
  const excluded = [...excludedWords, ...excludedPhrases.map(quote)];
  return [
    ...(excluded.length > 0 ? [words.without(excluded)] : []),
    ...(communities.length > 0 ? [words.onlyIn(communities.map(asCommunity))] : []),
    ...(excludedCommunities.length > 0 ? [words.notIn(excludedCommunities.map(asCommunity))] : []),
  ];
}

function isPlain({ words: plain, ...others }: KeywordReading): boolean {
  return plain.length > 0 && Object.values(others).every((list) => list.length === 0);
}

const quote = (phrase: string) => `"${phrase}"`;
const asCommunity = (name: string) => `r/${name}`;
