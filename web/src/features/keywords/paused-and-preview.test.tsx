import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noraIsSignedIn, theServerSays } from '../../testing/identity';
import {
  add,
  bodies,
  card,
  done,
  field,
  onUpgrade,
  opensKeywords as open,
  preview,
  remove,
  serves,
  shown,
  starter,
  ten,
} from '../../testing/keywords';
import { refusal, toastsAreGone } from '../../testing/onboarding';

beforeEach(async () => {
  localStorage.clear();
  onUpgrade.mockReset();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('paused keywords', () => {
  const pausedOnes = [
    ...ten.map((keyword) => ({ keyword })),
    { keyword: 'late fees', paused: true },
    { keyword: 'deposits', paused: true },
  ];

  it('stand apart with the reason, and with the way to a larger plan', async () => {
    await open(pausedOnes);

    expect(shown()).toEqual(ten);
    expect(card()).toHaveTextContent('10 of 10 used');
    const apart = within(screen.getByRole('region', { name: 'Paused' }));
    expect(apart.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['late fees', 'deposits']);
    expect(apart.getByText('Starter includes 10 keywords. These are kept but not searched.')).toBeVisible();
    await userEvent.click(apart.getByRole('button', { name: 'Upgrade' }));
    expect(onUpgrade).toHaveBeenCalledOnce();
  });

  it('can be listened for again once there is room', async () => {
    const { calls } = await open(pausedOnes.slice(5), starter, { [add]: done });

    await userEvent.click(screen.getByRole('button', { name: 'Resume late fees' }));

    await waitFor(() => expect(bodies(calls)).toEqual([{ keyword: 'late fees' }]));
    await waitFor(() => expect(shown()).toContain('late fees'));
    expect(calls.map(({ method }) => method)).not.toContain('DELETE');
  });

  it('that cannot be listened for again still rest', async () => {
    await open(pausedOnes.slice(5), starter, { [add]: refusal(400, 'Not today.') });

    await userEvent.click(screen.getByRole('button', { name: 'Resume late fees' }));

    expect(await screen.findByText('Not today.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Paused' })).toHaveTextContent('late fees');
    expect(shown()).not.toContain('late fees');
  });

  it('are told to rest again when what made room for them comes back', async () => {
    const { calls } = await open(pausedOnes, starter, {
      [add]: done,
      [remove]: () => Response.json({ success: true, woken: 'late fees' }),
    });

    await userEvent.click(screen.getByRole('button', { name: 'Remove keyword 3' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(bodies(calls)).toEqual([{ keyword: 'keyword 3', wasPaused: false, woken: 'late fees' }]));
  });

  it('come back as resting ones when they were removed', async () => {
    const { calls } = await open(pausedOnes, starter, { [add]: done, [remove]: done });

    await userEvent.click(screen.getByRole('button', { name: 'Remove deposits' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(bodies(calls)).toEqual([{ keyword: 'deposits', wasPaused: true, woken: null }]));
    expect(shown()).toEqual(ten);
  });

  it('are read anew when the plan changes', async () => {
    await open(pausedOnes);
    serves(pausedOnes.map(({ keyword }) => keyword));

    await userEvent.click(screen.getByRole('button', { name: 'Become Professional' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Paused' })).not.toBeInTheDocument());
    expect(card()).toHaveTextContent('12 of 30 used');
  });
});

describe('the preview', () => {
  const reading = { words: ['chasing'], phrases: [], excludedWords: [], excludedPhrases: [], communities: [], excludedCommunities: [] };
  const found = {
    posts: 14,
    mentions: 2,
    of: 128,
    examples: [{ id: '1', title: 'Clients keep paying late', subreddit: 'freelance' }],
    reading,
  };
  const answers = (changes: Partial<typeof found> = {}) => ({
    [preview]: () => Response.json({ success: true, preview: { ...found, ...changes } }),
  });

  it('names an example of Hacker News without a prefix', async () => {
    const examples = [{ id: '1', title: 'Ask HN: late clients?', subreddit: 'Hacker News' }];
    await open(['late payments'], starter, answers({ examples }));

    await userEvent.type(field(), 'chasing invoices');

    expect((await screen.findByRole('list', { name: 'For example' })).textContent).toBe('Ask HN: late clients?Hacker News');
  });

  it('says how much a keyword would find, when the typing pauses', async () => {
    const { calls } = await open(['late payments'], starter, answers());

    await userEvent.type(field(), 'chasing invoices');

    expect(await screen.findByText('Found in 14 of your 128 posts and 2 mentions.')).toBeVisible();
    expect(screen.getByRole('list', { name: 'For example' })).toHaveTextContent('Clients keep paying later/freelance');
    expect(calls.filter(({ path }) => path.endsWith('/preview')).map(({ query }) => query.get('keyword'))).toContain('chasing invoices');
    expect(calls.filter(({ path }) => path.endsWith('/preview')).length).toBeLessThan(6);
  });

  it('explains how the keyword is read, and the field how to write one', async () => {
    await open([], starter, answers());

    await userEvent.type(field(), 'chasing');

    expect(await screen.findByText('Finds posts with this word, in any form: chasing.')).toBeVisible();
    expect(field()).toHaveAccessibleDescription(
      'Use "exact phrase" for words in this order, -word to leave posts out, and sub:name for one community.',
    );
  });

  it.each([
    ['None of your 128 posts matches. New ones may.', { posts: 0, mentions: 0, examples: [] }],
    ['You have no posts to try it on yet.', { posts: 0, mentions: 0, of: 0, examples: [] }],
    ['Found in 14 of your 128 posts.', { mentions: 0 }],
    ['Found in 14 of your 128 posts and 1 mention.', { mentions: 1 }],
  ])('says: %s', async (text, changes) => {
    await open([], starter, answers(changes));

    await userEvent.type(field(), 'chasing');

    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each(['late payments', 'x', '   '])('is not asked for %o', async (typed) => {
    const { calls } = await open(['late payments'], starter, answers());

    vi.useFakeTimers();
    fireEvent.change(field(), { target: { value: typed } });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    vi.useRealTimers();

    expect(calls.filter(({ path }) => path.endsWith('/preview'))).toEqual([]);
  });

  it('that fails is silent, and the keyword can be added all the same', async () => {
    await open([], starter, { [preview]: refusal(404, 'No such call.'), [add]: done });

    await userEvent.type(field(), 'chasing');
    await waitFor(() => expect(screen.queryByText('Checking your posts…')).not.toBeInTheDocument());
    await userEvent.type(field(), '{Enter}');

    await waitFor(() => expect(shown()).toEqual(['chasing']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
