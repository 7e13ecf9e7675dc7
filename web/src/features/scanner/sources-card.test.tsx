import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { type Source, sources } from './api';
import { SourcesCard } from './sources-card';

const hackerNews: Source = { source: 'hacker_news', name: 'Hacker News', enabled: true, behindSeconds: 40 };
const bluesky: Source = { source: 'bluesky', name: 'Bluesky', enabled: false, behindSeconds: 12 };
const read = 'GET /api/sources';
const save = 'POST /api/sources';
const listed =
  (...all: readonly Source[]) =>
  () =>
    Response.json({ success: true, sources: all });

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

it('has a switch for each source, with what is heard there', async () => {
  await open({ [read]: listed(hackerNews, bluesky) });

  expect(card()).toHaveTextContent('Reddit is always heard. Switch on where else your customers write.');
  expect(toggle('Hacker News')).toBeChecked();
  expect(toggle('Hacker News')).toHaveAccessibleDescription('Stories and comments on Hacker News, as they are written.');
  expect(toggle('Bluesky')).not.toBeChecked();
  expect(toggle('Bluesky')).toHaveAccessibleDescription('Public posts in English on Bluesky, as they are written.');
});

it('says how far behind listening is where it is on, and nothing where it is off', async () => {
  await open({ [read]: listed(hackerNews, bluesky) });

  const [first, second] = within(card()).getAllByRole('listitem');
  expect(first).toHaveTextContent('Listening, 40 s behind');
  expect(second).not.toHaveTextContent('Listening');
});

it('says nothing of listening while nothing is read yet', async () => {
  await open({ [read]: listed({ ...hackerNews, behindSeconds: null }) });

  expect(toggle('Hacker News')).toBeChecked();
  expect(card()).not.toHaveTextContent('Listening');
});

it('says that the server is without Reddit', async () => {
  await open({ [read]: listed(bluesky) }, false);

  expect(card()).toHaveTextContent('Reddit is not connected on this server.');
  expect(card()).not.toHaveTextContent('Reddit is always heard.');
});

it('is not there on a server without other sources', async () => {
  theServerSays({ [read]: listed() });
  const { queries } = openPage(<SourcesCard userId={nora.id} hasReddit />, '/dashboard');

  await waitFor(() => expect(queries.getQueryData(sources(nora.id).queryKey)).toEqual([]));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sources' })).not.toBeInTheDocument());
});

it('shows a switch in its new place at once, and then what the server says', async () => {
  const waiting: ((response: Response) => void)[] = [];
  const calls = await open({
    [read]: listed(hackerNews, bluesky),
    [save]: () => new Promise<Response>((resolve) => void waiting.push(resolve)),
  });

  toggle('Bluesky').focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(toggle('Bluesky')).toBeChecked());
  expect(toggle('Bluesky')).toHaveFocus();
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ source: 'bluesky', enabled: true });
  waiting[0]?.(listed(hackerNews, { ...bluesky, enabled: true, behindSeconds: 3 })());

  expect(await screen.findByText('Listening, up to date')).toBeVisible();
  expect(toggle('Bluesky')).toBeChecked();
  expect(toggle('Hacker News')).toBeChecked();
});

it('takes a switch back when saving fails, and can try again', async () => {
  await open({ [read]: listed(hackerNews, bluesky), [save]: refusal(409, 'This server does not listen there.') });
  await userEvent.click(toggle('Bluesky'));

  expect(await screen.findByText('Could not switch on Bluesky')).toBeVisible();
  expect(screen.getByText('This server does not listen there.')).toBeVisible();
  expect(toggle('Bluesky')).not.toBeChecked();
  expect(toggle('Hacker News')).toBeChecked();

  const saved = listed(hackerNews, { ...bluesky, enabled: true });
  theServerSays({ [read]: saved, [save]: saved });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(toggle('Bluesky')).toBeChecked());
});

it('says in its own words that a source could not be switched off', async () => {
  await open({ [read]: listed(hackerNews), [save]: refusal(409, 'This server does not listen there.') });
  await userEvent.click(toggle('Hacker News'));

  expect(await screen.findByText('Could not switch off Hacker News')).toBeVisible();
  expect(toggle('Hacker News')).toBeChecked();
});

it('has a skeleton while it loads', async () => {
  theServerSays({ [read]: () => new Promise<Response>(() => {}) });
  openPage(<SourcesCard userId={nora.id} hasReddit />, '/dashboard');

  expect(await screen.findByRole('status', { name: 'Loading your sources' })).toBeVisible();
});

it('says so when the sources cannot be read, and asks again', async () => {
  theServerSays({ [read]: refusal(404, 'No.') });
  openPage(<SourcesCard userId={nora.id} hasReddit />, '/dashboard');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your sources could not be loaded.');

  theServerSays({ [read]: listed(hackerNews) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('switch', { name: 'Hacker News' })).toBeChecked();
});

async function open(answers: Parameters<typeof theServerSays>[0], hasReddit = true) {
  const calls = theServerSays(answers);
  openPage(<SourcesCard userId={nora.id} hasReddit={hasReddit} />, '/dashboard');
  await screen.findAllByRole('switch');
  return calls;
}

const card = () => screen.getByRole('region', { name: 'Sources' });
const toggle = (name: string) => screen.getByRole('switch', { name });
