import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPanel } from '../../features/comments/preferences';
import { aDraft, drafted } from '../../testing/comments';
import { aMention, openMentions } from '../../testing/mentions-tab';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { manyPosts } from '../../testing/posts';
import { openPostsTab, titles } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1280;
  openPanel(true);
  await toastsAreGone();
});

afterEach(toastsAreGone);

const posts = manyPosts(2);
const [first, second] = posts;
const draftsOf = (...ids: (string | undefined)[]) => Object.fromEntries(ids.map((id) => [`GET /api/ai-comment/${id}`, drafted(aDraft())]));
const stateCall = `PATCH /api/reddit-posts/${first?.id}/state`;
const draftButton = async (name: string) =>
  within(await screen.findByRole('region', { name: 'AI Comment Generator' })).findByRole('button', { name });
const said = () => Response.json({ success: true });

it('a post that was answered leaves the list, and its link can be given in the toast', async () => {
  const { calls } = await openPostsTab(posts, '/dashboard', { ...draftsOf(first?.id, second?.id), [stateCall]: said });
  await userEvent.click(await draftButton('Mark as answered'));

  expect(await screen.findByText('Marked as answered')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual([second?.title]));
  await userEvent.type(screen.getByRole('textbox', { name: 'Paste the link to your comment' }), 'https://www.reddit.com/r/a/1{Enter}');

  expect(await screen.findByText('The link to your comment is saved')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { state: 'answered' },
    { state: 'answered', answerUrl: 'https://www.reddit.com/r/a/1' },
  ]);
});

it('Undo brings it back where it was, and to the state that it had', async () => {
  const { calls } = await openPostsTab(posts, '/dashboard', { ...draftsOf(first?.id, second?.id), [stateCall]: said });
  await userEvent.click(await draftButton('Mark as answered'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(titles()).toEqual([first?.title, second?.title]));
  expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ state: 'open' });
});

it('a server that does not agree gets the post back into the list', async () => {
  await openPostsTab(posts, '/dashboard', { ...draftsOf(first?.id, second?.id), [stateCall]: refusal(500, 'Something broke inside.') });
  await userEvent.click(await draftButton('Mark as answered'));

  expect(await screen.findByText('Could not mark it as answered')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual([first?.title, second?.title]));
});

it('a mention has the same panel, and is sent as a post is; a quote is called one', async () => {
  const mention = aMention(1, { summary_kind: 'quote' });
  const { calls } = await openMentions([mention, aMention(2, { summary_kind: 'ai' })], '/dashboard?tab=mentions', {
    [`GET /api/ai-comment/${mention.id}`]: drafted(null),
    'POST /api/ai-comment/generate': drafted(aDraft()),
  });
  const panel = within(await screen.findByRole('region', { name: 'AI Comment Generator' }));
  await userEvent.click(await panel.findByRole('button', { name: 'Generate' }));

  expect(await panel.findByRole('textbox', { name: 'Generated comment' })).toHaveValue(aDraft().comment);
  expect(calls.find(({ path }) => path === '/api/ai-comment/generate')?.body).toMatchObject({
    postData: { id: mention.id, title: mention.post_title, content: mention.post_content, subreddit: 'freelance', author: 'inkandinvoice' },
  });
  const details = within(screen.getByRole('region', { name: 'Details' }));
  expect(details.getByRole('heading', { name: 'Quote' })).toBeVisible();
  expect(details.queryByText('AI summary')).not.toBeInTheDocument();
  expect(screen.getByText('AI summary:')).toBeInTheDocument();
});
