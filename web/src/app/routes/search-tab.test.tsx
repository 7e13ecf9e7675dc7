import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts, postPageOf } from '../../testing/posts';
import { postDetails, postListCalls, openPostsTab, postRows, search } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

describe('a card', () => {
  it('says what the post is and why it matters', async () => {
    await openPostsTab([
      aPost(1, { google_ranking: 3, score: 184, comments: 63, keywords_matched: ['late payments', 'invoicing', 'reminders', 'fees'] }),
      aPost(2, { created_at: new Date().toISOString() }),
    ]);

    const [first, second] = await postRows();
    expect(first).toHaveTextContent(/r\/freelance·u\/kerning_and_coffee·\d+d ago/);
    expect(within(first as HTMLElement).getByText('184 upvotes')).toBeInTheDocument();
    expect(within(first as HTMLElement).getByText('63 comments')).toBeInTheDocument();
    expect(first).toHaveTextContent('This post is ranking #3 on Google for its keywords');
    expect(first).toHaveTextContent(/High Value.*late payments.*invoicing.*\+2 more/);
    expect(first).not.toHaveTextContent('reminders');
    expect(second).toHaveTextContent('0h ago');
    expect(second).toHaveTextContent('Fresh');
    expect(second).not.toHaveTextContent('High Value');
  });
});

describe('what a card says of its match', () => {
  it('is the match, the search that found it, and that it names the company', async () => {
    const via = [found('chase unpaid invoices', 'problem'), found('client won’t pay'), found('r/freelance, newest', 'community')];
    await openPostsTab([aPost(1, { relevance_score: 91, via, names_brand: true })]);

    const [row] = await postRows();
    expect(within(row as HTMLElement).getByRole('img', { name: 'Match 91 of 100' })).toBeVisible();
    expect(row).toHaveTextContent(/Names you.*via chase unpaid invoices.*\+2 more/);
    expect(row).not.toHaveTextContent('client won’t pay');
  });

  it.each([
    [10, '#10'],
    [11, '#11'],
    [20, '#20'],
    [21, null],
  ])('with rank %i has the badge %o', async (google_ranking, badge) => {
    await openPostsTab([aPost(1, { google_ranking })]);

    const [row] = await postRows();
    expect(within(row as HTMLElement).queryByText(/^#\d+$/)?.textContent ?? null).toBe(badge);
  });

  it('is that of its thread for a comment, which is what Visit Reddit opens', async () => {
    await openPostsTab([aPost(1, { kind: 'comment', permalink: '/r/freelance/comments/1/late/c9/' })]);

    const [row] = await postRows();
    expect(row).toHaveTextContent('Comment in r/freelance');
    expect(postDetails().getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
      'href',
      'https://www.reddit.com/r/freelance/comments/1/late/c9/',
    );
    expect(postDetails().getByText(/^Comment in/)).toBeVisible();
  });
});

describe('the list', () => {
  it('says how many there are, and loads more of them', async () => {
    const { calls } = await openPostsTab(manyPosts(120));
    expect(await screen.findByText('120 posts found (50 loaded)')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Load More Posts' }));
    expect(await screen.findByText('120 posts found (100 loaded)')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Load More Posts' }));
    expect(await screen.findByText('120 posts found (120 loaded)')).toBeVisible();

    expect(screen.queryByRole('button', { name: 'Load More Posts' })).not.toBeInTheDocument();
    expect(postListCalls(calls).map((query) => query.get('offset'))).toEqual(['0', '50', '100']);
  });

  it('goes on while it is read anew: the press is not lost', async () => {
    const posts = manyPosts(60);
    let isSlow = false;
    const { calls } = await openPostsTab(posts, '/dashboard', {
      'GET /api/reddit-posts': () => {
        const query = calls.at(-1)?.query ?? new URLSearchParams();
        return isSlow && query.get('offset') === '0' ? new Promise<Response>(() => {}) : postPageOf(posts, query);
      },
    });
    await screen.findByText('60 posts found (50 loaded)');

    isSlow = true;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await userEvent.click(screen.getByRole('button', { name: 'Load More Posts' }));

    expect(await screen.findByText('60 posts found (60 loaded)')).toBeVisible();
  });

  it.each([
    ['/dashboard?search_q=net+30&search_rejected=true', 'No posts found for "net 30"', 'Clear search', '/dashboard?search_rejected=true'],
    ['/dashboard?search_rejected=true', 'No rejected posts yet', 'Hide Rejected', '/dashboard'],
    ['/dashboard?search_score=80', 'No posts match your filters', 'Clear filters', '/dashboard'],
  ])('at %s is empty for the reason "%s"', async (path, title, action, leadsTo) => {
    const { address } = await openPostsTab([], path);

    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Posts' }))
        .getAllByRole('button', { name: action })
        .at(-1) as HTMLElement,
    );

    await waitFor(() => expect(address()).toBe(leadsTo));
  });

  it('that cannot be read says why, and can be asked for again', async () => {
    let answer = refusal(500, 'upstream timed out');
    await openPostsTab([], '/dashboard', { 'GET /api/reddit-posts': () => answer() });
    expect(await screen.findByText('Backend API error: 500 - upstream timed out')).toBeVisible();

    answer = onePost;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('1 posts found (1 loaded)')).toBeVisible();
  });

  it('stays when it cannot be read anew, and says so', async () => {
    let answer = onePost;
    await openPostsTab([], '/dashboard', { 'GET /api/reddit-posts': () => answer() });
    await postRows();

    answer = refusal(500, 'upstream timed out');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));

    expect(await screen.findByText('This list may be out of date. Backend API error: 500 - upstream timed out')).toBeVisible();
    expect(await postRows()).toHaveLength(1);
  });

  it('counts what waits for next month', async () => {
    await openPostsTab([], '/dashboard', {
      'GET /api/reddit-posts': () => postPageOf([aPost(1)], new URLSearchParams('rejected=false'), 12),
    });

    expect(await screen.findByText('12 posts are waiting for next month.')).toBeVisible();
  });
});

