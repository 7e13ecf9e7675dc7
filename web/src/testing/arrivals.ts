import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { type Post, postsKey } from '../features/discovery/api';
import { rowCountsKey } from '../lists/arrived-rows';
import type { RowState } from '../lists/row-state';
import { nora } from './identity';
import { aPost, postPageOf } from './posts';
import { openPostsTab, postListCalls } from './posts-tab';

export const title = (number: number) => `Post ${number} about late payments`;
export const answered = (number: number) => aPost(number, { state: 'answered' });
export const pill = (name: string) => screen.findByRole('button', { name });
export const pillNow = () => screen.queryByRole('button', { name: /^\d+ new / });
export const politely = (text: string) => {
  const told = screen.getAllByText(text).find((element) => element.getAttribute('aria-live') === 'polite');
  if (told === undefined) throw new Error(`'${text}' was not told`);
  return told;
};
/** Keeps what says, in the strip or to screen readers, that rows wait, however short it is there. */
export const watchForNews = () => {
  const seen: string[] = [];
  const observer = new MutationObserver((records) => {
    const texts = records.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent ?? ''));
    seen.push(...texts.filter((text) => /^\d+ new posts?$/.test(text)));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return seen;
};
/** In a page that is not laid out nothing is. */
export const theStripIsHigh = () => vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
export const scroller = () => screen.getByRole('list', { name: 'Posts' }).parentElement as HTMLElement;

/** The server's clock: every answer comes a second later. */
export const moments = {
  at: Date.parse('2026-11-15T12:00:00Z'),
  next: () => new Date((moments.at += 1000)).toISOString(),
};

type OpenedList = { path?: string; posts?: readonly Post[]; answers?: Record<string, () => Response> };

/** A server on which posts can be found while the list is open; what is found stands first. */
export async function openList({ path = '/dashboard', posts = [aPost(1), aPost(2)], answers = {} }: OpenedList = {}) {
  const stored = posts.map((post) => ({ post, foundAt: moments.next() }));
  const firstBecomes = (state: RowState) => () => {
    const first = stored.find(({ post }) => post.id === 'post-1');
    if (first !== undefined) first.post = { ...first.post, state, rejected: state === 'rejected' };
    return Response.json({ success: true });
  };
  let calls: Awaited<ReturnType<typeof openPostsTab>>['calls'] = [];
  let held = Promise.resolve();
  const list = async () => {
    const query =
      postListCalls(calls).at(-1) ?? new URLSearchParams({ rejected: 'false', ...(path.includes('answered') && { state: 'answered' }) });
    const asOf = query.get('asOf') ?? moments.next();
    const there = stored.filter(({ foundAt }) => foundAt <= asOf).map(({ post }) => post);
    await held;
    return Response.json({ ...((await postPageOf(there, query).json()) as object), asOf });
  };
  const page = await openPostsTab(posts, path, {
    'GET /api/reddit-posts': list,
    'POST /api/reddit-posts/post-1/reject': firstBecomes('rejected'),
    'PATCH /api/reddit-posts/post-1/state': firstBecomes('answered'),
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
  /** From now on the lists are answered, as they are when they are asked for, once the returned function is called. */
  const holdAnswers = () => {
    let answer: (() => void) | undefined;
    held = new Promise((resolve) => {
      answer = resolve;
    });
    return () => answer?.();
  };
  /** How often the list was read; its rows are counted with calls of their own. */
  const reads = () => postListCalls(calls).filter((query) => query.get('limit') === '50').length;
  return { ...page, store, find, holdAnswers, reads };
}
