import { queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import { minutes } from '../../lib/time';
import { messages } from './messages';
import type { Tone } from './tones';

/** The post to answer. It is sent whole; the server needs at least this of it. */
export type PostToAnswer = { id: string; title: string; content: string | null; subreddit: string; author: string };

/** For whom the comment speaks. */
export type CompanyToSpeakFor = {
  company_name: string;
  website_url: string;
  business_type?: string | null;
  industry?: string | null;
  description?: string | null;
  meta_description?: string | null;
};

/** A draft as the server keeps it, one for each post. */
export type Draft = {
  id: string;
  comment: string;
  tokens_used: number;
  style?: string;
  /** Whether a language model had a hand in it. */
  used_model?: boolean;
  /** What to know before posting it, such as a rule of the subreddit. */
  warnings?: string[];
  /** How it was written, where that is worth a line. */
  message?: string | null;
};

export type Wish = { post: PostToAnswer; company: CompanyToSpeakFor | undefined; tone: Tone; hasLink: boolean };

/** The last draft of a post; nothing where there is none. */
export const lastDraft = (userId: string, postId: string) =>
  queryOptions({
    queryKey: ['comment-draft', userId, postId],
    queryFn: () => readLastDraft(postId),
    staleTime: minutes(1),
  });

export async function readLastDraft(postId: string): Promise<Draft | null> {
  const { result } = await call(client.GET('/api/ai-comment/{postId}', { params: { path: { postId } } }));
  return result;
}

/** Has a draft written, or joins the one that is being written, and answers when it is there. */
export async function generateComment({ post, company, tone, hasLink }: Wish): Promise<Draft> {
  const userContext = { tone, ...contextOf(company), ...(hasLink && { includeLink: true }) };
  const { success, result, error } = await call(client.POST('/api/ai-comment/generate', { body: { postData: post, userContext, variations: false } }));
  if (!success || result === null) throw new NoComment(error ?? messages.failedAbout);
  return result;
}

/** An answer that says by itself that it is none. */
export class NoComment extends Error {
  override readonly name = 'NoComment';
}

/** What the page knows of the company (spec §3, AI comment request). */
export function contextOf(company: CompanyToSpeakFor | undefined): Context {
  if (company === undefined) return {};
  const known = {
    business_name: company.company_name,
    business_type: company.business_type,
    value_proposition: company.description,
    industry: company.industry,
    website_url: company.website_url,
    meta_description: company.meta_description,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'string' && value.trim() !== ''));
}

type Context = Partial<Record<'business_name' | 'business_type' | 'value_proposition' | 'industry' | 'website_url' | 'meta_description', string>>;
type Wanted = { postData: PostToAnswer; userContext: Context & { tone: Tone; includeLink?: boolean }; variations: false };
type Drafted = { success: boolean; result: Draft | null; error: string | null };

// Stands in for the generated contract until the server has the routes there: then this goes, and `client` is `api`.
type Answers = { 200: { headers: Record<string, unknown>; content: { 'application/json': Drafted } } };
type Paths = {
  '/api/ai-comment/generate': { post: { parameters: object; requestBody: { content: { 'application/json': Wanted } }; responses: Answers } };
  '/api/ai-comment/{postId}': { get: { parameters: { path: { postId: string } }; requestBody?: never; responses: Answers } };
};
const client = api as unknown as Client<Paths>;