describe('the filters', () => {
  it('put what is typed into the address after a pause, and ask the server for it', async () => {
    const { address, calls } = await openPostsTab(manyPosts(3));
    await postRows();

    await userEvent.type(search(), 'Post 2');
    expect(address()).not.toContain('search_q');
    await waitFor(() => expect(address()).toContain('search_q=Post+2'));

    expect(await screen.findByText('1 posts found (1 loaded)')).toBeVisible();
    expect(postListCalls(calls).map((query) => query.get('q'))).toEqual([null, 'Post 2']);
    expect(address()).toBe('/dashboard?search_q=Post+2&post=post-2');
  });

  it('follow the back button', async () => {
    const { address, router } = await openPostsTab(manyPosts(2));
    await postRows();

    await userEvent.click(screen.getByRole('button', { name: 'Show Rejected' }));
    expect(await screen.findByRole('heading', { name: 'No rejected posts yet' })).toBeVisible();
    expect(address()).toBe('/dashboard?search_rejected=true');
    await act(() => router.navigate(-1));

    expect(await postRows()).toHaveLength(2);
    expect(address()).toBe('/dashboard?post=post-1');
  });

  it('take a value from outside into the search box', async () => {
    const { router } = await openPostsTab(manyPosts(2), '/dashboard?search_q=Post+1');
    expect(search()).toHaveValue('Post 1');

    await act(() => router.navigate('/dashboard'));

    expect(search()).toHaveValue('');
  });

  it('clear the search with Esc, and then leave it', async () => {
    await openPostsTab(manyPosts(2), '/dashboard?search_q=Post+1');
    await userEvent.click(search());

    await userEvent.keyboard('{Escape}');
    expect(search()).toHaveValue('');
    expect(search()).toHaveFocus();
    await userEvent.keyboard('{Escape}');

    expect(search()).not.toHaveFocus();
  });

  it('behind the Filters button take effect at once', async () => {
    const { address, calls } = await openPostsTab(manyPosts(2));
    await postRows();

    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: 'Past week' }));
    await userEvent.click(screen.getByRole('button', { name: '60+' }));
    await userEvent.click(screen.getByRole('button', { name: 'r/freelance' }));
    await userEvent.click(screen.getByRole('button', { name: '#1 to #10' }));
    await userEvent.click(screen.getByRole('button', { name: 'Hide these' }));

    await waitFor(() =>
      expect(address()).toContain('search_timeframe=week&search_score=60&search_subreddits=freelance&search_rank=first&search_names=hide'),
    );
    await waitFor(() => expect(postListCalls(calls).at(-1)?.get('namesYou')).toBe('hide'));
    expect(Object.fromEntries(postListCalls(calls).at(-1) ?? [])).toMatchObject({
      timeframe: 'week',
      minRelevanceScore: '60',
      rank: 'first',
      namesYou: 'hide',
    });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Filters (5 set)' })).toBeVisible();
  });
});

