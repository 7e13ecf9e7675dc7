import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  aMention,
  days,
  mentionDetails,
  mentionListCalls,
  manyMentions,
  openMentions,
  readCalls,
  rejectsMention,
  mentionRows,
  rowTitles,
  titleOf,
} from '../../testing/mentions-tab';
import { refusal, toastsAreGone } from '../../testing/onboarding';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  await toastsAreGone();
});

afterEach(() => vi.useRealTimers());

describe('a card', () => {
  it('says what was said, in which mood, where, and what for', async () => {
    await openMentions([
      aMention(1, { intent: 'question', mention_type: 'comment' }),
      aMention(2, { is_positive: null, is_read: true, ai_summary: null }),
    ]);

    const [first, second] = await mentionRows();
    expect(first).toHaveTextContent(/r\/freelance·u\/inkandinvoice·\d+d ago/);
    expect(first).toHaveTextContent('Praises the reminders, says 1.');
    expect(first).toHaveTextContent(/Positive.*Comment.*Question/);
    expect(within(first as HTMLElement).getByRole('img', { name: 'Unread' })).toBeVisible();
    expect(second).not.toHaveTextContent(/Positive|Negative|Neutral|Praises/);
    expect(second).toHaveTextContent('Title');
    expect(within(second as HTMLElement).queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument();
  });
});

describe('the details', () => {
  it('take that the sentiment is wrong, and take it back if that cannot be saved', async () => {
    const answers = [() => Response.json({ success: true, feedback: 'wrong' }), refusal(500, 'no')];
    const { calls } = await openMentions(manyMentions(1), '/dashboard?tab=mentions', {
      'PUT /api/mentions/mention-1/feedback': () => (answers.shift() ?? refusal(500, 'too often'))(),
    });
    const wrong = await mentionDetails().findByRole('button', { name: 'This is wrong' });

    await userEvent.click(wrong);
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isWrong: true }));
    expect(wrong).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(wrong);

    expect(await screen.findByText('Could not save that')).toBeVisible();
    expect(wrong).toHaveAttribute('aria-pressed', 'true');
  });

  it('show what was made of the mention, with the brand marked in the text', async () => {
    await openMentions([aMention(1, { is_positive: false, sentiment_score: -0.6 })]);

    expect(await mentionDetails().findByRole('heading', { level: 2, name: 'Mention 1 of Paperlark' })).toBeVisible();
    expect(mentionDetails().getByText('41').parentElement).toHaveTextContent('41 score');
    expect(mentionDetails().getByText('18').parentElement).toHaveTextContent('18 comments');
    expect(mentionDetails().getByText('Why negative').parentElement).toHaveTextContent('Credits the reminders.');
    expect(mentionDetails().getByText('In comments').parentElement).toHaveTextContent('Mixed reactions');
    expect(mentionDetails().getByText('Matched')).toHaveTextContent('Matched Paperlark');
    await waitFor(() => expect(document.querySelector('article mark')).toHaveTextContent('Paperlark'));
    expect(mentionDetails().getByRole('link', { name: 'Visit Reddit (opens in a new tab)' })).toHaveAttribute(
      'href',
      'https://www.reddit.com/r/freelance/comments/1/',
    );
  });

  it('leave out what there is nothing to say about', async () => {
    await openMentions([
      aMention(1, { sentiment_score: 0.75, ai_analysis_reason: null, comment_insights: 'minimal_engagement', ai_summary: null }),
    ]);
    await mentionDetails().findByRole('heading', { level: 2 });

    expect(mentionDetails().queryByRole('region', { name: 'AI analysis' })).not.toBeInTheDocument();
    expect(mentionDetails().queryByText(/Why|In comments/)).not.toBeInTheDocument();
  });
});

