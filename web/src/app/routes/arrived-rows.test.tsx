import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPanel } from '../../features/comments/preferences';
import { type Post, postsKey } from '../../features/discovery/api';
import { mentionsKey } from '../../features/mentions/api';
import { rowCountsKey } from '../../lists/arrived-rows';
import { aDraft, drafted } from '../../testing/comments';
import { nora } from '../../testing/identity';
import { aMention, openMentions, rowTitles } from '../../testing/mentions-tab';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost, postPageOf } from '../../testing/posts';
import { openPostsTab, postDetails, postListCalls, rejectsPost, titles } from '../../testing/posts-tab';
import { countsOf } from '../../testing/row-states';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('posts that are found while the list is read', () => {
  it('wait behind a button that counts them, and no row moves', async () => {
    const server = await openList();
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
    scroller().scrollTop = 400;

    await server.find(aPost(3));
    expect(await pill('1 new post')).toBeVisible();
    await server.find(aPost(4), aPost(5));

    expect(await pill('3 new posts')).toBeVisible();
    expect(titles()).toEqual([title(1), title(2)]);
    // By the height of the strip in which the button stands.
    expect(scroller().scrollTop).toBe(436);
    vi.restoreAllMocks();
  });

  it('are loaded by that button, with the top of the list in sight and the focus in it', async () => {
    const server = await openList();
    scroller().scrollTop = 400;
    await server.find(aPost(3));

    await userEvent.click(await pill('1 new post'));

    await waitFor(() => expect(titles()).toEqual([title(3), title(1), title(2)]));
    await waitFor(() => expect(scroller().scrollTop).toBe(0));
    expect(pillNow()).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: title(3) })).toHaveFocus();
  });

  it('are loaded by the key that refreshes, which moves to the top as well', async () => {
    const server = await openList();
    scroller().scrollTop = 400;
    await server.find(aPost(3));
    await pill('1 new post');

    await userEvent.keyboard('r');

    await waitFor(() => expect(titles()).toEqual([title(3), title(1), title(2)]));
    await waitFor(() => expect(scroller().scrollTop).toBe(0));
    expect(pillNow()).not.toBeInTheDocument();
  });

  it('leave what is open, and its draft, as they are', async () => {
    window.innerWidth = 1280;
    openPanel(true);
    const drafts = { 'GET /api/ai-comment/post-1': drafted(aDraft()), 'GET /api/ai-comment/post-2': drafted(aDraft()) };
    const server = await openList({ path: '/dashboard?post=post-2', answers: drafts });
    const draft = await screen.findByRole('textbox', { name: 'Generated comment' });
    fireEvent.change(draft, { target: { value: 'Half a sentence' } });
    await server.find(aPost(3));

    await userEvent.click(await pill('1 new post'));

    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(postDetails().getByRole('heading', { level: 2, name: title(2) })).toBeVisible();
    expect(server.address()).toBe('/dashboard?post=post-2');
    expect(draft).toBeInTheDocument();
    expect(draft).toHaveValue('Half a sentence');
    openPanel(false);
  });

  it('keep waiting when the list is read again by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = await openList();
    server.store(aPost(3));
    const before = postListCalls(server.calls).length;

    await act(() => vi.advanceTimersByTimeAsync(301_000));

    const since = postListCalls(server.calls).slice(before);
    expect(new Map(since.map((query) => [query.get('limit'), query.has('asOf')]))).toEqual(
      new Map([
        ['50', true],
        ['1', false],
      ]),
    );
    expect(await pill('1 new post')).toBeVisible();
    expect(titles()).toEqual([title(1), title(2)]);
    vi.useRealTimers();
  });

  it('are not confused with those that the user rejects meanwhile', async () => {
    const server = await openList();
    await server.find(aPost(3));
    await pill('1 new post');

    await userEvent.keyboard('x');
    await rejectsPost('Not our audience');

    await waitFor(() => expect(titles()).toEqual([title(2)]));
    expect(await pill('1 new post')).toBeVisible();
  });

  it('are forgotten under other filters, whose list has them', async () => {
    const server = await openList();
    await server.find(aPost(3));
    await pill('1 new post');

    await userEvent.click(screen.getByRole('combobox', { name: 'Sort posts' }));
    await userEvent.click(screen.getByRole('option', { name: 'Newest' }));

    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(pillNow()).not.toBeInTheDocument();
  });

  it('are in the list when the user comes back to it', async () => {
    const server = await openList();
    await server.find(aPost(3));
    await pill('1 new post');
    act(() => void server.queries.invalidateQueries({ queryKey: postsKey(nora.id), refetchType: 'none' }));

    await userEvent.click(screen.getByRole('link', { name: 'Brand Mentions' }));
    await screen.findByRole('heading', { level: 1, name: 'Brand Mentions' });
    await userEvent.click(screen.getByRole('link', { name: 'Relevant Posts' }));

    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(pillNow()).not.toBeInTheDocument();
  });

  it('do not arrive among the answered ones', async () => {
    const server = await openList({ path: '/dashboard?search_state=answered', posts: [answered(1), answered(2)] });
    const before = postListCalls(server.calls).length;

    await server.find(aPost(3));

    expect(pillNow()).not.toBeInTheDocument();
    expect(postListCalls(server.calls)).toHaveLength(before);
  });

  it('are told to screen readers once, politely', async () => {
    const server = await openList();
    await server.find(aPost(3));
    const told = await waitFor(() => politely('1 new post'));

    await server.find(aPost(4));

    expect(await pill('2 new posts')).toBeVisible();
    expect(told).toHaveTextContent(/^1 new post$/);
    await userEvent.keyboard('r');
    await waitFor(() => expect(told).toBeEmptyDOMElement());
  });

  it('are left to the strip of a search while one runs, and are in the list when it ends', async () => {
    const server = await openList();
    server.tell({ percent: 40 });
    await screen.findByRole('button', { name: 'Stop' });
    await server.find(aPost(3));
    expect(pillNow()).not.toBeInTheDocument();

    server.tell({ percent: 100, state: 'done', found: 1 });

    await waitFor(() => expect(titles()).toEqual([title(3), title(1), title(2)]));
    expect(pillNow()).not.toBeInTheDocument();
  });
});

