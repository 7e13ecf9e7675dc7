import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { jobProgress, type JobProgress } from '../api/progress';
import { Dashboard } from '../app/routes/dashboard';
import type { Post } from '../features/discovery/api';
import { nora, noraIsSignedIn, openPage, theServerSays } from './identity';
import { postPageOf } from './posts';
import { stateAnswers } from './row-states';
import { sandboxSettings } from './settings';

type PostsTabAnswers = Parameters<typeof theServerSays>[0];

/** Opens the dashboard on a server that has these posts; `tell` reports progress as the worker would. */
export async function openPostsTab(posts: readonly Post[], path = '/dashboard', answers: PostsTabAnswers = {}) {
  const stored = new Map(posts.map((post) => [post.id, post]));
  const calls = theServerSays({
    'GET /api/reddit-posts': () => postPageOf([...stored.values()], calls.at(-1)?.query ?? new URLSearchParams()),
    ...Object.fromEntries(posts.flatMap(({ id }) => [change(stored, id, 'reject', true), change(stored, id, 'restore', false)])),
    ...stateAnswers({ stored, list: 'reddit-posts', lastBody: () => calls.at(-1)?.body }),
    ...answers,
  });
  await noraIsSignedIn();
  const page = openPage(<Dashboard settings={sandboxSettings} />, path);
  const tell = (told: Partial<JobProgress>) =>
    act(() => {
      const progress: JobProgress = { job: 'discovery', stage: 'Searching', percent: 0, found: 0, state: 'running', ...told };
      page.queries.setQueryData(jobProgress(nora.id, 'discovery').queryKey, progress);
    });
  return { ...page, calls, tell };
}

function change(stored: Map<string, Post>, id: string, what: string, rejected: boolean): [string, () => Response] {
  const answer = () => {
    const post = stored.get(id);
    if (post !== undefined) stored.set(id, { ...post, rejected });
    return Response.json({ success: true });
  };
  return [`POST /api/reddit-posts/${id}/${what}`, answer];
}

export async function rejectsPost(reason: string) {
  const dialog = await screen.findByRole('dialog', { name: 'Reject this post?' });
  await userEvent.type(within(dialog).getByLabelText('Reason'), reason);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reject Post' }));
}

export const search = () => screen.getByRole('searchbox', { name: 'Search posts' });
export const postDetails = () => within(screen.getByRole('region', { name: 'Details' }));
export const postRows = async () => within(await screen.findByRole('list', { name: 'Posts' })).getAllByRole('listitem');
export const titles = () =>
  within(screen.getByRole('list', { name: 'Posts' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
export const postListCalls = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/reddit-posts').map(({ query }) => query);
export const bodyOf = (calls: ReturnType<typeof theServerSays>, path: string) => calls.findLast((call) => call.path === path)?.body;
