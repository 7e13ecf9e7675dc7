import { expect, it } from 'vitest';
import { UnusableAnswer, usableAnalysis } from './analysis-answer';

const url = 'https://paperlark.example/';
const data = { websiteUrl: url, companyName: 'Paperlark', isThin: false };

it('takes keywords as objects and as texts', () => {
  const keywords = [{ keyword: 'late payments' }, 'invoicing app', null, 7, { keyword: ' ' }];

  const analysis = usableAnalysis({ success: true, analysisData: data, companyDescription: 'Sends invoices.', keywords }, url);

  expect(analysis.keywords).toEqual(['late payments', 'invoicing app']);
});

it('does without what an older server does not say', () => {
  expect(usableAnalysis({ analysisData: {}, keywords: [] }, url)).toEqual({
    companyId: '',
    companyDescription: '',
    analysisData: { websiteUrl: url, companyName: '', isThin: false, industry: null, description: null },
    keywords: [],
  });
});

it.each([
  [null],
  ['done'],
  [[]],
  [{}],
  [{ success: true, keywords: [] }],
  [{ success: true, analysisData: data, keywords: null }],
  [{ success: false, analysisData: data, keywords: [] }],
])('cannot use %o', (answer) => {
  expect(() => usableAnalysis(answer, url)).toThrow(UnusableAnswer);
});
