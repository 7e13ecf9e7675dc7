import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Post } from '../../features/discovery/api';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost } from '../../testing/posts';
import { openPostsTab, postDetails, postListCalls, postRows } from '../../testing/posts-tab';
import { onBluesky, onHackerNews } from '../../testing/sources';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('a row', () => {
  it('of Hacker News has its mark, its name, the author and the points', async () => {
    await openPostsTab([aPost(1, { ...onHackerNews, score: 1 })]);

    const [row] = await postRows();
    expect(row).toHaveTextContent(/Hacker News·patio_eleven·\d+d ago/);
    expect(row).not.toHaveTextContent(/[ru]\//);
    expect(within(row as HTMLElement).getByRole('img', { name: 'Source' })).toBeVisible();
    expect(within(row as HTMLElement).getByText('1 point')).toBeInTheDocument();
    expect(within(row as HTMLElement).getByText('3 comments')).toBeInTheDocument();
  });

  it('of Bluesky has its mark and its name, without an author or figures', async () => {
    await openPostsTab([aPost(1, onBluesky)]);

    const [row] = await postRows();
    expect(row).toHaveTextContent(/Bluesky·\d+d ago/);
    expect(row).not.toHaveTextContent(/did:|upvote|comments|[ru]\//);
    expect(within(row as HTMLElement).getByRole('img', { name: 'Source' })).toBeVisible();
  });

  it('of Reddit has no mark', async () => {
    await openPostsTab([aPost(1)]);

    const [row] = await postRows();
    expect(row).toHaveTextContent(/r\/freelance·u\/kerning_and_coffee·\d+d ago/);
    expect(within(row as HTMLElement).queryByRole('img', { name: 'Source' })).not.toBeInTheDocument();
  });

  it('of a comment says on which source it stands', async () => {
    await openPostsTab([aPost(1, { ...onHackerNews, kind: 'comment' })]);

    const [row] = await postRows();
    expect(row).toHaveTextContent('Comment on Hacker News·patio_eleven');
    expect(postDetails().getByText(/^Comment on/)).toHaveTextContent('Comment on Hacker News');
  });

  it('says the same on a phone', async () => {
    window.innerWidth = 390;
    await openPostsTab([aPost(1, onHackerNews), aPost(2, onBluesky)]);

    const [first, second] = await postRows();
    expect(first).toHaveTextContent(/Hacker News·patio_eleven·\d+d ago/);
    expect(second).toHaveTextContent(/Bluesky·\d+d ago/);
  });
});

describe('the details', () => {
  it.each([
    ['Hacker News', onHackerNews, 'https://news.ycombinator.com/item?id=8863'],
    ['Bluesky', onBluesky, onBluesky.permalink],
  ])('of a post on %s lead there', async (name, source, address) => {
    await openPostsTab([aPost(1, source)]);
    await postRows();

    const link = postDetails().getByRole('link', { name: `Visit ${name} (opens in a new tab)` });
    expect(link).toHaveAttribute('href', address);
    expect(link).toHaveTextContent(`Visit ${name}`);
    expect(postDetails().queryByText(/Reddit/)).not.toBeInTheDocument();
  });

  it('lead there on a phone too', async () => {
    window.innerWidth = 390;
    await openPostsTab([aPost(1, onBluesky)], '/dashboard?post=post-1');

    const links = await screen.findAllByRole('link', { name: 'Visit Bluesky (opens in a new tab)' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([onBluesky.permalink, onBluesky.permalink]);
  });

  it('count points on Hacker News, and nothing on Bluesky', async () => {
    await openPostsTab([aPost(1, { ...onHackerNews, score: 12 }), aPost(2, onBluesky)]);
    const [, second] = await postRows();
    expect(postDetails().getByText('points', { exact: false })).toHaveTextContent('12 points');
    expect(figures()).toBe(2);

    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Post 2 about late payments' }));

    expect(await postDetails().findByRole('heading', { level: 2, name: 'Post 2 about late payments' })).toBeVisible();
    expect(figures()).toBe(0);
  });

  it.each([
    ['Hacker News', { ...onHackerNews, score: 0 }, 'Asked 5 hours ago, no points and only 3 comments so far.'],
    ['Bluesky', onBluesky, 'Asked 5 hours ago.'],
  ])('say why now in the words of %s', async (_name, source: Partial<Post>, text) => {
    const created_at = new Date(Date.now() - 5.5 * 3_600_000).toISOString();
    await openPostsTab([aPost(1, { ...source, created_at, relevance_parts: [{ part: 'now', detail: '' }] })]);

    await userEvent.click(await postDetails().findByRole('button', { name: 'Why this post?' }));

    expect(await postDetails().findByText(text)).toBeVisible();
  });

  it('of a post that a link leads to say where it was written, though the table does not', async () => {
    const { source, ...linked } = aPost(99, { ...onHackerNews, title: 'The linked one' });
    expect(source).toBe('hacker_news');
    await openPostsTab([aPost(1)], '/dashboard?post=post-99', { 'GET /rest/v1/reddit_posts': () => Response.json(linked) });

    expect(await postDetails().findByRole('heading', { level: 2, name: 'The linked one' })).toBeVisible();
    expect(postDetails().getByRole('link', { name: /^Visit Hacker News/ })).toHaveAttribute('href', onHackerNews.permalink);
  });
});

it.each([
  [onHackerNews, /^Hacker News · patio_eleven · \d+d ago$/],
  [onBluesky, /^Bluesky · \d+d ago$/],
  [{}, /^r\/freelance · u\/kerning_and_coffee · \d+d ago$/],
])('what is about to be rejected is named by where it was written', async (source, meta) => {
  await openPostsTab([aPost(1, source)]);
  await postRows();

  await userEvent.click(postDetails().getByRole('button', { name: 'Reject' }));

  const dialog = await screen.findByRole('dialog', { name: 'Reject this post?' });
  expect(within(dialog).getByText(meta)).toBeVisible();
});

it('the filter lists Hacker News without a prefix, and asks for it by its whole name', async () => {
  const { calls, address } = await openPostsTab([aPost(1, onHackerNews), aPost(2, onHackerNews), aPost(3)]);
  await postRows();
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }));
  const chips = within(await screen.findByRole('group', { name: 'Subreddits' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Hacker News', 'r/freelance']);

  await userEvent.click(chips.getByRole('button', { name: 'Hacker News' }));

  expect(address()).toContain('search_subreddits=Hacker+News');
  await expect.poll(() => postListCalls(calls).at(-1)?.get('subreddits')).toBe('Hacker News');
  expect(chips.getByRole('button', { name: 'Hacker News' })).toHaveAttribute('aria-pressed', 'true');
});

it('posts that were left out say where they were written, and lead there', async () => {
  const posts = [leftOutPost(1, onHackerNews), leftOutPost(2, onBluesky)];
  await openPostsTab([aPost(1)], '/dashboard', { 'GET /api/left-out': () => Response.json({ success: true, posts, total: 2 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Review' }));

  const sheet = within(await screen.findByRole('dialog', { name: 'Left out' }));
  const items = within(sheet.getByRole('list', { name: 'Left out' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Left out 1Hacker NewsBring back', 'Left out 2BlueskyBring back']);
  expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([onHackerNews.permalink, onBluesky.permalink]);
});

const leftOutPost = (number: number, { subreddit, permalink }: typeof onHackerNews | typeof onBluesky) => ({
  id: `left-${number}`,
  title: `Left out ${number}`,
  relevanceScore: 61,
  because: null,
  leftOutAt: '2026-11-15T03:00:00Z',
  subreddit,
  permalink,
});

const figures = () => postDetails().queryAllByText(/^\d* ?(upvotes?|points?|comments?)$/).length;
