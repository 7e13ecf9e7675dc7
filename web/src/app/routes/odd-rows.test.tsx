import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMention, mentionDetails, mentionRows, openMentions } from '../../testing/mentions-tab';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost } from '../../testing/posts';
import { openPostsTab, postDetails, postRows } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await toastsAreGone();
});

describe('a post', () => {
  it.each([
    ['whose list is null', { ...aPost(2), keywords_matched: null }],
    ['without a title', without(aPost(2), 'title')],
    ['without figures', without(aPost(2), 'score')],
    ['of a source that is not known', { ...aPost(2), source: 'toString' }],
    ['whose keywords are no texts', { ...aPost(2), keywords_matched: [{ keyword: {} }] }],
    ['that is nothing', null],
    ['without an id', without(aPost(2), 'id', 'title')],
  ])('%s says that it cannot be shown, and the others are there', async (_what, odd) => {
    await openPostsTab([], '/dashboard', answerPosts([aPost(1), odd, aPost(3)]));

    const [first, second, third] = await postRows();
    expect(first).toHaveTextContent('Post 1 about late payments');
    expect(second).toHaveTextContent('This post cannot be shown');
    expect(third).toHaveTextContent('Post 3 about late payments');
    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'This post cannot be shown' }));
    expect(await postDetails().findByRole('heading', { name: 'This post cannot be shown' })).toBeVisible();
    await userEvent.click(within(third as HTMLElement).getByRole('button', { name: 'Post 3 about late payments' }));
    expect(await postDetails().findByRole('heading', { name: 'Post 3 about late payments' })).toBeVisible();
  });

  it('from an older server without what is new is shown', async () => {
    const old = without(aPost(1), 'source', 'google_ranking', 'content', 'relevance_parts', 'matched', 'relevance_reason');
    await openPostsTab([], '/dashboard', answerPosts([{ ...old, matched: null, relevance_parts: null }]));

    const [row] = await postRows();
    expect(row).toHaveTextContent('Post 1 about late payments');
    expect(row).not.toHaveTextContent('undefined');
    expect(row).toHaveTextContent('r/freelance·u/kerning_and_coffee');
    await userEvent.click(await postDetails().findByRole('button', { name: 'Why this post?' }));
    expect(postDetails().getByText('No content available')).toBeVisible();
  });

  it('is missing from a list that is null, and the screen says so', async () => {
    await openPostsTab([], '/dashboard', answerPosts(null));

    expect(await screen.findByText('No Reddit posts found')).toBeVisible();
  });
});

describe('a mention', () => {
  it.each([
    ['without its term', { ...aMention(2), brand_terms: null }],
    ['without a title', without(aMention(2), 'post_title')],
    ['that is nothing', null],
  ])('%s says that it cannot be shown, and the others are there', async (_what, odd) => {
    await openMentions([], '/dashboard?tab=mentions', answerMentions([aMention(1), odd]));

    const [first, second] = await mentionRows();
    expect(first).toHaveTextContent('Mention 1 of Paperlark');
    expect(second).toHaveTextContent('This mention cannot be shown');
    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'This mention cannot be shown' }));
    expect(await mentionDetails().findByRole('heading', { name: 'This mention cannot be shown' })).toBeVisible();
  });

  it('is shown though the counts by day cannot be', async () => {
    const stats = { total: 1, unread: 1, rejected: 0, positive: 1, negative: 0, neutral: 0, days: null };
    await openMentions([aMention(1)], '/dashboard?tab=mentions', {
      'GET /api/mentions/stats': () => Response.json({ success: true, stats }),
    });

    expect((await mentionRows())[0]).toHaveTextContent('Mention 1 of Paperlark');
  });
});

function answerPosts(posts: readonly unknown[] | null) {
  const page = { success: true, posts, total: posts?.length ?? 0, hasMore: false, offset: 0, limit: 50, waiting: 0 };
  return { 'GET /api/reddit-posts': () => Response.json(page) };
}

function answerMentions(mentions: readonly unknown[]) {
  const page = {
    success: true,
    mentions,
    total: mentions.length,
    unread: 0,
    hasMore: false,
    offset: 0,
    limit: 50,
    asOf: '2026-11-15T12:00:00Z',
  };
  return { 'GET /api/mentions': () => Response.json(page) };
}

function without(row: object, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
