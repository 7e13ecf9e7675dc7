import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import { call } from '../../api/errors';
import type { components } from '../../api/schema';
import type { SourceName } from '../../lib/source';
import { minutes } from '../../lib/time';
import { messages } from './messages';
import type { Tone } from './tones';

/** The post to answer, or the mention. A post is sent whole; the server needs at least this of it. */
export type PostToAnswer = {
  id: string;
  title: string;
  content: string | null;
  source: SourceName;
  subreddit: string;
  author: string;
};

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

/** A draft as the server keeps it, one for each post or mention, with its versions. An older server tells less. */
export type Draft = Pick<StoredDraft, 'id' | 'comment'> &
  Partial<Pick<StoredDraft, 'kind' | 'kit' | 'problem' | 'message' | 'checks' | 'is_sample' | 'versions' | 'warnings'>>;

/** What an answer needs, where no model has written one. */
export type ReplyKit = NonNullable<Draft['kit']>;

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

/** Keeps what the user has made of the newest version; what the model wrote stays the version before it. */
export async function saveEdit(postId: string, comment: string): Promise<Draft | null> {
  const { result } = await call(api.PUT('/api/ai-comment/{postId}', { params: { path: { postId } }, body: { comment } }));
  return result ?? null;
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
