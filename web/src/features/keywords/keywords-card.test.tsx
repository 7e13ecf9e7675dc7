import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import {
  add,
  bodies,
  card,
  done,
  field,
  onUpgrade,
  opensKeywords as open,
  professional,
  remove,
  serves,
  shown,
  starter,
  ten,
} from '../../testing/keywords';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { KeywordsCard } from './keywords-card';

beforeEach(async () => {
  localStorage.clear();
  onUpgrade.mockReset();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the usage', () => {
  it.each([
    ['12 of 30 used', [...ten, 'a', 'b'], professional],
    ['10 of 10 used', ten, starter],
    ['10 used, no limit', ten, { name: 'Enterprise', limit: -1 }],
  ])('is %s', async (text, keywords, plan) => {
    await open(keywords, plan);

    expect(card()).toHaveTextContent(text);
    expect(screen.queryAllByRole('progressbar', { name: 'Keywords used' })).toHaveLength(plan.limit === -1 ? 0 : 1);
  });
});

describe('adding', () => {
  it('by Enter saves it tidied, shows it last and leaves the field for the next one', async () => {
    const { calls } = await open(['late payments'], starter, { [add]: done });

    await userEvent.type(field(), '  unpaid   invoice {Enter}');

    await waitFor(() => expect(shown()).toEqual(['late payments', 'unpaid invoice']));
    expect(bodies(calls)).toEqual([{ keyword: 'unpaid invoice' }]);
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(field()).toHaveFocus();
    expect(card()).toHaveTextContent('2 of 10 used');
  });

  it('needs something to add', async () => {
    const { calls } = await open(['late payments']);
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();

    await userEvent.type(field(), '   {Enter}');

    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
    expect(bodies(calls)).toEqual([]);
  });

  it('at the limit says so in the words of the spec, with a way to more, and keeps what was typed', async () => {
    const { calls } = await open(ten);

    await userEvent.type(field(), 'one more{Enter}');

    expect(await screen.findByText('Keyword Limit Reached')).toBeVisible();
    expect(screen.getByText("You've reached your limit of 10 keywords on the Starter plan. Upgrade to add more keywords.")).toBeVisible();
    expect(bodies(calls)).toEqual([]);
    expect(field()).toHaveValue('one more');
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade' }));
    expect(onUpgrade).toHaveBeenCalledOnce();
  });

  it('without a larger plan offers none', async () => {
    await open(ten, { name: 'Professional', limit: 10 }, {}, null);

    await userEvent.type(field(), 'one more{Enter}');

    expect(await screen.findByText('Keyword Limit Reached')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upgrade' })).not.toBeInTheDocument();
  });

  it('above ten is fine where nothing limits it', async () => {
    await open(ten, { name: 'Enterprise', limit: -1 }, { [add]: done });

    await userEvent.type(field(), 'one more{Enter}');

    await waitFor(() => expect(shown()).toHaveLength(11));
  });

  it('what is there already is a duplicate, whatever its case', async () => {
    const { calls } = await open(['late payments']);

    await userEvent.type(field(), 'LATE payments{Enter}');

    expect(await screen.findByText('Duplicate Keyword')).toBeVisible();
    expect(screen.getByText('This keyword already exists in your list.')).toBeVisible();
    expect(bodies(calls)).toEqual([]);
    expect(field()).toHaveValue('LATE payments');
  });

  it('twice by a quick hand is once', async () => {
    const { calls } = await open([], starter, { [add]: () => new Promise<Response>(() => {}) });

    await userEvent.type(field(), 'late payments{Enter}{Enter}');

    expect(bodies(calls)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Add' })).toHaveAttribute('aria-busy', 'true');
  });

  it.each([
    [
      'the server has a reason',
      refusal(409, 'Please analyse your website first.', 'Website Analysis Required'),
      'Keyword Save Error',
      'Please analyse your website first.',
    ],
    [
      'the server is unwell',
      refusal(400, 'A keyword can have at most 100 characters.', 'Bad Request'),
      'Keyword Save Error',
      'A keyword can have at most 100 characters.',
    ],
    [
      'nobody answers',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to add keyword',
      'Earshot cannot be reached. Check your connection and try again.',
    ],
  ])('that fails because %s keeps what was typed, and can be tried again', async (_why, answer, title, description) => {
    await open(['late payments'], starter, { [add]: answer });

    await userEvent.type(field(), 'unpaid invoice{Enter}');

    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(description)).toBeVisible();
    expect(field()).toHaveValue('unpaid invoice');
    expect(shown()).toEqual(['late payments']);
    serves(['late payments'], { [add]: done });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shown()).toEqual(['late payments', 'unpaid invoice']));
    await waitFor(() => expect(field()).toHaveValue(''));
  });

  it('that the server has no room for says so too: the plan may have changed elsewhere', async () => {
    const sentence = "You've reached your limit of 10 keywords on the Starter plan. Upgrade to add more keywords.";
    await open(['late payments'], professional, { [add]: refusal(403, sentence, 'Keyword Limit Reached') });

    await userEvent.type(field(), 'unpaid invoice{Enter}');

    expect(await screen.findByText('Keyword Limit Reached')).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByText('Keyword Save Error')).not.toBeInTheDocument();
  });

  it('what another tab has added meanwhile is a duplicate, and no error of saving', async () => {
    await open(['late payments'], starter, { [add]: refusal(409, 'This keyword already exists in your list.', 'Duplicate Keyword') });

    await userEvent.type(field(), 'unpaid invoice{Enter}');

    expect(await screen.findByText('Duplicate Keyword')).toBeVisible();
    expect(screen.queryByText('Keyword Save Error')).not.toBeInTheDocument();
  });
});

