import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toastsAreGone } from '../../testing/onboarding';
import { manyPosts } from '../../testing/posts';
import { bodyOf, openPostsTab } from '../../testing/posts-tab';

const lesson = { postId: 'post-9', title: 'Roast my pricing page', reason: 'Self-promotion' };
const leftOutPost = (number: number, leftOutAt = `2026-11-15T03:0${number}:00Z`) => ({
  id: `left-${number}`,
  title: `Left out ${number}`,
  subreddit: 'freelance',
  permalink: `/r/freelance/comments/l${number}/`,
  relevanceScore: 61,
  because: lesson,
  leftOutAt,
});
const leftOutAre = (...posts: readonly ReturnType<typeof leftOutPost>[]) => ({
  'GET /api/left-out': () => Response.json({ success: true, posts, total: posts.length }),
});

beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1440;
});
afterEach(toastsAreGone);

it('posts like rejected ones are counted above the list until they were reviewed', async () => {
  const { unmount } = await openPostsTab(manyPosts(1), '/dashboard', leftOutAre(leftOutPost(2), leftOutPost(1)));
  expect(await screen.findByText('2 posts like the ones you rejected were left out.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Dismiss this hint' })).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Review' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Left out' }));
  const items = within(sheet.getByRole('list', { name: 'Left out' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Left out 2r/freelance · like “Roast my pricing page”Bring back',
    'Left out 1r/freelance · like “Roast my pricing page”Bring back',
  ]);
  unmount();

  await openPostsTab(manyPosts(1), '/dashboard', leftOutAre(leftOutPost(3), leftOutPost(2), leftOutPost(1)));
  expect(await screen.findByText('1 post like the ones you rejected was left out.')).toBeVisible();
});

it('a post that was left out is brought back, or all of them', async () => {
  const { calls } = await openPostsTab(manyPosts(1), '/dashboard', {
    ...leftOutAre(leftOutPost(1), leftOutPost(2)),
    'POST /api/left-out/restore': () => Response.json({ success: true, restored: 1 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));

  await userEvent.click((await screen.findAllByRole('button', { name: 'Bring back' }))[0] as HTMLElement);
  expect(await screen.findByText('1 post is back in your list')).toBeVisible();
  expect(bodyOf(calls, '/api/left-out/restore')).toEqual({ all: false, ids: ['left-1'] });
  await userEvent.click(screen.getByRole('button', { name: 'Bring all back' }));

  await waitFor(() => expect(bodyOf(calls, '/api/left-out/restore')).toEqual({ all: true, ids: [] }));
});

it('a rejected post stops teaching by being restored', async () => {
  const { calls } = await openPostsTab(manyPosts(1), '/dashboard', {
    ...leftOutAre(leftOutPost(1), leftOutPost(2)),
    'POST /api/reddit-posts/post-9/restore': () => Response.json({ success: true }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));

  const lessons = within(await screen.findByRole('list', { name: 'Rejected posts Earshot learns from' }));
  expect(lessons.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Roast my pricing pageSelf-promotionStop learning from this',
  ]);
  await userEvent.click(lessons.getByRole('button', { name: 'Stop learning from this' }));

  expect(await screen.findByText('Earshot no longer learns from this post')).toBeVisible();
  expect(calls.some(({ path }) => path === '/api/reddit-posts/post-9/restore')).toBe(true);
});
