import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPanel } from '../../features/comments/preferences';
import { postsKey } from '../../features/discovery/api';
import { mentionsKey } from '../../features/mentions/api';
import { rowCountsKey } from '../../lists/arrived-rows';
import {
  answered,
  moments,
  openList,
  pill,
  pillNow,
  politely,
  scroller,
  theStripIsHigh,
  title,
  watchForNews,
} from '../../testing/arrivals';
import { aDraft, drafted } from '../../testing/comments';
import { nora } from '../../testing/identity';
import { aMention, openMentions, rowTitles } from '../../testing/mentions-tab';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost } from '../../testing/posts';
import { postDetails, postListCalls, rejectsPost, titles } from '../../testing/posts-tab';
import { countsOf } from '../../testing/row-states';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  openPanel(false);
});

describe('posts that are found while the list is read', () => {
  it('wait behind a button that counts them, and no row moves', async () => {
    const server = await openList();
    theStripIsHigh();
    scroller().scrollTop = 400;

    await server.find(aPost(3));
    expect(await pill('1 new post')).toBeVisible();
    await server.find(aPost(4), aPost(5));

    expect(await pill('3 new posts')).toBeVisible();
    expect(titles()).toEqual([title(1), title(2)]);
    // By the height of the strip in which the button stands.
    expect(scroller().scrollTop).toBe(436);
  });

  it('push the list down at its top, where scrolling would cut off the first row', async () => {
    const server = await openList();
    theStripIsHigh();

    await server.find(aPost(3));

    expect(await pill('1 new post')).toBeVisible();
    expect(scroller().scrollTop).toBe(0);
  });

  it('wait there too when the last row on the screen leaves', async () => {
    const server = await openList({ posts: [aPost(1)] });
    await server.find(aPost(3));
    await pill('1 new post');

    await userEvent.keyboard('a');
    expect(await screen.findByRole('heading', { name: 'No open posts' })).toBeVisible();

    await userEvent.click(await pill('1 new post'));
    await waitFor(() => expect(titles()).toEqual([title(3)]));
    expect(pillNow()).not.toBeInTheDocument();
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

  it('leave the button and the focus where they are until they are loaded', async () => {
    const server = await openList();
    await server.find(aPost(3), aPost(4));
    const button = await pill('2 new posts');
    const answer = server.holdAnswers();

    await userEvent.click(button);
    await waitFor(() => expect(server.reads()).toBe(2));

    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleName('2 new posts');
    answer();
    await waitFor(() => expect(screen.getByRole('button', { name: title(3) })).toHaveFocus());
  });

  it('wait again when loading them is broken off, and move nothing later', async () => {
    const server = await openList();
    await server.find(aPost(3));
    const answer = server.holdAnswers();
    await userEvent.click(await pill('1 new post'));
    await act(() => server.queries.cancelQueries({ queryKey: postsKey(nora.id) }));
    answer();
    expect(await pill('1 new post')).toBeVisible();
    scroller().scrollTop = 400;

    server.tell({ percent: 40 });
    await screen.findByRole('button', { name: 'Stop' });
    server.tell({ percent: 100, state: 'done', found: 1 });

    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(scroller().scrollTop).toBe(400);
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
  });

  it('are the first that J leads to once they are shown, wherever the open one is', async () => {
    const server = await openList({ path: '/dashboard?post=post-2' });
    await server.find(aPost(3), aPost(4));
    await pill('2 new posts');
    await userEvent.keyboard('r');
    await waitFor(() => expect(titles()).toHaveLength(4));

    await userEvent.keyboard('j');
    await waitFor(() => expect(server.address()).toBe('/dashboard?post=post-3'));

    await userEvent.keyboard('j');
    await waitFor(() => expect(server.address()).toBe('/dashboard?post=post-4'));
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

  it('are no reason to hold the answered ones, which have what another device answered within five minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = await openList({ path: '/dashboard?search_state=answered', posts: [answered(1)] });
    server.store(answered(2));

    await act(() => vi.advanceTimersByTimeAsync(301_000));

    await waitFor(() => expect(titles()).toEqual([title(2), title(1)]));
  });

  it('are told to screen readers once, politely', async () => {
    const server = await openList();
    await server.find(aPost(3));
    const told = await waitFor(() => politely('1 new post'));

    await server.find(aPost(4));

    expect(await pill('2 new posts')).toBeVisible();
    expect(told, 'what is not true any more').toBeEmptyDOMElement();
    await userEvent.keyboard('r');
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(told).toBeEmptyDOMElement();
  });

  it('are left to the strip of a search while one runs, and are in the list when it ends', async () => {
    const server = await openList();
    server.tell({ percent: 40 });
    await screen.findByRole('button', { name: 'Stop' });
    await server.find(aPost(3));
    expect(pillNow()).not.toBeInTheDocument();

    const answer = server.holdAnswers();
    const flashes = watchForNews();
    scroller().scrollTop = 400;

    server.tell({ percent: 100, state: 'done', found: 1 });

    await waitFor(() => expect(server.reads()).toBe(2));
    expect(await screen.findByText('Discovery Complete')).toBeVisible();
    answer();
    await waitFor(() => expect(titles()).toEqual([title(3), title(1), title(2)]));
    expect(pillNow()).not.toBeInTheDocument();
    expect(flashes).toEqual([]);
    expect(scroller().scrollTop).toBe(400);
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