describe('removing', () => {
  it('is seen at once, keeps the focus near, and can be undone', async () => {
    const { calls } = await open(['a one', 'b two', 'c three'], starter, { [remove]: done, [add]: done });

    await userEvent.click(screen.getByRole('button', { name: 'Remove b two' }));

    await waitFor(() => expect(shown()).toEqual(['a one', 'c three']));
    expect(screen.getByRole('button', { name: 'Remove c three' })).toHaveFocus();
    expect(calls.find(({ method }) => method === 'DELETE')?.query.get('keyword')).toBe('b two');
    expect(await screen.findByText('Keyword removed')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shown()).toEqual(['a one', 'c three', 'b two']));
    expect(bodies(calls)).toEqual([{ keyword: 'b two', wasPaused: false, woken: null }]);
  });

  it('the last one leads the focus to the field, and says what an empty list means', async () => {
    await open(['late payments'], starter, { [remove]: done });

    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));

    expect(await screen.findByText('You have no keywords yet. Add what your customers would type.')).toBeVisible();
    expect(field()).toHaveFocus();
  });

  it('that fails brings it back in its place, and can be tried again', async () => {
    await open(['a one', 'b two', 'c three']);
    // The list is not read again meanwhile: it comes back by itself.
    theServerSays({ [remove]: refusal(400, 'Not today.'), 'GET /api/keywords': () => new Promise<Response>(() => {}) });

    await userEvent.click(screen.getByRole('button', { name: 'Remove b two' }));

    expect(await screen.findByText('Failed to remove keyword')).toBeVisible();
    expect(screen.getByText('Not today.')).toBeVisible();
    expect(shown()).toEqual(['a one', 'b two', 'c three']);
    serves(['a one', 'b two', 'c three'], { [remove]: done });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shown()).toEqual(['a one', 'c three']));
  });

  it('of several at once loses none of them', async () => {
    const answers: (() => void)[] = [];
    const held = () => new Promise<Response>((resolve) => answers.push(() => resolve(done())));
    await open(['a one', 'b two', 'c three'], starter, { [remove]: held });

    await userEvent.click(screen.getByRole('button', { name: 'Remove a one' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove b two' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(shown()).toEqual(['c three']);
    answers[0]?.();

    await screen.findByText('Keyword removed');
    expect(shown(), 'the first answer does not bring back the second').toEqual(['c three']);
    answers[1]?.();
    await waitFor(() => expect(screen.getAllByText('Keyword removed')).toHaveLength(2));
  });
});

it('that cannot be loaded says so, and asks again', async () => {
  theServerSays({ 'GET /api/keywords': refusal(404, 'No.') });
  openPage(<KeywordsCard userId={nora.id} plan={starter} onUpgrade={onUpgrade} />, '/dashboard?tab=settings');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your keywords could not be loaded.');

  serves(['late payments']);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  await waitFor(() => expect(shown()).toEqual(['late payments']));
});
