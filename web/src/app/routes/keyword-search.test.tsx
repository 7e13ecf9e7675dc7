import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRunningPlan } from '../../testing/billing';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { bodyOf, openPostsTab } from '../../testing/posts-tab';
import { aSearch, searchesAre, suggestionsAre } from '../../testing/searches';
import { sandboxSettings } from '../../testing/settings';
import { Dashboard } from './dashboard';

const done = () => Response.json({ success: true });
const discovered = { success: true, posts: [], newPostsCount: 4, postsRead: 11, searches: [], leftOut: 0, failures: [] };
const discovery = 'POST /api/reddit-discovery';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('a new keyword', () => {
  it('is searched at once and alone; the toast counts and leads to the list', async () => {
    const { calls, address } = openSettings({ [discovery]: () => Response.json(discovered) });
    await adds('deposit invoice');

    expect(await screen.findByText('Searched for “deposit invoice”')).toBeVisible();
    expect(screen.getByText('11 posts read, 4 added to your list.')).toBeVisible();
    expect(bodyOf(calls, '/api/reddit-discovery')).toEqual({ sortBy: 'relevance', query: 'deposit invoice', alone: true });
    await userEvent.click(screen.getByRole('button', { name: 'Show' }));

    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  it('waits for the one before', async () => {
    const waiting: ((response: Response) => void)[] = [];
    const { calls } = openSettings({ [discovery]: () => new Promise<Response>((resolve) => void waiting.push(resolve)) });
    await adds('deposit invoice');
    await waitFor(() => expect(waiting).toHaveLength(1));
    await adds('net 30 terms');
    await waitFor(() => expect(calls.filter(({ path, method }) => path === '/api/keywords' && method === 'POST')).toHaveLength(2));
    expect(waiting).toHaveLength(1);

    waiting[0]?.(Response.json(discovered));

    await waitFor(() => expect(waiting).toHaveLength(2));
    expect(bodyOf(calls, '/api/reddit-discovery')).toMatchObject({ query: 'net 30 terms' });
  });

  it('that could not be searched stays, and says so', async () => {
    openSettings({ [discovery]: refusal(503, 'Reddit is unavailable right now.') });
    await adds('deposit invoice');

    expect(await screen.findByText('Could not search for “deposit invoice”')).toBeVisible();
    expect(screen.getByText('Reddit is unavailable right now. The keyword is saved. The next scan will search for it.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove deposit invoice' })).toBeVisible();
  });

  it('that came too soon after the others says when it is possible, without a Retry that could not work', async () => {
    const retryAt = new Date(new Date().setHours(23, 59, 0, 0)).toISOString();
    const body = { success: false, error: 'Too Many Requests', message: 'You have used 4 of 4 searches this hour.', retryAt };
    openSettings({ [discovery]: () => Response.json(body, { status: 429 }) });
    await adds('deposit invoice');

    expect(
      await screen.findByText(
        'You have used 4 of 4 searches this hour. Next search possible at 23:59. The keyword is saved. The next scan will search for it.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });

  it('is not searched without a subscription', async () => {
    const { calls } = openSettings({ 'GET /rest/v1/subscriptions': () => Response.json({ status: 'cancelled' }) });
    await adds('deposit invoice');

    expect(await screen.findByRole('button', { name: 'Remove deposit invoice' })).toBeVisible();
    expect(calls.some(({ path }) => path === '/api/reddit-discovery')).toBe(false);
  });
});

describe('a keyword that found nothing in a month', () => {
  it('says so at its chip', async () => {
    openSettings(searchesAre([aSearch('late payments', { isSilent: true, found: 0, leads: 0 })]));

    const chips = within(await screen.findByRole('list', { name: 'Keywords' }));
    await waitFor(() => expect(chips.getByRole('listitem')).toHaveTextContent('late paymentsNothing in 30 days'));
  });
});

describe('the suggestions', () => {
  const problem = { kind: 'problem', value: 'client ghosted invoice', wouldHaveFound: 9 };
  const rival = { kind: 'competitor', value: 'Bonsai', wouldHaveFound: 7 };
  const website = {
    'GET /api/keywords/suggestions': () =>
      Response.json({ success: true, suggestions: [{ keyword: 'invoice app', context: null, type: 'category', intentScore: 70 }] }),
  };

  it('say what they would have found; an added one turns into a tick and leaves', async () => {
    let suggested = [problem, rival];
    const { calls } = openSettings({
      ...website,
      'GET /api/searches/suggestions': () => Response.json({ success: true, suggestions: suggested }),
      [discovery]: () => Response.json(discovered),
    });
    await waitFor(() =>
      expect(suggestions()).toEqual([
        'client ghosted invoiceProblem, would have found 9Add',
        'Bonsai alternativeCompetitor, would have found 7Add',
        'invoice appKeyword, from your websiteAdd',
      ]),
    );

    suggested = [problem];
    await userEvent.click(screen.getByRole('button', { name: 'Add Bonsai alternative' }));

    await waitFor(() => expect(suggestions()).toContain('Bonsai alternativeCompetitor, would have found 7Added'));
    expect(posted(calls, '/api/keywords')).toEqual({ keyword: 'Bonsai alternative' });
    await waitFor(() => expect(suggestions()).toHaveLength(2), { timeout: 3000 });
  });

  it('are dismissed by kind and value, those of the website by their keyword', async () => {
    const { calls } = openSettings({
      ...website,
      ...suggestionsAre(problem),
      'DELETE /api/searches/suggestions': done,
      'DELETE /api/keywords/suggestions': done,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss client ghosted invoice' }));
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss invoice app' }));

    await waitFor(() => expect(screen.queryByRole('list', { name: 'Suggestions' })).not.toBeInTheDocument());
    const dismissed = calls.filter(({ method }) => method === 'DELETE').map(({ query }) => Object.fromEntries(query));
    expect(dismissed).toEqual([{ kind: 'problem', value: 'client ghosted invoice' }, { keyword: 'invoice app' }]);
  });

  it('at the limit of the plan stay, and say so', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => `keyword ${index + 1}`);
    openSettings(suggestionsAre(problem), ten);

    await screen.findByRole('button', { name: 'Remove keyword 10' });
    await userEvent.click(await screen.findByRole('button', { name: 'Add client ghosted invoice' }));

    expect(await screen.findByText('Keyword Limit Reached')).toBeVisible();
    expect(suggestions()).toHaveLength(1);
  });
});

describe('the empty list', () => {
  const tried = [
    aSearch('invoicing for cellists', { read: 12, found: 0 }),
    aSearch('lesson reminder app', { read: 41, found: 0 }),
    aSearch('never run', { lastRunAt: null }),
  ];

  it('that was searched says what was tried and what would have found posts', async () => {
    const { calls } = await openPostsTab([], '/dashboard', {
      ...searchesAre(tried),
      ...suggestionsAre(
        { kind: 'keyword', value: 'late payments', wouldHaveFound: 9 },
        { kind: 'community', value: 'musicteachers', wouldHaveFound: 4 },
      ),
      ...keywordsOf([]),
      'POST /api/communities': done,
    });

    expect(await screen.findByText(/^Earshot searched on \w+ 15 Nov at \d\d:\d\d and found nothing worth keeping/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No Reddit posts found' })).toBeVisible();
    const rows = within(screen.getByRole('list', { name: 'What was searched' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['lesson reminder app41 read0 kept', 'invoicing for cellists12 read0 kept']);

    await userEvent.click(await screen.findByRole('button', { name: 'r/musicteachers, 4' }));
    await waitFor(() => expect(posted(calls, '/api/communities')).toEqual({ name: 'musicteachers' }));
    await userEvent.click(screen.getByRole('button', { name: 'late payments, 9' }));
    await waitFor(() => expect(posted(calls, '/api/keywords')).toEqual({ keyword: 'late payments' }));
  });

  it('never says that Earshot will look while it is not known whether it has', async () => {
    await openPostsTab([], '/dashboard', { 'GET /api/searches': () => new Response('{}', { status: 404 }) });

    expect(await screen.findByRole('heading', { name: 'No Reddit posts found' })).toBeVisible();
    expect(screen.queryByText(/Earshot will look/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Find Opportunities' })).toBeVisible();
  });

  it('that was never searched has the first run', async () => {
    await openPostsTab([], '/dashboard', searchesAre([], null));

    expect(await screen.findByText('Discovery may take 4-5 minutes. You can leave this page.')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'What was searched' })).not.toBeInTheDocument();
  });
});

const posted = (calls: ReturnType<typeof theServerSays>, to: string) =>
  calls.findLast(({ path, method }) => path === to && method === 'POST')?.body;

const keywordsOf = (keywords: readonly string[]) => {
  const list = [...keywords];
  const all = () => Response.json({ success: true, keywords: list.map((keyword) => ({ keyword })) });
  return { 'GET /api/keywords': all, 'POST /api/keywords': done };
};

function openSettings(answers: Parameters<typeof theServerSays>[0], keywords: readonly string[] = ['late payments']) {
  const list = [...keywords];
  const calls = theServerSays({
    [`GET /api/subscription/trial-status/${nora.id}`]: () => Response.json({ data: aRunningPlan({ currentPlan: 'starter' }) }),
    'GET /api/keywords': () => Response.json({ success: true, keywords: list.map((keyword) => ({ keyword })) }),
    'GET /api/keywords/suggestions': () => Response.json({ success: true, suggestions: [] }),
    'POST /api/keywords': () => {
      list.push((calls.at(-1)?.body as { keyword: string } | undefined)?.keyword ?? '');
      return done();
    },
    ...answers,
  });
  return { ...openPage(<Dashboard settings={sandboxSettings} />, '/dashboard?tab=settings'), calls };
}

async function adds(keyword: string) {
  await userEvent.type(await screen.findByLabelText('Add a keyword or phrase'), `${keyword}{Enter}`);
}

const suggestions = () =>
  within(screen.getByRole('list', { name: 'Suggestions' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