describe('the details', () => {
  it('are those of the first post, whose id is in the address', async () => {
    const { address } = await openPostsTab([aPost(1, { content: null, permalink: 'https://evil.example/r/freelance/1/' }), aPost(2)]);

    expect(await postDetails().findByRole('heading', { level: 2, name: 'Post 1 about late payments' })).toBeVisible();
    expect(address()).toBe('/dashboard?post=post-1');
    expect(postDetails().getByText('1 of 2')).toBeVisible();
    expect(postDetails().getByText('No content available')).toBeVisible();
    const link = postDetails().getByRole('link', { name: 'Visit Reddit (opens in a new tab)' });
    expect(link).toHaveAttribute('href', 'https://www.reddit.com/r/freelance/1/');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it('of a post that a link leads to come from the table when it is not in the list', async () => {
    const linked = aPost(99, { title: 'The linked one' });
    await openPostsTab(manyPosts(2), '/dashboard?post=post-99', { 'GET /rest/v1/reddit_posts': () => Response.json(linked) });

    expect(await postDetails().findByRole('heading', { level: 2, name: 'The linked one' })).toBeVisible();
  });

  it('say why in one sentence', async () => {
    await openPostsTab(manyPosts(1));

    const why = await postDetails().findByRole('button', { name: 'Why this post?' });
    expect(why).toHaveTextContent('Asks for what you sell.');
    expect(postDetails().queryByText('They need')).not.toBeInTheDocument();
  });

  it('tell why on request: what they need, why you, why now, with the sentence and the words marked', async () => {
    const post = aPost(1, {
      content: 'I send invoices by hand. How do I get clients to pay on time? Thanks.',
      created_at: new Date(Date.now() - 5 * 3_600_000).toISOString(),
      score: 64,
      comments: 6,
      google_ranking: 3,
      relevance_parts: [
        { part: 'need', detail: 'How do I get clients to pay on time?' },
        { part: 'fit', detail: 'Automatic reminders until the invoice is paid.' },
        { part: 'now', detail: '2 hours old' },
      ],
    });
    await openPostsTab([post]);

    await userEvent.click(await postDetails().findByRole('button', { name: 'Why this post?' }));

    expect(postDetails().getByText('Of 100 posts with this match, about 70 are leads')).toBeVisible();
    const rows = postDetails().getByLabelText('Reasons for the match');
    expect([...rows.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['They need', 'Why you', 'Why now']);
    expect([...rows.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual([
      '“How do I get clients to pay on time?”',
      '“Automatic reminders until the invoice is paid.”',
      'Asked 5 hours ago, 64 upvotes and only 6 comments so far, #3 on Google.',
    ]);
    expect([...postDetails().getByRole('heading', { level: 2 }).querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'late payments',
    ]);
    expect(await postDetails().findByText('How do I get clients to pay on time?', { selector: 'mark' })).toBeVisible();
  });
});

describe('why this post', () => {
  it('names all searches that found it, takes that it is wrong, and leads to the rejection', async () => {
    const via = [found('chase unpaid invoices'), found('r/freelance, newest', 'community'), found('chase unpaid invoices', 'web')];
    const { calls } = await openPostsTab([aPost(1, { via })], '/dashboard', {
      'PUT /api/reddit-posts/post-1/feedback': () => Response.json({ success: true, feedback: 'wrong' }),
    });
    await userEvent.click(await postDetails().findByRole('button', { name: 'Why this post?' }));

    const searches = within(postDetails().getByRole('list', { name: 'Found by' })).getAllByRole('listitem');
    expect(searches.map(({ textContent }) => textContent)).toEqual(['chase unpaid invoices', 'r/freelance, newest']);
    const wrong = postDetails().getByRole('button', { name: 'This is wrong' });
    await userEvent.click(wrong);
    expect(wrong).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isWrong: true }));
    await userEvent.click(postDetails().getByRole('button', { name: 'Not a lead?' }));

    expect(await screen.findByRole('dialog', { name: 'Reject this post?' })).toBeVisible();
  });
});

describe('the keyboard', () => {
  it('goes through the list with J and K, to Load More at its end, and into the post with Enter', async () => {
    const { address } = await openPostsTab(manyPosts(51));
    await postRows();

    await userEvent.keyboard('jj');
    expect(address()).toBe('/dashboard?post=post-3');
    expect(screen.getByRole('button', { name: 'Post 3 about late payments' })).toHaveFocus();
    await userEvent.keyboard('k');
    expect(address()).toBe('/dashboard?post=post-2');

    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(postDetails().getByRole('heading', { level: 2 })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Post 2 about late payments' })).toHaveFocus();

    await userEvent.keyboard('{End}');
    await waitFor(() => expect(address()).toBe('/dashboard?post=post-50'));
    await userEvent.keyboard('j');
    expect(screen.getByRole('button', { name: 'Load More Posts' })).toHaveFocus();
  });

  it('visits, refreshes and shows the rejected ones', async () => {
    const visit = vi.fn<typeof window.open>();
    vi.stubGlobal('open', visit);
    const { address, calls } = await openPostsTab(manyPosts(2));
    await postRows();

    await userEvent.keyboard('o');
    expect(visit).toHaveBeenCalledExactlyOnceWith('https://www.reddit.com/r/freelance/comments/1/late/', '_blank', 'noopener,noreferrer');
    await userEvent.keyboard('r');
    await waitFor(() => expect(postListCalls(calls)).toHaveLength(2));
    await userEvent.keyboard('{Shift>}X{/Shift}');

    await waitFor(() => expect(address()).toBe('/dashboard?search_rejected=true'));
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    window.innerWidth = 390;
  });

  it('nothing is open at first; a post comes over the list and goes back to its row', async () => {
    const { address, router } = await openPostsTab(manyPosts(3));
    await postRows();
    expect(address()).toBe('/dashboard');

    await userEvent.click(screen.getByRole('button', { name: 'Post 2 about late payments' }));
    expect(address()).toBe('/dashboard?post=post-2');
    await waitFor(() => expect(postDetails().getByRole('heading', { level: 2 })).toHaveFocus());
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();

    await act(() => router.navigate(-1));
    expect(address()).toBe('/dashboard');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Post 2 about late payments' })).toHaveFocus());
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  it('a post that was opened by a link leads back to the list too', async () => {
    const { address } = await openPostsTab(manyPosts(3), '/dashboard?post=post-2');

    await userEvent.click(await postDetails().findByRole('button', { name: 'Posts' }));

    await waitFor(() => expect(address()).toBe('/dashboard'));
  });
});

const found = (phrase: string, origin = 'keyword') => ({ phrase, origin, community: null });
const onePost = () => postPageOf([aPost(1)], new URLSearchParams('rejected=false'));
