import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components } from '../../api/schema';
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

type StoredDraft = components['schemas']['Draft'];

/** A draft as the server keeps it, one for each post. Only the text is sure to be told while it is written. */
export type Draft = Pick<StoredDraft, 'id' | 'comment' | 'tokens_used'> &
  Partial<Pick<StoredDraft, 'style' | 'used_model' | 'warnings' | 'message'>>;

export type DraftRequest = { post: PostToAnswer; company: CompanyToSpeakFor | undefined; tone: Tone; hasLink: boolean };

/** The last draft of a post; nothing where there is none. */
export const lastDraft = (userId: string, postId: string) =>
  queryOptions({
    queryKey: ['comment-draft', userId, postId],
    queryFn: () => readLastDraft(postId),
    staleTime: minutes(1),
  });

export async function readLastDraft(postId: string): Promise<Draft | null> {
  const { result } = await call(api.GET('/api/ai-comment/{postId}', { params: { path: { postId } } }));
  return result ?? null;
}

/** Has a draft written, or joins the one that is being written, and answers when it is there. */
export async function generateComment({ post, company, tone, hasLink }: DraftRequest): Promise<Draft> {
  // What is not said is null for the server, and the contract would have every null spelled out.
  const userContext = { tone, ...contextOf(company), ...(hasLink && { includeLink: true }) } as components['schemas']['CommentContext'];
  const { success, result, error } = await call(
    api.POST('/api/ai-comment/generate', { body: { postData: post, userContext, variations: false } }),
  );
  if (!success || result === null || result === undefined) throw new NoComment(error ?? messages.failedAbout);
  return result;
}

/** A response that reports a failure itself. */
export class NoComment extends Error {
  override readonly name = 'NoComment';
}

/** What the page knows of the company (spec §3, AI comment request). */
function contextOf(company: CompanyToSpeakFor | undefined): DraftPrompt {
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

type DraftPrompt = Partial<
  Record<'business_name' | 'business_type' | 'value_proposition' | 'industry' | 'website_url' | 'meta_description', string>
>;
