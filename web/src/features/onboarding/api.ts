import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components, paths } from '../../api/schema';
import { companyTimes } from '../../api/query-times';
import { minutes } from '../../lib/time';
import { type UsableAnalysis, usableAnalysis } from './analysis-answer';

export type Analysis = components['schemas']['WebsiteAnalysis'];
export type Company = components['schemas']['Company'];
export type CompanyCorrection = components['schemas']['CompanyCorrection'];

/** What is analysed: the site at an address or, without reading it, what somebody says it sells. */
export type AnalysisSubject = { url: string; sentence?: string | undefined };

/** Answers when the analysis is done; asking again meanwhile joins it. */
export async function analyseWebsite({ url, sentence }: AnalysisSubject): Promise<UsableAnalysis> {
  const body = sentence === undefined ? { url } : { url, sentence };
  return usableAnalysis(await call(api.POST('/api/analyze-website', { body })), url);
}

/** What keywords would find: the best posts of the last 30 days, and how many each of them finds. */
export const foundPosts = (keywords: readonly string[]) =>
  queryOptions({
    queryKey: ['found-posts', ...keywords],
    queryFn: async ({ signal }) => (await call(api.POST('/api/keywords/found-posts', { body: { keywords: [...keywords] }, signal }))).found,
    staleTime: minutes(5),
  });

type FoundPostsAnswer = paths['/api/keywords/found-posts']['post']['responses'][200]['content']['application/json'];
export type FoundPosts = FoundPostsAnswer['found'];
export type FoundPost = FoundPosts['posts'][number];

/** Whether a site answers, and its icon from our own origin. */
export const websitePreview = (url: string) =>
  queryOptions({
    queryKey: ['website-preview', url],
    queryFn: ({ signal }) => call(api.GET('/api/website-preview', { params: { query: { url } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const companiesKey = (userId: string) => ['companies', userId] as const;

/** The company of the account; nothing before the first analysis. */
export const ownCompany = (userId: string) =>
  queryOptions({
    queryKey: companiesKey(userId),
    queryFn: async () => (await call(api.GET('/api/companies'))).companies[0] ?? null,
    ...companyTimes,
  });

/** What is left out stays as it is. */
export async function correctCompany({ id, correction }: { id: string; correction: CompanyCorrection }): Promise<Company> {
  const { company } = await call(api.PATCH('/api/companies/{id}', { params: { path: { id } }, body: correction }));
  return company;
}
