import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { BrandTermsCard } from './brand-terms-card';

beforeEach(async () => {
  localStorage.clear();
  await toastsAreGone();
});

const term = (value: string, type = 'name', needsContext = false) => ({
  id: `id of ${value}`,
  term_value: value,
  term_type: type,
  needs_context: needsContext,
});
const listed = (...terms: ReturnType<typeof term>[]) => ({
  'GET /api/mentions/brand-terms': () => Response.json({ success: true, terms }),
});

it('lists the names, what they are, and which of them need company', async () => {
  await open(listed(term('Paperlark'), term('paperlark.example', 'domain'), term('Square', 'product', true)));

  expect(await terms()).toEqual(['Paperlark', 'paperlark.exampleDomain', 'SquareProduct · Needs context']);
  expect(screen.getByText('of 25 used')).toHaveTextContent('3 of 25 used');
  expect(screen.getByText('“Square” is an everyday word, so it counts only near words about your company.')).toBeVisible();
});

it('adds a name as the server reads it', async () => {
  const calls = await open({
    ...listed(term('Paperlark')),
    'POST /api/mentions/brand-terms': () => Response.json({ success: true, term: term('@paperlark', 'handle') }),
  });
  await terms();

  await userEvent.type(field(), '  @paperlark{Enter}');

  expect(await screen.findByText('Earshot now looks for “@paperlark”')).toBeVisible();
  expect(await terms()).toEqual(['Paperlark', '@paperlarkHandle']);
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ term: '@paperlark' });
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
});

it('keeps what could not be added, with why, until something else is typed', async () => {
  await open({
    ...listed(term('Paperlark')),
    'POST /api/mentions/brand-terms': refusal(409, 'This brand term already exists in your list.'),
  });
  await terms();

  await userEvent.type(field(), 'paperlark{Enter}');
  expect(await screen.findByText('This brand term already exists in your list.')).toBeVisible();
  expect(field()).toHaveValue('paperlark');
  expect(field()).toBeInvalid();

  await userEvent.type(field(), 's');
  expect(screen.queryByText('This brand term already exists in your list.')).not.toBeInTheDocument();
});

it('removes a name at once, and Undo brings it back as it was, in its place', async () => {
  const calls = await open({
    ...listed(term('Paperlark'), term('Square', 'product', true), term('@paperlark', 'handle')),
    'DELETE /api/mentions/brand-terms': () => Response.json({ success: true }),
    'POST /api/mentions/brand-terms': () => Response.json({ success: true, term: term('Square', 'product', true) }),
  });
  await terms();

  await userEvent.click(screen.getByRole('button', { name: 'Remove Square' }));
  expect(await screen.findByText('Brand term removed')).toBeVisible();
  expect(await terms()).toEqual(['Paperlark', '@paperlarkHandle']);
  expect(screen.getByRole('button', { name: 'Remove @paperlark' })).toHaveFocus();
  expect(calls.findLast(({ method }) => method === 'DELETE')?.query.get('term')).toBe('Square');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));

  await waitFor(async () => expect(await terms()).toEqual(['Paperlark', 'SquareProduct · Needs context', '@paperlarkHandle']));
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ term: 'Square', needsContext: true });
});

it('takes a removal back that the server refuses, and Retry tries it again', async () => {
  let answer: () => Response = refusal(500, 'Not now.');
  await open({ ...listed(term('Paperlark'), term('Square')), 'DELETE /api/mentions/brand-terms': () => answer() });
  await terms();

  await userEvent.click(screen.getByRole('button', { name: 'Remove Paperlark' }));
  expect(await screen.findByText('Failed to remove brand term')).toBeVisible();
  expect(await terms()).toEqual(['Paperlark', 'Square']);

  answer = () => Response.json({ success: true });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await terms()).toEqual(['Square']));
});

it('makes names where there are none', async () => {
  const made = [term('Paperlark'), term('paperlark.example', 'domain')];
  await open({ 'POST /api/mentions/initialize-terms': () => Response.json({ success: true, result: { added: 2, terms: made } }) });

  await userEvent.click(await screen.findByRole('button', { name: 'Create brand terms' }));

  expect(await screen.findByText('2 brand terms created')).toBeVisible();
  expect(await terms()).toEqual(['Paperlark', 'paperlark.exampleDomain']);
});

it('says why none can be made', async () => {
  await open({ 'POST /api/mentions/initialize-terms': refusal(400, 'Please analyse your website first.') });

  await userEvent.click(await screen.findByRole('button', { name: 'Create brand terms' }));

  expect(await screen.findByText('Failed to create brand terms')).toBeVisible();
  expect(screen.getByText('Please analyse your website first.')).toBeVisible();
});

it('that cannot be read can be asked for again', async () => {
  let answer: () => Response = refusal(500, 'Not now.');
  await open({ 'GET /api/mentions/brand-terms': () => answer() });
  expect(await screen.findByText('Failed to fetch the brand terms')).toBeVisible();

  answer = () => Response.json({ success: true, terms: [term('Paperlark')] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await terms()).toEqual(['Paperlark']);
});

async function open(answers: Parameters<typeof theServerSays>[0]) {
  const calls = theServerSays(answers);
  await noraIsSignedIn();
  openPage(<BrandTermsCard userId={nora.id} />, '/');
  return calls;
}

const field = () => screen.getByLabelText('Add a brand term');
const terms = async () =>
  within(await screen.findByRole('list', { name: 'Your brand terms' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