describe('the list', () => {
  it('says how many there are, and loads more of them in the list of one moment', async () => {
    const { calls } = await openMentions(manyMentions(70));
    expect(await screen.findByText('70 mentions found (50 loaded) • 70 unread')).toBeVisible();

    await userEvent.click(await screen.findByRole('button', { name: 'Load More Mentions' }));

    expect(await screen.findByText('70 mentions found (70 loaded) • 70 unread')).toBeVisible();
    expect(mentionListCalls(calls).map((query) => [query.get('offset'), query.get('asOf')])).toEqual([
      ['0', null],
      ['50', '2026-11-15T12:00:00Z'],
    ]);
  });

  it.each([
    ['mentions_q=net+30&mentions_rejected=true', 'No mentions found for "net 30"', 'Clear search', '&mentions_rejected=true'],
    ['mentions_rejected=true', 'No rejected mentions yet', 'Hide Rejected', ''],
    ['mentions_intent=buying', 'No mentions with "buying" intent', 'Clear filters', ''],
  ])('at %s is empty for the reason %s', async (search, title, action, leadsTo) => {
    const { address } = await openMentions([], `/dashboard?tab=mentions&${search}`);

    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Mentions' }))
        .getAllByRole('button', { name: action })
        .at(-1) as HTMLElement,
    );

    await waitFor(() => expect(address()).toBe(`/dashboard?tab=mentions${leadsTo}`));
  });

  it('that the sentiment has emptied says so while there are others', async () => {
    const stats = {
      total: 3,
      unread: 0,
      rejected: 0,
      positive: 3,
      negative: 0,
      neutral: 0,
      days: days({ count: 1, positive: 1, negative: 0, neutral: 0 }),
    };
    await openMentions([], '/dashboard?tab=mentions&mentions_sentiment=negative', {
      'GET /api/mentions/stats': () => Response.json({ success: true, stats }),
    });

    expect(await screen.findByRole('heading', { name: 'No mentions match your filters' })).toBeVisible();
  });

  it('that cannot be read says why, and can be asked for again', async () => {
    let answer = broken;
    await openMentions([], undefined, { 'GET /api/mentions': () => answer() });
    expect(await screen.findByText('Failed to fetch mentions: Internal Server Error')).toBeVisible();

    answer = oneMention;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('1 mentions found (1 loaded) • 1 unread')).toBeVisible();
  });

  it('is filtered by sentiment and intent, both in the address', async () => {
    const { address, calls } = await openMentions([aMention(1, { intent: 'buying' }), aMention(2)]);
    await mentionRows();

    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: 'Buying' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(rowTitles()).toEqual(['Mention 1 of Paperlark']));
    expect(screen.getByRole('button', { name: 'Filters (1 set)' })).toBeVisible();
    await userEvent.click(screen.getByRole('combobox', { name: 'Sentiment' }));
    await userEvent.click(screen.getByRole('option', { name: 'Positive' }));

    await waitFor(() => expect(address()).toMatch(/mentions_intent=buying&mentions_sentiment=positive/));
    await waitFor(() =>
      expect(Object.fromEntries(mentionListCalls(calls).at(-1) ?? [])).toMatchObject({
        intent: 'buying',
        sentiment: 'positive',
        showRejected: 'false',
      }),
    );
  });
});

