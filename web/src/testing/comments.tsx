import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { jobProgress, type JobProgress } from '../api/progress';
import type { Draft } from '../features/comments/api';
import { CommentGenerator } from '../features/comments/comment-generator';
import { openPanel } from '../features/comments/preferences';
import type { SourceName } from '../lib/source';
import { TooltipProvider } from '../ui/tooltip';
import { nora, openPage } from './identity';

/** The first post of the mockups. */
export const latePayers = {
  id: 'p-1',
  title: 'Clients keep paying 30+ days late. What invoicing setup actually fixed this for you?',
  source: 'reddit' as SourceName,
  subreddit: 'freelance',
  author: 'kerning_and_coffee',
  content: 'Right now I have three invoices past 30 days and one past 60.',
  permalink: '/r/freelance/comments/p1/',
};
export const simpleTool = { ...latePayers, id: 'p-2', title: 'Simple invoicing tool that isn’t a whole accounting suite?' };

const paperlarkCompany = {
  id: 'c-1',
  company_name: 'Paperlark',
  website_url: 'https://paperlark.example/',
  business_type: 'SaaS',
  industry: null,
  description: 'Invoicing for freelancers.',
  meta_description: '',
};

export function aDraft(changes: Partial<Draft> = {}): Draft {
  return {
    id: 'd-1',
    comment: 'Take yourself out of the chasing. I work on Paperlark.',
    kind: 'draft',
    warnings: [],
    message: null,
    problem: null,
    kit: null,
    checks: [],
    is_sample: false,
    ...changes,
  };
}

export const drafted = (draft: Draft | null) => () => Response.json({ success: true, result: draft, error: null });
export const noDrafts = { 'GET /api/ai-comment/p-1': drafted(null), 'GET /api/ai-comment/p-2': drafted(null) };
export const editCall = 'PUT /api/ai-comment/p-1';
export const generateCall = 'POST /api/ai-comment/generate';

/** A kit as the server makes it for the first post of the mockups. */
export function aKit(changes: Partial<Draft> = {}): Draft {
  return aDraft({
    id: 'k-1',
    comment: 'They ask: “Is there some way to prove it was opened?”',
    kind: 'kit',
    problem: 'no_model',
    kit: {
      questions: [
        {
          quote: 'Is there some way to prove it was opened?',
          facts: [{ quote: 'Write a quote, send a link, and see when it was opened.', page: 'paperlark.example/features' }],
        },
        { quote: 'Do you chase yourself?', facts: [] },
      ],
      need: null,
      rules: [
        { name: 'Say who you work for', kind: 'disclosure' },
        { name: 'No links in comments', kind: 'links' },
      ],
      disclosure: 'I work on Paperlark, so weigh that.',
    },
    ...changes,
  });
}

/** A version as the server keeps it. */
export function aVersion(id: string, comment: string, changes: Partial<StoredVersion> = {}): StoredVersion {
  return { id, comment, tone: 'helpful and professional', kind: 'draft', is_edited: false, created_at: '2026-11-15T12:00:00Z', ...changes };
}

type StoredVersion = NonNullable<Draft['versions']>[number];

type GeneratorTestOptions = {
  place?: 'column' | 'dock' | 'sheet';
  source?: SourceName;
  isOpen?: boolean;
  onUnpaid?: () => void;
  answered?: { at: string | null };
  onAnswer?: () => void;
};

/** The panel of a post; `reads` opens another one, `tell` reports progress as the worker would. */
export function opensGenerator({
  place = 'dock',
  source = 'reddit',
  isOpen = true,
  onUnpaid = () => {},
  answered,
  onAnswer = () => {},
}: GeneratorTestOptions = {}) {
  openPanel(isOpen);
  const account = { userId: nora.id, onUnpaid, settingsHref: '/dashboard?tab=settings' };
  const panel = (post: typeof latePayers) => (
    <CommentGenerator post={{ ...post, source }} company={paperlarkCompany} answering={{ answered, onAnswer }} {...{ place, account }} />
  );
  const page = openPage(
    <TooltipProvider>
      <Reader panel={panel} />
    </TooltipProvider>,
    '/dashboard',
  );
  const tell = (told: Partial<JobProgress>) =>
    act(() => {
      page.queries.setQueryData(jobProgress(nora.id, 'comment').queryKey, {
        job: 'comment',
        stage: 'Writing',
        percent: 30,
        found: 0,
        state: 'running',
        postId: 'p-1',
        ...told,
      });
    });
  return { ...page, tell };
}

function Reader({ panel }: { panel: (post: typeof latePayers) => ReactNode }) {
  const [post, setPost] = useState(latePayers);
  return (
    <>
      {[latePayers, simpleTool].map((choice) => (
        <button key={choice.id} type="button" onClick={() => setPost(choice)}>
          {choice.id}
        </button>
      ))}
      {panel(post)}
    </>
  );
}

export const reads = (post: { id: string }) => userEvent.click(screen.getByRole('button', { name: post.id }));
export const presses = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
export const theComment = () => screen.findByRole('textbox', { name: 'Generated comment' });
