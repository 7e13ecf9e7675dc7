import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts, postPageOf } from '../../testing/posts';
import { openPostsTab, postDetails, postRows } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('the filter Names you', () => {
  it('counts the posts that name the company, unless they are hidden', async () => {
    const page = (await postPageOf(manyPosts(9), new URLSearchParams('rejected=false')).json()) as object;
    const { address } = await openPostsTab([], '/dashboard', { 'GET /api/reddit-posts': () => Response.json({ ...page, namesYou: 4 }) });
    await postRows();

    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const choices = within(screen.getByRole('group', { name: 'Names you' }));
    await userEvent.click(choices.getByRole('button', { name: 'Only these, 4' }));
    await waitFor(() => expect(address()).toContain('search_names=only'));
    expect(choices.getByRole('button', { name: 'Only these, 4' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(choices.getByRole('button', { name: 'Hide these' }));

    expect(await choices.findByRole('button', { name: 'Only these' })).toBeVisible();
  });
});

describe('a post that a link leads to', () => {
  const linked = aPost(99, {
    kind: 'comment',
    permalink: '/r/freelance/comments/99/late/c4/',
    names_brand: true,
    via: [
      { phrase: 'chase unpaid invoices', origin: 'problem', community: null },
      { phrase: 'r/freelance, newest', origin: 'community', community: 'freelance' },
    ],
  });

  it('says that it is a comment, opens that comment, and tells what found it', async () => {
    const { calls } = await openPostsTab(manyPosts(2), '/dashboard?post=post-99', {
      'GET /rest/v1/reddit_posts': () => Response.json(linked),
    });

    expect(await postDetails().findByText(/^Comment in/)).toBeVisible();
    expect(postDetails().getByText('Names you')).toBeVisible();
    expect(postDetails().getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
      'href',
      'https://www.reddit.com/r/freelance/comments/99/late/c4/',
    );
    await userEvent.click(postDetails().getByRole('button', { name: 'Why this post?' }));
    const searches = within(postDetails().getByRole('list', { name: 'Found by' })).getAllByRole('listitem');
    expect(searches.map(({ textContent }) => textContent)).toEqual(['chase unpaid invoices', 'r/freelance, newest']);
    const columns = calls.filter(({ path }) => path === '/rest/v1/reddit_posts').map(({ query }) => query.get('select'));
    expect(columns).toContainEqual(expect.stringContaining('kind,via,names_brand'));
  });
});

describe('"Why this post?"', () => {
  it('stays open from post to post and after a reload, until it is closed', async () => {
    const first = await openPostsTab(manyPosts(2));
    await userEvent.click(await why());
    await userEvent.click(screen.getByRole('button', { name: 'Post 2 about late payments' }));
    await waitFor(() => expect(screen.getByText('2 of 2')).toBeVisible());
    expect(await why()).toHaveAttribute('aria-expanded', 'true');

    first.unmount();
    const second = await openPostsTab(manyPosts(2));
    expect(await why()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(await why());

    second.unmount();
    await openPostsTab(manyPosts(2));
    expect(await why()).toHaveAttribute('aria-expanded', 'false');
  });
});

const why = () => postDetails().findByRole('button', { name: 'Why this post?' });
