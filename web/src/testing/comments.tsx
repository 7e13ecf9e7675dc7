import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { jobProgress, type JobProgress } from '../api/progress';
import type { Draft } from '../features/comments/api';
import { CommentGenerator } from '../features/comments/comment-generator';
import { openPanel } from '../features/comments/preferences';
import { nora, openPage } from './identity';

/** The first post of the mockups. */
export const latePayers = {
  id: 'p-1',
  title: 'Clients keep paying 30+ days late. What invoicing setup actually fixed this for you?',
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
    tokens_used: 128,
    style: 'Helpful and engaging',
    used_model: true,
    warnings: [],
    message: null,
    ...changes,
  };
}

export const drafted = (draft: Draft | null) => () => Response.json({ success: true, result: draft, error: null });
export const noDrafts = { 'GET /api/ai-comment/p-1': drafted(null), 'GET /api/ai-comment/p-2': drafted(null) };
export const generateCall = 'POST /api/ai-comment/generate';

/** The panel below a post; `reads` opens another one, `tell` reports progress as the worker would. */
export function opensGenerator({
  place = 'dock',
  isOpen = true,
  onUnpaid = () => {},
}: { place?: 'dock' | 'bar'; isOpen?: boolean; onUnpaid?: () => void } = {}) {
  openPanel(isOpen);
  const panel = (post: typeof latePayers) => (
    <CommentGenerator post={post} company={paperlarkCompany} place={place} account={{ userId: nora.id, onUnpaid }} />
  );
  const page = openPage(<Reader panel={panel} />, '/dashboard');
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
