import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aMention, openMentions, rowTitles } from '../../testing/mentions-tab';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aPost, manyPosts } from '../../testing/posts';
import { openPostsTab, postDetails, postListCalls, postRows, titles } from '../../testing/posts-tab';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1280;
  await toastsAreGone();
});

afterEach(toastsAreGone);

const three = manyPosts(3);
const names = three.map(({ title }) => title);
const tab = (name: RegExp | string) => screen.getByRole('tab', { name });
const states = (calls: { method: string; body: unknown }[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const open = async (posts = three, path?: string, answers = {}) => {
  const page = await openPostsTab(posts, path, answers);
  await postRows();
  return page;
};

const openPhone = async () => {
  window.innerWidth = 390;
  return open();
};

describe('the tabs', () => {
  it('count the rows of each state, and the list has those of the one that is chosen', async () => {
    const { calls, address } = await open([...three, aPost(4, { state: 'saved' }), aPost(5, { state: 'won' })]);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Open3', 'Saved1', 'Answered0', 'Won1']);
    expect(screen.getByText('3 posts found (3 loaded)')).toBeVisible();
    expect(address()).not.toContain('search_state');

    await userEvent.click(tab(/Saved/));

    expect(await screen.findByText('1 posts found (1 loaded)')).toBeVisible();
    expect(titles()).toEqual(['Post 4 about late payments']);
    expect(address()).toContain('search_state=saved');
    expect(tab(/Saved/)).toHaveAttribute('aria-selected', 'true');
    expect(postListCalls(calls).at(-1)?.get('state')).toBe('saved');

    await userEvent.click(tab(/Open/));
    expect(await screen.findByText('3 posts found (3 loaded)')).toBeVisible();
    expect(address()).not.toContain('search_state');
  });

  it('step aside for what was rejected, and are there again when it is hidden', async () => {
    const { address } = await open(
      [aPost(1, { state: 'saved' }), aPost(2, { state: 'rejected', rejected: true })],
      '/dashboard?search_state=saved',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show Rejected', pressed: false }));

    await waitFor(() => expect(titles()).toEqual(['Post 2 about late payments']));
    expect(screen.queryByRole('tab', { selected: true })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Hide Rejected', pressed: true }));

    await waitFor(() => expect(titles()).toEqual(['Post 1 about late payments']));
    expect(address()).toContain('search_state=saved');
  });

  it('are gone through with the arrows and chosen with Enter', async () => {
    const { address } = await open();
    tab(/Open/).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(tab(/Answered/)).toHaveFocus();
    expect(address()).not.toContain('search_state');

    await userEvent.keyboard('{Enter}');
    expect(address()).toContain('search_state=answered');
  });

  it.each([
    ['saved', 'No saved posts yet', 'Press S on a post, or use its bookmark, to keep it here for later.'],
    ['answered', 'No answered posts yet', 'Press A on a post once you’ve posted your comment.'],
    ['won', 'No won posts yet', 'Press W on a post that brought you a customer.'],
  ])('say how to get something into %s while nothing is there', async (state, heading, help) => {
    await openPostsTab(three, `/dashboard?search_state=${state}`);

    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByText(help)).toBeVisible();
  });

  it('say that everything is dealt with when nothing is open any more', async () => {
    await openPostsTab([aPost(1, { state: 'answered' })]);

    expect(await screen.findByRole('heading', { name: 'No open posts' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'No Reddit posts found' })).not.toBeInTheDocument();
  });

  it('decide what an export has in it', async () => {
    const { calls } = await open([aPost(1, { state: 'won' })], '/dashboard?search_state=won', {
      'GET /api/reddit-posts.csv': () => new Response('id'),
    });
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => {};
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));

    await waitFor(() => expect(calls.find(({ path }) => path.endsWith('.csv'))?.query.get('state')).toBe('won'));
  });
});

describe('a key moves the post that is open', () => {
  it.each([
    ['s', 'saved', 'Saved', /Saved/],
    ['a', 'answered', 'Marked as answered', /Answered/],
    ['w', 'won', 'Marked as won', /Won/],
  ])('%s to %s: it leaves, the counts follow, and Undo brings it back', async (key, state, toast, itsTab) => {
    const { calls } = await open();
    await userEvent.keyboard(key);

    await waitFor(() => expect(titles()).toEqual(names.slice(1)));
    expect(await screen.findByText(toast, { selector: 'p' })).toBeVisible();
    expect(tab(itsTab)).toHaveTextContent('1');
    expect(tab(/Open/)).toHaveTextContent('2');
    expect(await postDetails().findByRole('heading', { level: 2 })).toHaveTextContent(names[1] ?? '');

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual(names));
    expect(tab(itsTab)).toHaveTextContent('0');
    expect(states(calls)).toEqual([{ state }, { state: 'open' }]);
  });

  it('back to open, when it is in that state already', async () => {
    const { calls } = await open([aPost(1, { state: 'saved' }), aPost(2, { state: 'saved' })], '/dashboard?search_state=saved');
    await userEvent.keyboard('s');

    expect(await screen.findByText('Moved to Open')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(['Post 2 about late payments']));
    expect(states(calls)).toEqual([{ state: 'open' }]);
  });

  it('and the shortcut sheet names it', async () => {
    await open();
    await userEvent.keyboard('?');

    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const line of ['Save', 'Mark as answered', 'Mark as won', 'Select several, downwards']) expect(sheet).toHaveTextContent(line);
  });

  it('and gets it back if the server refuses, until Retry succeeds', async () => {
    let isBroken = true;
    await open(three, '/dashboard', {
      'PATCH /api/reddit-posts/post-1/state': () =>
        isBroken ? refusal(500, 'Something broke inside.')() : Response.json({ success: true }),
    });
    await userEvent.keyboard('s');
    expect(await screen.findByText('Could not save it')).toBeVisible();
    await waitFor(() => expect(titles()).toEqual(names));
    expect(tab(/Saved/)).toHaveTextContent('0');

    isBroken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(titles()).toEqual(names.slice(1)));
  });
});

