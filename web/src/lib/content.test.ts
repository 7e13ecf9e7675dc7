import { describe, expect, it } from 'vitest';
import { contentOf, previewOf, splitLongParagraphs } from './content';

const sentence = (length: number) => `${'x'.repeat(length - 2)}. `;
const paragraph = (sentences: number, length: number) => sentence(length).repeat(sentences).trimEnd();

describe('what there is to read', () => {
  it.each([
    [undefined, 'none'],
    [null, 'none'],
    ['', 'none'],
    [' \n\t ', 'blank'],
    ['Hello.', 'text'],
  ])('of %o is %s', (raw, kind) => {
    expect(contentOf(raw).kind).toBe(kind);
  });

  it('is long from 1001 characters on', () => {
    expect(contentOf('a'.repeat(1000))).toMatchObject({ isLong: false });
    expect(contentOf('a'.repeat(1001))).toMatchObject({ isLong: true });
  });

  it('ends after 40,000 characters, whatever a stranger sends', () => {
    const content = contentOf('a'.repeat(2_000_000));
    expect(content).toMatchObject({ kind: 'text', text: 'a'.repeat(40_000) });
  });
});

describe('a preview', () => {
  it('is the whole text up to 1000 characters, and the first 1000 beyond', () => {
    expect(previewOf('a'.repeat(1000))).toBe('a'.repeat(1000));
    expect(previewOf('a'.repeat(1001))).toBe(`${'a'.repeat(1000)}…`);
  });

  it('never cuts a character in two', () => {
    expect(previewOf(`${'a'.repeat(999)}🧾 and more`)).toBe(`${'a'.repeat(999)}…`);
  });
});

describe('a paragraph', () => {
  it('of nine sentences and over 800 characters is split once, at the sentence nearest its middle', () => {
    const long = paragraph(10, 100);
    expect(splitLongParagraphs(long)).toBe(`${paragraph(5, 100)}\n\n${paragraph(5, 100)}`);
    expect(splitLongParagraphs(paragraph(40, 100)).split('\n\n')).toHaveLength(2);
  });

  it.each([
    ['eight sentences are few enough', paragraph(8, 150)],
    ['800 characters are short enough', `${paragraph(9, 88)}${'x'.repeat(9)}`.slice(0, 800)],
    ['a list keeps its lines', `- ${paragraph(10, 100)}`],
    ['a quotation stays whole', `> ${paragraph(10, 100)}`],
    ['code stays whole', `\`\`\`\nfirst\n\n${paragraph(10, 100)}\n\`\`\``],
  ])('stays: %s', (_why, text) => {
    expect(splitLongParagraphs(text)).toBe(text);
  });

  it('counts what follows the last full stop as a sentence', () => {
    const eightAndARest = `${paragraph(8, 100)} ${'and so on '.repeat(8)}`.trimEnd();
    expect(splitLongParagraphs(eightAndARest)).toContain('\n\n');
  });

  it('is split by itself, whatever stands around it', () => {
    const text = `First.\n\n${paragraph(10, 100)}\n\nLast.`;
    expect(splitLongParagraphs(text)).toBe(`First.\n\n${paragraph(5, 100)}\n\n${paragraph(5, 100)}\n\nLast.`);
  });
});