describe('where nobody is in the middle of anything', () => {
  it('they simply appear in an empty list', async () => {
    const server = await openList({ posts: [] });
    await screen.findByText('No Reddit posts found');

    await server.find(aPost(3));

    expect(await screen.findByRole('list', { name: 'Posts' })).toBeVisible();
    expect(titles()).toEqual([title(3)]);
  });

  it('they simply appear at the top of a list in which nothing is open', async () => {
    window.innerWidth = 390;
    const server = await openList();

    await server.find(aPost(3));

    await waitFor(() => expect(titles()).toEqual([title(3), title(1), title(2)]));
  });

  it('they wait once that list is scrolled', async () => {
    window.innerWidth = 390;
    const server = await openList();
    scroller().scrollTop = 400;

    await server.find(aPost(3));

    expect(await pill('1 new post')).toBeVisible();
    expect(titles()).toEqual([title(1), title(2)]);
  });
});

it('mentions that are found wait in the same way', async () => {
  const stored = [aMention(1), aMention(2)];
  const lastQuery = () => server.calls.findLast(({ path }) => path === '/api/mentions')?.query;
  const server: { calls: Awaited<ReturnType<typeof openMentions>>['calls'] } = { calls: [] };
  const page = openMentions(stored, '/dashboard?tab=mentions', {
    'GET /api/mentions': () => {
      const asOf = lastQuery()?.get('asOf') ?? null;
      const mentions = asOf === null ? stored : stored.slice(-2);
      const counts = { total: mentions.length, unread: mentions.length, states: countsOf(mentions), hasMore: false };
      return Response.json({ success: true, mentions, ...counts, offset: 0, limit: 50, asOf: asOf ?? moments.next() });
    },
  });
  const { queries, calls } = await page;
  server.calls = calls;
  await screen.findByRole('list', { name: 'Mentions' });
  stored.unshift(aMention(3));

  await act(() => queries.invalidateQueries({ queryKey: rowCountsKey(mentionsKey(nora.id)) }));

  const button = await pill('1 new mention');
  expect(rowTitles()).toHaveLength(2);
  await userEvent.click(button);
  await waitFor(() => expect(rowTitles()).toHaveLength(3));
});

const title = (number: number) => `Post ${number} about late payments`;
const answered = (number: number) => aPost(number, { state: 'answered' });
const pill = (name: string) => screen.findByRole('button', { name });
const pillNow = () => screen.queryByRole('button', { name: /^\d+ new / });
const politely = (text: string) => {
  const told = screen.getAllByText(text).find((element) => element.getAttribute('aria-live') === 'polite');
  if (told === undefined) throw new Error(`'${text}' was not told`);
  return told;
};
const scroller = () => screen.getByRole('list', { name: 'Posts' }).parentElement as HTMLElement;

/** The server's clock: every answer comes a second later. */
const moments = {
  at: Date.parse('2026-11-15T12:00:00Z'),
  next: () => new Date((moments.at += 1000)).toISOString(),
};

type OpenedList = { path?: string; posts?: readonly Post[]; answers?: Record<string, () => Response> };

/** A server on which posts can be found while the list is open; what is found stands first. */
async function openList({ path = '/dashboard', posts = [aPost(1), aPost(2)], answers = {} }: OpenedList = {}) {
  const stored = posts.map((post) => ({ post, foundAt: moments.next() }));
  const rejected = (id: string) => () => {
    const found = stored.find(({ post }) => post.id === id);
    if (found !== undefined) found.post = { ...found.post, rejected: true, state: 'rejected' };
    return Response.json({ success: true });
  };
  let calls: Awaited<ReturnType<typeof openPostsTab>>['calls'] = [];
  const list = async () => {
    const query =
      postListCalls(calls).at(-1) ?? new URLSearchParams({ rejected: 'false', ...(path.includes('answered') && { state: 'answered' }) });
    const asOf = query.get('asOf') ?? moments.next();
    const there = stored.filter(({ foundAt }) => foundAt <= asOf).map(({ post }) => post);
    return Response.json({ ...((await postPageOf(there, query).json()) as object), asOf });
  };
  const page = await openPostsTab(posts, path, {
    'GET /api/reddit-posts': list,
    'POST /api/reddit-posts/post-1/reject': rejected('post-1'),
    ...answers,
  });
  calls = page.calls;
  if (posts.length > 0) await screen.findByRole('list', { name: 'Posts' });
  const store = (...found: Post[]) => void stored.unshift(...found.map((post) => ({ post, foundAt: moments.next() })));
  /** Stores them and tells the page, as the live channel does. */
  const find = async (...found: Post[]) => {
    store(...found);
    await act(() => page.queries.invalidateQueries({ queryKey: rowCountsKey(postsKey(nora.id)) }));
  };
  return { ...page, store, find };
}
