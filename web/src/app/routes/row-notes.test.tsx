import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPanel } from '../../features/comments/preferences';
import { drafted } from '../../testing/comments';
import { aMention, mentionDetails, openMentions } from '../../testing/mentions-tab';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost } from '../../testing/posts';
import { openPostsTab, postDetails, postRows } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1280;
  openPanel(false);
  await toastsAreGone();
});

afterEach(toastsAreGone);

// A day of another year is said with it.
const year = new Date().getFullYear();
const saved = aPost(1, { state: 'saved', state_at: `${year}-11-12T09:00:00Z` });
const savedTab = '/dashboard?search_state=saved';
const stateCall = 'PATCH /api/reddit-posts/post-1/state';
const bodies = (calls: { method: string; body: unknown }[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const write = async (text: string) => {
  await userEvent.click(await postDetails().findByRole('button', { name: /^(Add a note|Edit note)$/ }));
  const field = postDetails().getByRole('textbox', { name: 'Private note' });
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
  return field;
};

const told =
  (...answers: object[]) =>
  () =>
    Response.json({ success: true, answers, error: null });

describe('the private note', () => {
  it('stands beside the day of the state, is written in place, and its row says that there is one', async () => {
    const { calls } = await openPostsTab([saved], savedTab);
    expect(await postDetails().findByText(/^Saved 12 Nov/)).toBeVisible();
    await write('Asked for a demo');
    await userEvent.click(postDetails().getByRole('button', { name: 'Save', description: '' }));

    expect(await postDetails().findByText('Asked for a demo')).toBeVisible();
    expect(bodies(calls)).toEqual([{ state: 'saved', note: 'Asked for a demo' }]);
    expect(within((await postRows())[0] as HTMLElement).getByRole('img', { name: 'Has a note' })).toBeVisible();
    expect(postDetails().getByRole('button', { name: 'Edit note' })).toHaveFocus();
  });

  it('is saved with Ctrl and Enter, and an empty one is taken away', async () => {
    const { calls } = await openPostsTab([{ ...saved, note: 'Old' }], savedTab);
    await write('New');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await postDetails().findByText('New')).toBeVisible();

    await write('');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await postDetails().findByRole('button', { name: 'Add a note' })).toBeVisible();
    expect(bodies(calls)).toEqual([
      { state: 'saved', note: 'New' },
      { state: 'saved', note: '' },
    ]);
  });

  it('stays as it was with Escape, and the post stays open', async () => {
    const { calls, address } = await openPostsTab([{ ...saved, note: 'Old' }], savedTab);
    await write('Never mind');
    await userEvent.keyboard('{Escape}');

    expect(postDetails().getByText('Old')).toBeVisible();
    expect(bodies(calls)).toEqual([]);
    expect(address()).toContain('post=post-1');
  });

  it('is not lost when the server refuses it', async () => {
    let isBroken = true;
    await openPostsTab([saved], savedTab, {
      [stateCall]: () => (isBroken ? refusal(500, 'Something broke inside.')() : Response.json({ success: true })),
    });
    const field = await write('Worth keeping');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(await postDetails().findByText('Something broke inside.')).toBeVisible();
    expect(field).toHaveValue('Worth keeping');

    isBroken = false;
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(postDetails().getByText('Worth keeping')).toBeVisible();
  });

  it('counts what is left near the end of its 2,000 characters', async () => {
    await openPostsTab([{ ...saved, note: 'x'.repeat(1850) }], savedTab);
    await userEvent.click(await postDetails().findByRole('button', { name: 'Edit note' }));

    expect(postDetails().getByText('150 characters left')).toBeVisible();
    expect(postDetails().getByRole('textbox', { name: 'Private note' })).toHaveAttribute('maxlength', '2000');
  });

  it('is there for mentions as well, and for what is open', async () => {
    await openMentions([aMention(1, { note: 'Thank them' })]);

    expect(await mentionDetails().findByText('Thank them')).toBeVisible();
    expect(mentionDetails().queryByText(/^Saved/)).not.toBeInTheDocument();
  });
});

describe('what was answered before', () => {
  const answer = {
    at: `${year}-11-02T09:00:00Z`,
    state: 'answered',
    title: 'Late again',
    subreddit: 'freelance',
    same_thread: false,
    same_author: true,
  };
  const earlierCall = 'GET /api/earlier-answers/post-1';

  it('in the same thread is said above the post and in the draft panel', async () => {
    openPanel(true);
    await openPostsTab([aPost(1)], '/dashboard', {
      [earlierCall]: told({ ...answer, same_thread: true }),
      'GET /api/ai-comment/post-1': drafted(null),
    });

    expect(await postDetails().findByText('You answered in this thread on 2 November')).toBeVisible();
    const panel = within(await screen.findByRole('region', { name: 'AI Comment Generator' }));
    expect(await panel.findByText('You answered in this thread on 2 November')).toBeVisible();
  });

  it.each([
    ['hacker_news', 'You answered kerning_and_coffee on 2 November: “Late again”'],
    ['bluesky', 'You answered this author on 2 November: “Late again”'],
  ] as const)('to the same author on %s is said as %s', async (source, text) => {
    await openPostsTab([aPost(1, { source })], '/dashboard', { [earlierCall]: told(answer) });

    expect(await postDetails().findByText(text)).toBeVisible();
  });

  it('to the same author is said with the title of it', async () => {
    await openPostsTab([aPost(1)], '/dashboard', { [earlierCall]: told(answer) });

    expect(await postDetails().findByText('You answered u/kerning_and_coffee on 2 November: “Late again”')).toBeVisible();
  });

  it('in another year is said with the year', async () => {
    await openPostsTab([aPost(1)], '/dashboard', { [earlierCall]: told({ ...answer, at: '2024-11-02T09:00:00Z' }) });

    expect(await postDetails().findByText(/on 2 November 2024/)).toBeVisible();
  });

  it.each([
    ['nothing', told()],
    ['an error', refusal(404, 'Not found.')],
  ])('is not said when the server answers with %s', async (_what, answers) => {
    const { calls } = await openPostsTab([aPost(1)], '/dashboard', { [earlierCall]: answers });
    await waitFor(() => expect(calls.some(({ path }) => path.startsWith('/api/earlier-answers/'))).toBe(true));

    expect(await postDetails().findByRole('heading', { level: 2 })).toBeVisible();
    expect(screen.queryByText(/^You answered/)).not.toBeInTheDocument();
  });

  it('is asked again once something is answered here', async () => {
    const { calls } = await openPostsTab([aPost(1), aPost(2)], '/dashboard', {
      [earlierCall]: told(),
      'GET /api/earlier-answers/post-2': told(answer),
    });
    await postRows();
    await userEvent.keyboard('a');

    expect(await postDetails().findByText(/^You answered u\/kerning_and_coffee/)).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/earlier-answers/post-2').length).toBeGreaterThan(0);
  });
});
