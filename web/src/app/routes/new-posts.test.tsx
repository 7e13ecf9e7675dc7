import type { InfiniteData } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Post, postsKey } from '../../features/discovery/api';
import { unreadPostsKey } from '../../features/discovery/read-api';
import { sinceLabel } from '../../lib/dates';
import type { ListPage } from '../../lists/pages';
import { withRead } from '../../lists/read-state';
import { nora } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost, postPageOf } from '../../testing/posts';
import { openPostsTab, postListCalls, rejectsPost } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('what is new since the last visit', () => {
  it('stands first, under the moment of that visit, and the rest under Earlier', async () => {
    await openNews();

    expect(await screen.findByRole('heading', { name: `New since ${sinceLabel(lastVisit, Date.now())} 2` })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Earlier' })).toBeVisible();
    expect(titlesIn('New posts')).toEqual([title(1), title(2)]);
    expect(titlesIn('Earlier posts')).toEqual([title(3), title(4)]);
    expect(rowOf(1)).toHaveAttribute('aria-posinset', '1');
    expect(rowOf(3)).toHaveAttribute('aria-posinset', '3');
    expect(isMarked(1)).toBe(true);
    expect(isMarked(3)).toBe(false);
  });

  it('has no date in the first visit, and no Earlier where nothing is', async () => {
    await openNews({ posts: [unread(1), unread(2)], newSince: null });

    expect(await screen.findByRole('heading', { name: 'New 2' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Earlier' })).not.toBeInTheDocument();
  });

  it('makes no sections where there is nothing new', async () => {
    await openNews({ posts: [aPost(1), aPost(2)] });
    expect(await screen.findByRole('list', { name: 'Posts' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: /^New|^Earlier/ })).not.toBeInTheDocument();
  });

  it('is not put first among the most popular ones', async () => {
    await openNews({ path: '/dashboard?search_sort=popular' });

    expect(within(await screen.findByRole('list', { name: 'Posts' })).getAllByRole('listitem')).toHaveLength(4);
    expect(isMarked(1)).toBe(true);
  });

  it('is walked through with J over both sections, without a stop at their heads', async () => {
    await openNews();
    await screen.findByRole('list', { name: 'New posts' });

    await userEvent.keyboard('jj');

    await waitFor(() => expect(rowButton(3)).toHaveFocus());
    await userEvent.keyboard('k');
    await waitFor(() => expect(rowButton(2)).toHaveFocus());
  });
});

describe('reading a post', () => {
  it('happens by opening it: at once, in every count, and without moving it', async () => {
    const { calls } = await openNews({ mentionsUnread: 4 });
    await screen.findByRole('list', { name: 'New posts' });
    await waitFor(() => expect(document.title).toBe('(6) Relevant Posts · Earshot'));
    expect(markedRead(calls), 'the first one opens by itself').toEqual([]);

    await userEvent.click(rowButton(2));

    await waitFor(() => expect(isMarked(2)).toBe(false));
    expect(markedRead(calls)).toEqual([{ postIds: ['post-2'], all: false, asOf: null }]);
    expect(screen.getByRole('link', { name: 'Relevant Posts' })).toHaveAccessibleDescription('1 unread');
    await waitFor(() => expect(document.title).toBe('(5) Relevant Posts · Earshot'));
    expect(titlesIn('New posts')).toEqual([title(1), title(2)]);
  });

  it('leaves it in its place when the list is read again, until the next visit', async () => {
    const server = await openNews();
    await screen.findByRole('list', { name: 'New posts' });
    await userEvent.click(rowButton(1));
    await waitFor(() => expect(isMarked(1)).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(postListCalls(server.calls)).toHaveLength(2));
    expect(titlesIn('New posts')).toEqual([title(1), title(2)]);

    server.stored = [unread(2), aPost(3), aPost(1), aPost(4)];
    server.newSince = new Date(Date.now() - 60_000).toISOString();
    act(() => void server.queries.invalidateQueries({ queryKey: unreadPostsKey(nora.id) }));
    await waitFor(() => expect(titlesIn('New posts')).toEqual([title(2)]));
    expect(titlesIn('Earlier posts')).toEqual([title(3), title(1), title(4)]);
  });

  it('leaves it in its place when another tab was open meanwhile', async () => {
    await openNews();
    await screen.findByRole('list', { name: 'New posts' });
    await userEvent.click(rowButton(1));
    await waitFor(() => expect(isMarked(1)).toBe(false));

    await userEvent.click(screen.getByRole('link', { name: 'Brand Mentions' }));
    await screen.findByRole('heading', { level: 1, name: 'Brand Mentions' });
    await userEvent.click(screen.getByRole('link', { name: 'Relevant Posts' }));

    expect(await screen.findByRole('list', { name: 'New posts' })).toBeVisible();
    expect(titlesIn('New posts')).toEqual([title(1), title(2)]);
  });

  it('that the server refuses is taken back, with a message and a Retry', async () => {
    const { answers } = await openNews();
    answers['POST /api/reddit-posts/mark-read'] = refusal(500, 'Not now.');
    await screen.findByRole('list', { name: 'New posts' });

    await userEvent.click(rowButton(2));

    expect(await screen.findByText('The post could not be marked as read')).toBeVisible();
    expect(isMarked(2)).toBe(true);
    delete answers['POST /api/reddit-posts/mark-read'];
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(isMarked(2)).toBe(false));
  });

  it('takes the key U for the one that is open', async () => {
    const { calls } = await openNews();
    await screen.findByRole('list', { name: 'New posts' });

    await userEvent.keyboard('u');

    await waitFor(() => expect(markedRead(calls)).toEqual([{ postIds: ['post-1'], all: false, asOf: null }]));
    expect(isMarked(1)).toBe(false);
  });

  it('of all of them takes one press, and then nothing is new', async () => {
    const { calls } = await openNews();

    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));

    expect(await screen.findByText('All posts are marked as read')).toBeVisible();
    expect(markedRead(calls)).toEqual([{ postIds: [], all: true, asOf: '2026-11-15T12:00:00Z' }]);
    expect(titlesIn('Posts')).toEqual([1, 2, 3, 4].map(title));
    expect(screen.queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /^New|^Earlier/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Relevant Posts' })).toHaveAccessibleDescription('');
  });

  it('rejects an unread one with the counts following', async () => {
    const server = await openNews();
    await screen.findByRole('list', { name: 'New posts' });
    server.answers['POST /api/reddit-posts/post-1/reject'] = () => {
      server.stored.shift();
      return Response.json({ success: true });
    };

    await userEvent.click(within(rowOf(1)).getAllByRole('button', { name: /Reject post/ })[0] as HTMLElement);
    await rejectsPost('Not our audience');

    await waitFor(() => expect(screen.getByRole('link', { name: 'Relevant Posts' })).toHaveAccessibleDescription('1 unread'));
  });
});

describe('the order in which posts were found', () => {
  it('is one of the sort orders, in the address, with the time of finding in the rows', async () => {
    const foundAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const { calls, address } = await openNews({ posts: [unread(1, { found_at: foundAt }), aPost(2, { found_at: foundAt })] });
    await screen.findByRole('list', { name: 'New posts' });

    await userEvent.click(screen.getByRole('combobox', { name: 'Sort posts' }));
    await userEvent.click(screen.getByRole('option', { name: 'Recently found' }));

    await waitFor(() => expect(address()).toMatch(/search_sort=found/));
    await waitFor(() => expect(rowOf(2)).toHaveTextContent('found 3h ago'));
    expect(postListCalls(calls).at(-1)?.get('sortBy')).toBe('found');
    expect(titlesIn('New posts')).toEqual([title(1)]);
  });
});

describe('a visit', () => {
  it('is told when the dashboard opens and when its tab comes back into sight, never in a hidden one', async () => {
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { calls } = await openNews();
    await screen.findByRole('list', { name: 'New posts' });
    expect(visits(calls)).toBe(0);

    sight.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(visits(calls)).toBe(1));
    sight.mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    fireEvent.keyDown(document.body, { key: 'Shift' });
    expect(visits(calls)).toBe(1);
    sight.mockRestore();
  });

  it('is told again while keys are pressed or the pointer moves, but not within five minutes', async () => {
    const clock = vi.spyOn(performance, 'now');
    const start = performance.now();
    clock.mockReturnValue(start);
    const { calls } = await openNews();
    await waitFor(() => expect(visits(calls)).toBe(1));

    clock.mockReturnValue(start + 4 * 60_000);
    fireEvent.pointerMove(document.body);
    expect(visits(calls)).toBe(1);
    clock.mockReturnValue(start + 5 * 60_000);
    fireEvent.pointerMove(document.body);
    fireEvent.keyDown(document.body, { key: 'Shift' });

    await waitFor(() => expect(visits(calls)).toBe(2));
    clock.mockRestore();
  });

  it('that begins anew has the list and the counts read again', async () => {
    const server = await openNews();
    await screen.findByRole('list', { name: 'New posts' });
    await waitFor(() => expect(visits(server.calls)).toBe(1));
    server.stored.splice(0, 4, unread(5), aPost(1), aPost(2));
    server.newSince = new Date(Date.now() - 3_600_000).toISOString();

    fireEvent(document, new Event('visibilitychange'));

    await waitFor(() => expect(titlesIn('New posts')).toEqual([title(5)]));
    expect(screen.getByRole('link', { name: 'Relevant Posts' })).toHaveAccessibleDescription('1 unread');
  });

  it('that fails is not worth a word', async () => {
    const { answers } = await openNews({ refusesVisits: true });

    expect(await screen.findByRole('list', { name: 'New posts' })).toBeVisible();
    expect(screen.queryByText('Not now.')).not.toBeInTheDocument();
    expect(answers['POST /api/reddit-posts/visit']).toBeDefined();
  });
});

it('more than 99 unread ones are not counted in the tab', async () => {
  await openNews({ mentionsUnread: 140 });

  await waitFor(() => expect(document.title).toBe('(99+) Relevant Posts · Earshot'));
});

it('a post that another device has read is read here, too', async () => {
  const { queries } = await openNews();
  await screen.findByRole('list', { name: 'New posts' });

  act(() => {
    queries.setQueriesData<InfiniteData<ListPage<Post>>>(
      { queryKey: postsKey(nora.id) },
      (list) => list && withRead(list, ['post-1', 'post-2']),
    );
  });

  await waitFor(() => expect(screen.queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument());
  expect(titlesIn('New posts')).toEqual([title(1), title(2)]);
});

const lastVisit = new Date(Date.now() - 26 * 3_600_000).toISOString();
const unread = (number: number, changes: Partial<Post> = {}) => aPost(number, { is_read: false, is_new: true, ...changes });
const title = (number: number) => `Post ${number} about late payments`;

type News = { posts?: readonly Post[]; newSince?: string | null; path?: string; mentionsUnread?: number; refusesVisits?: boolean };

/** A server on which two of four posts are new. What it stores can be changed, and so can its answers. */
async function openNews({ posts, newSince = lastVisit, path = '/dashboard', mentionsUnread = 0, refusesVisits = false }: News = {}) {
  const server = { stored: [...(posts ?? [unread(1), unread(2), aPost(3), aPost(4)])], newSince };
  const answers: Record<string, () => Response> = refusesVisits ? { 'POST /api/reddit-posts/visit': refusal(500, 'Not now.') } : {};
  const counts = () => {
    const count = server.stored.filter(({ is_read: isRead }) => isRead === false).length;
    return Response.json({ success: true, unread: count, newSince: server.newSince, error: null });
  };
  const markRead = () => {
    const { postIds, all } = markedRead(page.calls).at(-1) ?? { postIds: [], all: false };
    server.stored = server.stored.map((post) =>
      all ? { ...post, is_read: true, is_new: false } : postIds.includes(post.id) ? { ...post, is_read: true } : post,
    );
    return Response.json({ success: true, marked: 1, error: null });
  };
  const foreseen: Record<string, () => Response> = {
    'GET /api/reddit-posts': () =>
      postPageOf(
        server.stored,
        page?.calls.findLast((call) => call.path === '/api/reddit-posts')?.query ?? new URLSearchParams({ rejected: 'false' }),
        0,
        server.newSince,
      ),
    'GET /api/reddit-posts/unread': counts,
    'POST /api/reddit-posts/visit': counts,
    'POST /api/reddit-posts/mark-read': markRead,
    'POST /api/reddit-posts/post-1/reject': () => Response.json({ success: true }),
    'GET /api/mentions/stats': () =>
      Response.json({
        success: true,
        stats: { total: 0, unread: mentionsUnread, rejected: 0, positive: 0, negative: 0, neutral: 0, days: [] },
      }),
  };
  const given = Object.entries(foreseen).map(([call, answer]) => [call, () => (answers[call] ?? answer)()] as const);
  const opening = openPostsTab(posts ?? [], path, Object.fromEntries(given));
  let page: Awaited<typeof opening>;
  page = await opening;
  return Object.assign(server, page, { answers });
}

const rowButton = (number: number) => screen.getByRole('button', { name: title(number) });
const rowOf = (number: number) => rowButton(number).closest('li') as HTMLElement;
const isMarked = (number: number) => within(rowOf(number)).queryByRole('img', { name: 'Unread' }) !== null;
const titlesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

type Calls = Awaited<ReturnType<typeof openPostsTab>>['calls'];
const markedRead = (calls: Calls) =>
  calls.filter(({ path }) => path === '/api/reddit-posts/mark-read').map(({ body }) => body as { postIds: string[]; all: boolean });
const visits = (calls: Calls) => calls.filter(({ path }) => path === '/api/reddit-posts/visit').length;
