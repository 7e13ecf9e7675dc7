import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobProgress } from '../../api/progress';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts } from '../../testing/posts';
import { bodyOf, postListCalls, openPostsTab, rejectsPost, postRows, search, titles } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('discovery', () => {
  const answer = { success: true, posts: [], newPostsCount: 4, failures: [{ what: 'late payments', why: 'Reddit did not answer' }] };

  it('starts with Enter, with what is typed as one more keyword, and ends with a toast and a new list', async () => {
    const { calls } = await openPostsTab([], '/dashboard?search_sort=new', { 'POST /api/reddit-discovery': () => Response.json(answer) });
    await screen.findByRole('heading', { name: 'No Reddit posts found' });

    await userEvent.type(search(), 'net 30{Enter}');

    expect(await screen.findByText('Discovery Complete')).toBeVisible();
    expect(screen.getByText('Found 4 new posts using comprehensive keyword search across Reddit.')).toBeVisible();
    expect(bodyOf(calls, '/api/reddit-discovery')).toEqual({ sortBy: 'new', query: 'net 30', alone: false });
    expect(screen.getByText(/sources could not be searched: late payments \(Reddit did not answer\)/)).toBeVisible();
    await waitFor(() => expect(postListCalls(calls).filter((query) => query.get('q') === 'net 30').length).toBeGreaterThan(1));
  });

  it('that fails says why and can be tried again', async () => {
    let turn = 0;
    const answers = [refusal(503, 'Reddit is away'), () => Response.json(answer)];
    await openPostsTab([], '/dashboard', { 'POST /api/reddit-discovery': () => (answers[turn++] ?? refusal(500, 'too often'))() });

    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));
    expect(await screen.findByText('Backend API error: 503 - Reddit is away')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Discovery Complete')).toBeVisible();
  });

  it('that says itself that it failed is believed', async () => {
    await openPostsTab([], '/dashboard', { 'POST /api/reddit-discovery': () => Response.json({ success: false, posts: [] }) });

    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));

    expect(await screen.findByText('Backend discovery failed')).toBeVisible();
  });

  it('without a subscription leads to the payment', async () => {
    const { address } = await openPostsTab([], '/dashboard', {
      'POST /api/reddit-discovery': refusal(402, 'An active subscription is required.'),
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));

    await waitFor(() => expect(address()).toBe('/payment'));
  });

  it('is followed as its worker tells', async () => {
    const { tell } = await openPostsTab([], '/dashboard', { 'POST /api/reddit-discovery': () => new Promise<Response>(() => {}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));
    expect(await screen.findByRole('heading', { name: 'Listening for new posts' })).toBeVisible();

    tell({ percent: 31, found: 12, stage: 'Searching Reddit' });

    expect(await screen.findByText(/^Searching Reddit · \d:\d\d so far · 12 found/)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Listening for new posts' })).toHaveAttribute('aria-valuenow', '31');

    tell({ percent: 65, found: 12, stage: 'Reading posts' });

    expect(await screen.findByText(/^Reading posts · \d:\d\d so far · 12 found/)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Listening for new posts' })).toHaveAttribute('aria-valuenow', '65');
  });

  it('that found nothing leads to the keywords', async () => {
    const { router } = await openPostsTab(manyPosts(1), '/dashboard?search_q=invoice', {
      'POST /api/reddit-discovery': () => Response.json({ ...answer, newPostsCount: 0 }),
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Find new posts' }));

    expect(await screen.findByText('Found 0 new posts using comprehensive keyword search across Reddit.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Improve keywords' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Keywords & searches' })).toHaveFocus());
    expect(router.state.location.search).toBe('?search_q=invoice&section=keywords&tab=settings');
  });

  it('starts with F, counts its searches above the list, and can be stopped', async () => {
    const waiting: ((response: Response) => void)[] = [];
    const { tell, calls } = await openPostsTab(manyPosts(2), '/dashboard', {
      'POST /api/reddit-discovery': () => new Promise<Response>((resolve) => void waiting.push(resolve)),
      'DELETE /api/reddit-discovery': () => Response.json({ success: true }),
    });
    await postRows();

    await userEvent.keyboard('f');
    tell({ percent: 31, found: 4, stage: 'Searching Reddit', done: 11, of: 24 });
    expect(await screen.findByText('Searching, 11 of 24 searches done')).toBeVisible();
    expect(screen.getByText('4 found so far. You can leave this page.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Find new posts' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/api/reddit-discovery')).toBe(true));
    waiting[0]?.(Response.json(answer));

    expect(await screen.findByText('Found 4 new posts using comprehensive keyword search across Reddit.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Find new posts' })).toBeEnabled();
  });

  it('that waits for Reddit says until when', async () => {
    const waitsUntil = new Date(new Date().setHours(3, 42, 0, 0)).toISOString();
    const { tell } = await openPostsTab(manyPosts(1), '/dashboard', {
      'POST /api/reddit-discovery': () => new Promise<Response>(() => {}),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Find new posts' }));

    tell({ stage: 'Searching Reddit', done: 3, of: 9, waitsUntil });

    expect(await screen.findByText('Waiting for Reddit until 03:42')).toBeVisible();
  });

  it('that came too soon says when the next one is possible, and does not offer it before', async () => {
    const retryAt = new Date(new Date().setHours(23, 59, 0, 0)).toISOString();
    await openPostsTab(manyPosts(1), '/dashboard', {
      'POST /api/reddit-discovery': () =>
        Response.json(
          { success: false, error: 'Too Many Requests', message: 'You have used 4 of 4 searches this hour.', retryAt },
          { status: 429 },
        ),
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Find new posts' }));

    expect(await screen.findByText('Next search possible at 23:59')).toBeVisible();
    expect(screen.getByText('You have used 4 of 4 searches this hour.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Find new posts' })).toBeDisabled();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('leads from its toast to the list, from wherever it was', async () => {
    const { address } = await openPostsTab(manyPosts(2), '/dashboard?search_q=Post+2', {
      'POST /api/reddit-discovery': () => Response.json(answer),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Find new posts' }));

    await userEvent.click(await screen.findByRole('button', { name: 'Show' }));

    await waitFor(() => expect(address()).toBe('/dashboard?post=post-1'));
  });

  it('that was running before the page was loaded is shown above the list, and its end brings toast and list', async () => {
    const running: JobProgress = { job: 'discovery', stage: 'Searching', percent: 31, found: 2, state: 'running' };
    const { tell, calls } = await openPostsTab(manyPosts(2), '/dashboard', {
      'GET /api/jobs/current': () => Response.json({ jobs: [running] }),
    });
    expect(await screen.findByRole('progressbar', { name: 'Listening for new posts' })).toHaveAttribute('aria-valuenow', '31');
    expect(await postRows()).toHaveLength(2);
    const before = postListCalls(calls).length;

    tell({ percent: 100, found: 9, state: 'done' });

    expect(await screen.findByText('Found 9 new posts using comprehensive keyword search across Reddit.')).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    await waitFor(() => expect(postListCalls(calls).length).toBe(before + 1));
  });
});

describe('rejecting', () => {
  it('takes the post away at once, opens the next one, and can be undone', async () => {
    const { calls, address } = await openPostsTab(manyPosts(3));
    await postRows();
    await userEvent.click(screen.getAllByRole('button', { name: 'Reject post' })[0] as HTMLElement);

    await rejectsPost('Not ours');

    await waitFor(() => expect(titles()).toEqual(['Post 2 about late payments', 'Post 3 about late payments']));
    expect(screen.getByText('2 posts found (2 loaded)')).toBeVisible();
    expect(address()).toBe('/dashboard?post=post-2');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Post 2 about late payments' })).toHaveFocus());
    expect(bodyOf(calls, '/api/reddit-posts/post-1/reject')).toEqual({ reason: 'Not ours' });
    expect(await screen.findByText('The post has been removed from your list.')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The post has been restored to your list.')).toBeVisible();
    expect(titles()).toEqual(['Post 1 about late payments', 'Post 2 about late payments', 'Post 3 about late payments']);
  });

  it('that the server refuses brings it back to its place, with a Retry', async () => {
    let answer: () => Response = refusal(500, 'no');
    await openPostsTab(manyPosts(3), '/dashboard?post=post-2', { 'POST /api/reddit-posts/post-2/reject': () => answer() });
    await postRows();

    await userEvent.keyboard('x');
    await rejectsPost('Not ours');
    expect(await screen.findByText('Failed to reject post. Please try again.')).toBeVisible();
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(titles()[1]).toBe('Post 2 about late payments');

    answer = () => Response.json({ success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Post Rejected')).toBeVisible();
    await waitFor(() => expect(titles()).toHaveLength(2));
  });

  it('is undone from the rejected ones, where each has Restore', async () => {
    await openPostsTab([aPost(1, { rejected: true }), aPost(2, { rejected: true })], '/dashboard?search_rejected=true', {
      'POST /api/reddit-posts/post-2/restore': refusal(500, 'no'),
    });
    const [, second] = await postRows();
    expect(second).toHaveTextContent('Rejected');

    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Failed to restore post. Please try again.')).toBeVisible();
    await waitFor(() => expect(titles()).toHaveLength(2));
    await userEvent.click(within((await postRows())[0] as HTMLElement).getByRole('button', { name: 'Restore' }));

    expect(await screen.findByText('Post Restored')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Post 2 about late payments']));
  });
});
