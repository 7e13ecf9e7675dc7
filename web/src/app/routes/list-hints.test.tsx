import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { nora } from '../../testing/identity';
import { manyPosts } from '../../testing/posts';
import { openPostsTab, postRows } from '../../testing/posts-tab';

const texts = ['Every post has a reason.', 'Start from a draft.', 'Rejecting teaches.'];
const shown = () => texts.filter((text) => screen.queryByText(text) !== null);
const dismiss = () => screen.getByRole('button', { name: 'Dismiss this hint' });

beforeEach(() => {
  localStorage.clear();
  window.innerWidth = 1440;
});

it('the first list explains itself in three hints, one at a time, said politely', async () => {
  await openPostsTab(manyPosts(2));
  await postRows();
  expect(shown()).toEqual(['Every post has a reason.']);
  expect(dismiss().closest('[aria-live="polite"]')).not.toBeNull();

  dismiss().focus();
  await userEvent.keyboard('{Enter}');
  expect(shown()).toEqual(['Start from a draft.']);
  expect(dismiss()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(shown()).toEqual(['Rejecting teaches.']);
  await userEvent.keyboard('{Enter}');

  expect(shown()).toEqual([]);
  expect((await postRows())[0]).toContainElement(document.activeElement as HTMLElement);
});

it('the hint is there beside what waits for next month, which stays all month', async () => {
  const [post] = manyPosts(1);
  await openPostsTab([], '/dashboard', {
    'GET /api/reddit-posts': () =>
      Response.json({ success: true, posts: [post], total: 1, hasMore: false, offset: 0, limit: 50, waiting: 9 }),
  });
  await postRows();

  expect(screen.getByText('9 posts are waiting for next month.')).toBeVisible();
  expect(shown()).toEqual(['Every post has a reason.']);
});

it('a hint that was dismissed does not come back, for this account', async () => {
  const { unmount } = await openPostsTab(manyPosts(1));
  await postRows();
  await userEvent.click(dismiss());
  unmount();

  const again = await openPostsTab(manyPosts(1));
  await postRows();
  expect(shown()).toEqual(['Start from a draft.']);
  again.unmount();

  localStorage.setItem(`earshot-hints-${nora.id}`, JSON.stringify(['why', 'draft', 'reject']));
  await openPostsTab(manyPosts(1));
  await postRows();
  expect(shown()).toEqual([]);
});

it('there is none above an empty list, nor in another list than the first', async () => {
  const { unmount } = await openPostsTab([]);
  await screen.findByRole('heading', { name: 'No Reddit posts found' });
  expect(shown()).toEqual([]);
  unmount();

  await openPostsTab(
    manyPosts(1).map((post) => Object.assign(post, { rejected: true })),
    '/dashboard?search_rejected=true',
  );
  await postRows();
  expect(shown()).toEqual([]);
});
