/** What there is to read of a post or a mention. */
type PostContent = { kind: 'none' } | { kind: 'blank' } | { kind: 'text'; text: string; isLong: boolean };

/** Texts of strangers, made ready to be read: nothing endless, no wall of words. */
export function contentOf(raw: string | null | undefined): PostContent {
  if (raw === null || raw === undefined || raw === '') return { kind: 'none' };
  if (raw.trim() === '') return { kind: 'blank' };
  const text = cutAt(raw.replaceAll('\r\n', '\n'), longestText).trimEnd();
  return { kind: 'text', text: splitLongParagraphs(text), isLong: text.length > previewLength };
}

/** The first part of a long text. */
export function previewOf(text: string): string {
  const cut = cutAt(text, previewLength);
  return cut === text ? text : `${cut.trimEnd()}…`;
}

/** A paragraph of more than 8 sentences and over 800 characters becomes two (spec §2, §9), once, at the sentence nearest its middle. */
export function splitLongParagraphs(text: string): string {
  let isInCode = false;
  return text
    .split(/(\n[ \t]*\n+)/)
    .map((paragraph) => {
      const wasInCode = isInCode;
      if ((paragraph.match(fence)?.length ?? 0) % 2 === 1) isInCode = !isInCode;
      return wasInCode || isInCode || structured.test(paragraph) ? paragraph : splitOnce(paragraph);
    })
    .join('');
}

function splitOnce(paragraph: string): string {
  if (paragraph.length <= longParagraph) return paragraph;
  const ends = sentenceEnds(paragraph);
  if (ends.length <= mostSentences) return paragraph;
  const middle = paragraph.length / 2;
  const inner = ends.filter((end) => end < paragraph.trimEnd().length);
  const nearest = inner.reduce((best, end) => (Math.abs(end - middle) < Math.abs(best - middle) ? end : best), inner[0] ?? 0);
  return `${paragraph.slice(0, nearest).trimEnd()}\n\n${paragraph.slice(nearest).trimStart()}`;
}

/** Where each sentence ends, the space after it included. What follows the last mark is a sentence too. */
function sentenceEnds(paragraph: string): number[] {
  const ends = [...paragraph.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);
  const last = paragraph.trimEnd().length;
  return (ends.at(-1) ?? 0) < last ? [...ends, last] : ends;
}

/** Never through the middle of a character that takes two places. */
function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHalf ? length - 1 : length);
}

const previewLength = 1000;
const longParagraph = 800;
const mostSentences = 8;
// Markdown of a stranger is parsed in the page; this much is more than a post can have (security, Markdown).
const longestText = 40_000;

const sentenceEnd = /[.!?…]+["'”’)\]*_]*(?:\s+|$)/g;
const fence = /^ {0,3}(?:```|~~~)/gm;
// Lists, quotes, tables, headings and code keep the lines that they have.
const structured = /^(?: {0,3}(?:[-*+>|#]|\d+[.)])| {4}|\t)/m;
