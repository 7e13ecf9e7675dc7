import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { momentOf, timeOf } from '../../lib/dates';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts, postPageOf } from '../../testing/posts';
import { openPostsTab, postRows, search } from '../../testing/posts-tab';

const discovery = 'POST /api/reddit-discovery';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('posts that wait for the allowance', () => {
  it('say when more of them come', async () => {
    const allowanceResetsAt = new Date(Date.now() + 14 * dayMs).toISOString();
    await openPostsTab([], '/dashboard', { 'GET /api/reddit-posts': () => waitingPage({ allowanceResetsAt }) });

    expect(await screen.findByText('12 posts are waiting for next month.')).toBeVisible();
    const moment = momentOf(allowanceResetsAt, Date.now());
    expect(screen.getByText(new RegExp(`this month\\. More arrive ${moment}\\. Nothing is lost\\.$`))).toBeVisible();
  });

  it('of a server that does not know say so without a time', async () => {
    await openPostsTab([], '/dashboard', { 'GET /api/reddit-posts': () => waitingPage({ allowanceResetsAt: null }) });

    expect(await screen.findByText(/posts for this month\. Nothing is lost\.$/)).toBeVisible();
  });
});

describe('a discovery that came too soon', () => {
  it('goes by the header where the body has no time', async () => {
    await openPostsTab(manyPosts(1), '/dashboard', { [discovery]: tooSoon({}, { 'Retry-After': '7200' }) });
    const expected = [Date.now(), Date.now() + 60_000].map((now) => possible(new Date(now + 7_200_000).toISOString()));

    await userEvent.click(await screen.findByRole('button', { name: 'Find new posts' }));

    const told = await screen.findByText(/^Next search possible/);
    expect(expected).toContain(told.textContent);
  });

  it('is not offered in an empty list either, nor started by Enter', async () => {
    const retryAt = new Date(Date.now() + 3_600_000).toISOString();
    const { calls } = await openPostsTab([], '/dashboard', { [discovery]: tooSoon({ retryAt }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));
    expect(await screen.findByText(possible(retryAt))).toBeVisible();

    expect(screen.getByRole('button', { name: 'Find Opportunities' })).toBeDisabled();
    await userEvent.type(search(), 'net 30{Enter}');

    await waitFor(() => expect(search()).toHaveValue('net 30'));
    expect(calls.filter(({ method, path }) => method === 'POST' && path === '/api/reddit-discovery')).toHaveLength(1);
  });

  it('is possible again when its time is over', async () => {
    const retryAt = new Date(Date.now() + 3_000).toISOString();
    await openPostsTab(manyPosts(1), '/dashboard', { [discovery]: tooSoon({ retryAt }) });
    await postRows();

    await userEvent.click(screen.getByRole('button', { name: 'Find new posts' }));
    await screen.findByText(possible(retryAt));

    await waitFor(() => expect(screen.queryByText(/^Next search possible/)).not.toBeInTheDocument(), { timeout: 8_000 });
    expect(screen.getByRole('button', { name: 'Find new posts' })).toBeEnabled();
  });
});

describe('the first discovery', () => {
  it('that waits for Reddit says until when', async () => {
    const waitsUntil = new Date(Date.now() + 120_000).toISOString();
    const { tell } = await openPostsTab([], '/dashboard', { [discovery]: () => new Promise<Response>(() => {}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Find Opportunities' }));

    tell({ stage: 'Searching Reddit', found: 2, waitsUntil });
    expect(
      await screen.findByText(new RegExp(`^Waiting for Reddit until ${timeOf(waitsUntil)} · \\d:\\d\\d so far · 2 found`)),
    ).toBeVisible();

    tell({ stage: 'Searching Reddit', found: 3 });
    expect(await screen.findByText(/^Searching Reddit · \d:\d\d so far · 3 found/)).toBeVisible();
  });
});

const dayMs = 86_400_000;
const possible = (at: string) => `Next search possible ${momentOf(at, Date.now())}`;

/** The list, with posts that the plan has no room for. */
async function waitingPage(more: object): Promise<Response> {
  const page = (await postPageOf([aPost(1)], new URLSearchParams('rejected=false'), 12).json()) as object;
  return Response.json({ ...page, ...more });
}

function tooSoon(more: object, headers: Record<string, string> = {}): () => Response {
  const body = { success: false, error: 'Too Many Requests', message: 'You have used 4 of 4 searches this hour.', ...more };
  return () => Response.json(body, { status: 429, headers });
}
