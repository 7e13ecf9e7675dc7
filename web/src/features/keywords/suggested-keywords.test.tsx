import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noraIsSignedIn, theServerSays } from '../../testing/identity';
import { add, bodies, done, field, opensKeywords as open, professional, remove, shown, starter, ten } from '../../testing/keywords';
import { refusal, toastsAreGone } from '../../testing/onboarding';

const dismiss = 'DELETE /api/keywords/suggestions';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

it('are shown best first, without what is in the list already', async () => {
  await open(['Late payments'], starter, suggesting('late payments', 'chase unpaid invoices', 'FreshBooks alternative'));

  await waitFor(() => expect(suggested()).toEqual(['chase unpaid invoices', 'FreshBooks alternative']));
});

it('are not there when nothing is suggested', async () => {
  await open(['late payments'], starter, suggesting());

  expect(screen.queryByRole('list', { name: 'Suggested' })).not.toBeInTheDocument();
});

it('are added with one press, and do not come back when they are removed again', async () => {
  const { calls } = await open(['late payments'], starter, { ...suggesting('invoice app', 'send invoices'), [add]: done, [remove]: done });

  await userEvent.click(await screen.findByRole('button', { name: 'Add invoice app' }));

  await waitFor(() => expect(shown()).toEqual(['late payments', 'invoice app']));
  expect(bodies(calls)).toEqual([{ keyword: 'invoice app' }]);
  expect(suggested()).toEqual(['send invoices']);
  expect(field()).toHaveFocus();
});

it('at the limit of the plan stay where they are', async () => {
  const { calls } = await open(ten, starter, { ...suggesting('invoice app'), [add]: done });

  await userEvent.click(await screen.findByRole('button', { name: 'Add invoice app' }));

  expect(await screen.findByText('Keyword Limit Reached')).toBeVisible();
  expect(bodies(calls)).toEqual([]);
  expect(suggested()).toEqual(['invoice app']);
});

it('are dismissed at once, and the focus goes on to the next', async () => {
  const { calls } = await open([], professional, { ...suggesting('invoice app', 'send invoices'), [dismiss]: done });

  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss invoice app' }));

  expect(suggested()).toEqual(['send invoices']);
  expect(screen.getByRole('button', { name: 'Add send invoices' })).toHaveFocus();
  const dismissed = calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('keyword'));
  expect(dismissed).toEqual(['invoice app']);

  await userEvent.click(screen.getByRole('button', { name: 'Dismiss send invoices' }));
  expect(field()).toHaveFocus();
});

it('come back if they could not be dismissed', async () => {
  await open([], starter, { ...suggesting('invoice app'), [dismiss]: refusal(500, 'Something broke.') });

  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss invoice app' }));

  expect(await screen.findByText('The suggestion could not be dismissed')).toBeVisible();
  await waitFor(() => expect(suggested()).toEqual(['invoice app']));
});

function suggesting(...keywords: string[]) {
  const suggestions = keywords.map((keyword) => ({ keyword, context: null, type: 'category', intentScore: 70 }));
  return { 'GET /api/keywords/suggestions': () => Response.json({ success: true, suggestions }) };
}

const suggested = () =>
  within(screen.queryByRole('list', { name: 'Suggested' }) ?? document.createElement('ul'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