describe('reading', () => {
  it('happens by opening, at once, and not to the one that opens by itself', async () => {
    const { calls } = await openMentions(manyMentions(3));
    await screen.findByText('3 mentions found (3 loaded) • 3 unread');
    expect(await mentionDetails().findByRole('heading', { level: 2, name: 'Mention 1 of Paperlark' })).toBeVisible();
    expect(readCalls(calls)).toEqual([]);

    await userEvent.click(titleOf((await mentionRows())[1]));

    expect(await screen.findByText('3 mentions found (3 loaded) • 2 unread')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Brand Mentions' })).toHaveAccessibleDescription('2 unread');
    expect(within((await mentionRows())[1] as HTMLElement).queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument();
    expect(readCalls(calls)).toEqual([{ mentionIds: ['mention-2'], all: false, asOf: null }]);
    await userEvent.click(titleOf((await mentionRows())[0]));
    await waitFor(() => expect(readCalls(calls)).toHaveLength(2));
  });

  it('happens to the one that a link leads to', async () => {
    const { calls } = await openMentions(manyMentions(2), '/dashboard?tab=mentions&mention=mention-2');

    await waitFor(() => expect(readCalls(calls)).toEqual([{ mentionIds: ['mention-2'], all: false, asOf: null }]));
  });

  it('that the server refuses is taken back, tried once by itself, and again on Retry', async () => {
    let answer: () => Response = refusal(500, 'Not now.');
    const { calls } = await openMentions(manyMentions(2), undefined, { 'POST /api/mentions/mark-read': () => answer() });
    await userEvent.click(titleOf((await mentionRows())[1]));

    expect(await screen.findByText('The mention could not be marked as read')).toBeVisible();
    expect(screen.getByText('2 mentions found (2 loaded) • 2 unread')).toBeVisible();
    expect(readCalls(calls)).toHaveLength(1);

    answer = () => Response.json({ success: true, marked: 1 });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('2 mentions found (2 loaded) • 1 unread')).toBeVisible();
  });

  it('of all of them takes one press', async () => {
    const { calls } = await openMentions(manyMentions(3));
    await mentionRows();

    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));

    expect(await screen.findByText('3 mentions found (3 loaded) • 0 unread')).toBeVisible();
    expect(await screen.findByText('All mentions are marked as read')).toBeVisible();
    expect(readCalls(calls)).toEqual([{ mentionIds: [], all: true, asOf: '2026-11-15T12:00:00Z' }]);
    expect(screen.getByRole('link', { name: 'Brand Mentions' })).toHaveAccessibleDescription('');
  });

  it('of the one that is open takes the key U', async () => {
    const { calls } = await openMentions(manyMentions(2));
    await mentionDetails().findByRole('heading', { level: 2 });

    await userEvent.keyboard('u');

    await waitFor(() => expect(readCalls(calls)).toEqual([{ mentionIds: ['mention-1'], all: false, asOf: null }]));
  });
});