describe('by mouse', () => {
  it('a row is saved and marked as answered in place of its counts', async () => {
    const { calls } = await open();
    const [, second] = await postRows();
    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(titles()).toEqual([names[0], names[2]]));
    const [first] = await postRows();
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as answered' }));
    await waitFor(() => expect(titles()).toEqual([names[2]]));
    expect(states(calls)).toEqual([{ state: 'saved' }, { state: 'answered' }]);
  });

  it('the bar above the post has the same, and Won', async () => {
    const { calls } = await open();
    await userEvent.click(postDetails().getByRole('button', { name: 'Mark as won' }));

    expect(await screen.findByText('Marked as won')).toBeVisible();
    expect(states(calls)).toEqual([{ state: 'won' }]);
    expect(postDetails().getByRole('button', { name: 'Reject' })).toBeVisible();
  });
});

describe('on a phone', () => {
  it('one button of a row opens all that can be done with it', async () => {
    const { calls } = await openPhone();
    const [first] = await postRows();
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'More actions' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Save',
      'Answered',
      'Won',
      'Reject',
      'Select',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Won' }));

    await waitFor(() => expect(titles()).toEqual(names.slice(1)));
    expect(states(calls)).toEqual([{ state: 'won' }]);
  });

  it.each([
    ['left saves', -120, 'saved'],
    ['right marks as answered', 120, 'answered'],
  ])('a swipe to the %s', async (_what, distance, state) => {
    const { calls } = await openPhone();
    swipe((await postRows())[0] as HTMLElement, distance);

    await waitFor(() => expect(states(calls)).toEqual([{ state }]));
  });

  it('a short swipe does nothing, and opens nothing', async () => {
    const { calls, address } = await openPhone();
    swipe((await postRows())[0] as HTMLElement, 40);

    expect(states(calls)).toEqual([]);
    expect(address()).toBe('/dashboard');
  });

  it('several are selected with the menu and further taps', async () => {
    const { calls } = await openPhone();
    const [first, second] = await postRows();
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Select' }));
    await userEvent.click(within(second as HTMLElement).getByRole('button', { name: names[1] ?? '' }));
    expect(await screen.findByText('2 selected')).toBeVisible();

    await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(titles()).toEqual([names[2]]));
    expect(states(calls)).toEqual([
      {
        changes: [
          { id: 'post-1', state: 'saved' },
          { id: 'post-2', state: 'saved' },
        ],
      },
    ]);
  });
});

it('mentions have the same tabs, keys and address', async () => {
  const { calls, address } = await openMentions([aMention(1), aMention(2), aMention(3, { state: 'won' })]);
  await screen.findByRole('list', { name: 'Mentions' });
  await userEvent.keyboard('a');

  expect(await screen.findByText('Marked as answered')).toBeVisible();
  await waitFor(() => expect(rowTitles()).toEqual(['Mention 2 of Paperlark']));
  expect(states(calls)).toEqual([{ state: 'answered' }]);
  await userEvent.click(tab(/Won/));
  await waitFor(() => expect(rowTitles()).toEqual(['Mention 3 of Paperlark']));
  expect(address()).toContain('mentions_state=won');
});

function swipe(row: HTMLElement, distance: number) {
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 10 };
  fireEvent.pointerDown(row, { ...finger, clientX: 200 });
  fireEvent.pointerMove(row, { ...finger, clientX: 200 + distance / 2 });
  fireEvent.pointerMove(row, { ...finger, clientX: 200 + distance });
  fireEvent.pointerUp(row, { ...finger, clientX: 200 + distance });
  // What a browser does of its own when a finger is lifted.
  fireEvent.click(within(row).getByRole('heading', { level: 3 }).querySelector('button') as HTMLElement, { detail: 1 });
}
