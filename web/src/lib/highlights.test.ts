import { expect, it } from 'vitest';
import { highlightedSegments } from './highlights';

it.each([
  ['late invoices', ['invoice'], 'late [invoices]'],
  ['Late Payments hurt', ['late payments', 'late'], '[Late Payments] hurt'],
  ['late\n payments', ['late payments'], '[late\n payments]'],
  ['plate and translated', ['late'], 'plate and translated'],
  ['C++ and c++, not c', ['c++'], '[C++] and [c++], not c'],
  ['Rechnungsärger, ärger', ['ÄRGER'], 'Rechnungsärger, [ärger]'],
  ['nothing to see', [], 'nothing to see'],
  ['nothing to see', ['', '  '], 'nothing to see'],
  ['(.*) is no pattern', ['.*'], '([.*]) is no pattern'],
])('%o with %o marked reads %o', (text, words, marked) => {
  const read = highlightedSegments(text, words).map((stretch) => (stretch.isMarked ? `[${stretch.text}]` : stretch.text));
  expect(read.join('')).toBe(marked);
});
