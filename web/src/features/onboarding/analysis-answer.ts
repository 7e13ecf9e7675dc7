import type { Analysis } from './api';

/** The parts of an analysis that the screens use. */
export type UsableAnalysis = Pick<Analysis, 'companyDescription'> & {
  /** Empty from a server that does not say. */
  companyId: string;
  analysisData: Pick<Analysis['analysisData'], 'websiteUrl' | 'companyName' | 'isThin' | 'industry' | 'description'>;
  keywords: string[];
};

/** An answer of the server from which no screen can be made. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** Reads what came for an analysis of `url`. A keyword is an object or, from an older server, a text. */
export function usableAnalysis(answer: unknown, url: string): UsableAnalysis {
  if (!isRecord(answer) || answer['success'] === false) throw new UnusableAnswer(textOf(isRecord(answer) ? answer['error'] : undefined));
  const { analysisData: data, keywords, companyDescription, companyId } = answer;
  if (!isRecord(data) || !Array.isArray(keywords)) throw new UnusableAnswer();
  return {
    companyId: textOf(companyId),
    companyDescription: textOf(companyDescription),
    analysisData: {
      websiteUrl: textOf(data['websiteUrl']) || url,
      companyName: textOf(data['companyName']),
      isThin: data['isThin'] === true,
      industry: textOf(data['industry']) || null,
      description: textOf(data['description']) || null,
    },
    keywords: keywords.map((one: unknown) => textOf(isRecord(one) ? one['keyword'] : one)).filter((text) => text.trim() !== ''),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
