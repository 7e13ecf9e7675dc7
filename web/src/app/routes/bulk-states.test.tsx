import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts } from '../../testing/posts';
import { openPostsTab, postRows, titles } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1280;
  await toastsAreGone();
});

afterEach(toastsAreGone);

const four = manyPosts(4);
const names = four.map(({ title }) => title);
const toolbar = () => within(screen.getByRole('toolbar'));
const states = (calls: { path: string; body: unknown }[]) => calls.filter(({ path }) => path.endsWith('/states')).map(({ body }) => body);
const to = (state: string, ...numbers: number[]) => numbers.map((number) => ({ id: `post-${number}`, state }));
const rejectedFor = (reason: string, ...numbers: number[]) =>
  numbers.map((number) => ({ id: `post-${number}`, state: 'rejected', reason }));
const open = async (posts = four, path?: string, answers = {}) => {
  const page = await openPostsTab(posts, path, answers);
  await postRows();
  return page;
};
const shiftClick = async (at: number) => {
  const [row] = (await postRows()).slice(at);
  fireEvent.click(within(row as HTMLElement).getByRole('button', { name: names[at] ?? '' }), { shiftKey: true, detail: 1 });
};

it('Shift with a click selects from the open post to that one, and a bar takes the place of the search', async () => {
  const { address } = await open();
  const before = address();
  await shiftClick(2);

  expect(await screen.findByText('3 selected')).toBeVisible();
  expect(screen.getAllByRole('img', { name: 'Selected' })).toHaveLength(3);
  expect(
    toolbar()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Save', 'Answered', 'Won', 'Reject', 'Clear']);
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(address()).toBe(before);

  await shiftClick(1);
  expect(await screen.findByText('2 selected')).toBeVisible();
});

it('Shift with J and K selects row by row, and back; Escape lets all of them go', async () => {
  await open();
  await userEvent.keyboard('{Shift>}JJJ{/Shift}');
  expect(await screen.findByText('4 selected')).toBeVisible();
  await userEvent.keyboard('{Shift>}K{/Shift}');
  expect(await screen.findByText('3 selected')).toBeVisible();

  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
  expect(screen.getByRole('searchbox')).toBeVisible();
  expect(screen.getByRole('button', { name: names[0] ?? '' })).toHaveFocus();
});

it('Clear does the same', async () => {
  await open();
  await userEvent.keyboard('{Shift>}J{/Shift}');
  await userEvent.click(toolbar().getByRole('button', { name: 'Clear' }));

  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
});

it('one call moves all of them, and one Undo brings them back to their places', async () => {
  const { calls } = await open();
  await userEvent.keyboard('{Shift>}J{/Shift}');
  await userEvent.click(toolbar().getByRole('button', { name: 'Answered' }));

  expect(await screen.findByText('2 posts marked as answered')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(names.slice(2)));
  expect(screen.getByRole('tab', { name: /Answered/ })).toHaveTextContent('2');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(titles()).toEqual(names));
  await waitFor(() => expect(states(calls)).toEqual([{ changes: to('answered', 1, 2) }, { changes: to('open', 1, 2) }]));
});

it('a key is for all of them as well', async () => {
  const { calls } = await open();
  await userEvent.keyboard('{Shift>}J{/Shift}w');

  expect(await screen.findByText('2 posts marked as won')).toBeVisible();
  expect(states(calls)).toEqual([{ changes: to('won', 1, 2) }]);
});

it('rejecting several asks once, with one reason for all, and Undo brings them back', async () => {
  const { calls } = await open();
  await userEvent.keyboard('{Shift>}JJ{/Shift}x');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 3 posts?' }));
  expect(dialog.getByText('And 2 more. The reason applies to all of them.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Too old' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject Posts' }));

  expect(await screen.findByText('3 posts rejected')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual([names[3]]));
  expect(states(calls)).toEqual([{ changes: rejectedFor('Too old', 1, 2, 3) }]);

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(names));
  expect(states(calls).at(-1)).toEqual({ changes: to('open', 1, 2, 3) });
});

it('a server that refuses gets all of them back', async () => {
  await open(four, '/dashboard', { 'PATCH /api/reddit-posts/states': refusal(500, 'Something broke inside.') });
  await userEvent.keyboard('{Shift>}J{/Shift}s');

  expect(await screen.findByText('2 posts could not be changed')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(names));
});

it('among the rejected ones, several are restored', async () => {
  const rejected = [1, 2].map((number) => aPost(number, { state: 'rejected', rejected: true, rejected_reason: 'Too old' }));
  const { calls } = await open(rejected, '/dashboard?search_rejected=true');
  await userEvent.keyboard('{Shift>}J{/Shift}');
  await userEvent.click(toolbar().getByRole('button', { name: 'Restore' }));

  expect(await screen.findByText('2 posts moved to Open')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(states(calls)).toHaveLength(2));
  expect(states(calls)[1]).toEqual({ changes: rejectedFor('Too old', 1, 2) });
});

it('another tab begins with nothing selected', async () => {
  await open();
  await userEvent.keyboard('{Shift>}J{/Shift}');
  await userEvent.click(screen.getByRole('tab', { name: /Saved/ }));

  await screen.findByRole('heading', { name: 'No saved posts yet' });
  expect(screen.queryByRole('toolbar')).not.toBeInTheDocument();
});