describe('a search', () => {
  it.each([
    [3, 'Found 3 new mentions.'],
    [0, 'Search completed. No new mentions found this time.'],
  ])('that brings %i ends with a toast, a new list and new counts', async (count, toast) => {
    const { calls } = await openMentions([], undefined, { 'POST /api/mentions/search-now': found(count) });
    await screen.findByRole('heading', { name: 'No mentions found' });
    expect(screen.getByText('A search may take 4-5 min.')).toBeVisible();
    const before = calls.filter(({ path }) => path === '/api/mentions/stats').length;

    await userEvent.click(screen.getAllByRole('button', { name: 'Search Mentions' }).at(-1) as HTMLElement);

    expect(await screen.findByText(toast)).toBeVisible();
    await waitFor(() => expect(mentionListCalls(calls).length).toBeGreaterThan(1));
    await waitFor(() => expect(calls.filter(({ path }) => path === '/api/mentions/stats').length).toBeGreaterThan(before));
  });

  it('that fails says why and can be tried again', async () => {
    const answers = [refusal(400, 'Please analyse your website first.'), found(1)];
    let turn = 0;
    await openMentions(manyMentions(1), undefined, {
      'POST /api/mentions/search-now': () => (answers[turn++] ?? refusal(500, 'too often'))(),
    });
    await mentionRows();

    await userEvent.click(screen.getByRole('button', { name: 'Search Mentions' }));
    expect(await screen.findByText('Failed to search for mentions. Please try again.')).toBeVisible();
    expect(screen.getByText('Please analyse your website first.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByText('Found 1 new mentions.')).toBeVisible();
  });

  it('without a subscription leads to the payment', async () => {
    const { address } = await openMentions(manyMentions(1), undefined, {
      'POST /api/mentions/search-now': refusal(402, 'An active subscription is required.'),
    });
    await mentionRows();

    await userEvent.click(screen.getByRole('button', { name: 'Search Mentions' }));

    await waitFor(() => expect(address()).toBe('/payment'));
  });

  it('of another browser shows how far it is, and its end is told once', async () => {
    const { tell } = await openMentions(manyMentions(1));
    await mentionRows();

    tell({ percent: 40, found: 2 });
    expect(await screen.findByRole('progressbar', { name: 'Listening for your brand' })).toHaveAttribute('aria-valuenow', '40');
    expect(screen.getByText(/2 found$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search Mentions' })).toHaveAttribute('aria-busy', 'true');
    tell({ percent: 100, found: 2, state: 'done' });

    expect(await screen.findByText('Found 2 new mentions.')).toBeVisible();
    expect(screen.queryByRole('progressbar', { name: 'Listening for your brand' })).not.toBeInTheDocument();
  });

  it('that the server knows of is found after a reload', async () => {
    const job = { job: 'mentions', stage: 'Reading comments', percent: 60, found: 1, state: 'running' };
    await openMentions(manyMentions(1), undefined, { 'GET /api/jobs/current': () => Response.json({ success: true, jobs: [job] }) });

    expect(await screen.findByRole('progressbar', { name: 'Listening for your brand' })).toHaveAttribute('aria-valuenow', '60');
  });
});

describe('rejecting', () => {
  it('needs a reason, and says so', async () => {
    await openMentions(manyMentions(2));
    await mentionRows();
    await userEvent.keyboard('x');
    const dialog = await screen.findByRole('dialog', { name: 'Reject this mention?' });
    expect(within(dialog).getByRole('button', { name: 'Reject Mention' })).toBeDisabled();

    await userEvent.type(within(dialog).getByLabelText('Reason'), '  ');
    expect(within(dialog).getByText('Please provide a reason for rejecting this mention.')).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Not us');

    expect(within(dialog).queryByText('Please provide a reason for rejecting this mention.')).not.toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Reject Mention' })).toBeEnabled();
  });

  it('takes the mention and its unread mark out at once, and Undo brings both back', async () => {
    await openMentions(manyMentions(3));
    await mentionRows();

    await userEvent.keyboard('x');
    await rejectsMention('Not about us');
    expect(await screen.findByText('Mention Rejected')).toBeVisible();
    expect(screen.getByText('2 mentions found (2 loaded) • 2 unread')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

    expect(await screen.findByText('Mention Restored')).toBeVisible();
    expect(await screen.findByText('3 mentions found (3 loaded) • 3 unread')).toBeVisible();
    await waitFor(() => expect(rowTitles()[0]).toBe('Mention 1 of Paperlark'));
  });

  it.each([
    ['reject', false, 'Failed to reject mention. Please try again.', 'Mention Rejected'],
    ['restore', true, 'Failed to restore mention. Please try again.', 'Mention Restored'],
  ])('that the server refuses (%s) is taken back, and Retry tries it again', async (what, rejected, failed, done) => {
    let answer: () => Response = refusal(500, 'no');
    await openMentions([aMention(1, { rejected })], `/dashboard?tab=mentions${rejected ? '&mentions_rejected=true' : ''}`, {
      [`POST /api/mentions/mention-1/${what}`]: () => answer(),
    });
    await mentionRows();

    await userEvent.keyboard('x');
    if (!rejected) await rejectsMention('Not us');
    expect(await screen.findByText(failed)).toBeVisible();
    expect(await screen.findByText(/^1 mentions found/)).toBeVisible();

    answer = () => Response.json({ success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(await screen.findByText(/^0 mentions found/)).toBeVisible();
  });
});

describe('time', () => {
  it('brings the list anew every five minutes, as it was, and counts what is there by now', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = await openMentions(manyMentions(1));
    await mentionRows();
    const before = mentionListCalls(calls).length;

    await act(() => vi.advanceTimersByTimeAsync(299_000));
    expect(mentionListCalls(calls)).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(2_000));

    const since = mentionListCalls(calls).slice(before);
    expect(new Map(since.map((query) => [query.get('limit'), query.get('asOf')]))).toEqual(
      new Map([
        ['50', '2026-11-15T12:00:00Z'],
        ['1', null],
      ]),
    );
  });
});

const broken = () =>
  Response.json({ success: false, error: 'x', message: 'Not now.' }, { status: 500, statusText: 'Internal Server Error' });
const oneMention = () =>
  Response.json({ success: true, mentions: [aMention(1)], total: 1, unread: 1, hasMore: false, offset: 0, limit: 50, asOf: 'noon' });
const found = (newMentionsCount: number) => () => Response.json({ success: true, newMentionsCount, failures: [] });
