import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { aCommunity, aSearch, searchesAre } from '../../testing/searches';
import { TooltipProvider } from '../../ui/tooltip';
import type { Community } from './api';
import { CommunitiesCard } from './communities-card';
import { SearchesCard } from './searches-card';

const done = () => Response.json({ success: true });

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the searches', () => {
  it('say where each comes from and what it brought, and are counted', async () => {
    opensSearches([
      aSearch('chase unpaid invoices', { origin: 'problem', found: 38, leads: 17 }),
      aSearch('freelance billing suite', { isOn: false, isSilent: true, found: 0, leads: 0 }),
    ]);

    const [first, second] = await searchRows();
    expect(cells(first)).toEqual(['chase unpaid invoices', 'Problem', '', '38', '17', '']);
    expect(second).toHaveTextContent('freelance billing suiteNothing in 30 days');
    expect(within(first as HTMLElement).getByRole('img', { name: '17 of 38 are leads' })).toBeInTheDocument();
    expect(screen.getByText('on').textContent).toBe('1 on');
  });

  it('are seven until all are wanted', async () => {
    opensSearches(Array.from({ length: 19 }, (_, index) => aSearch(`search ${index}`)));
    expect(await searchRows()).toHaveLength(7);

    await userEvent.click(screen.getByRole('button', { name: 'Show all 19' }));

    expect(await searchRows()).toHaveLength(19);
  });

  it('are switched at once, and back if the server does not agree', async () => {
    const path = `PUT /api/searches/${encodeURIComponent('search late payments')}`;
    const calls = opensSearches([aSearch('late payments')], { [path]: refusal(500, 'Something broke.') });
    await userEvent.click(await screen.findByRole('switch', { name: 'Search for late payments' }));

    expect(await screen.findByText('late payments could not be changed')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Search for late payments' })).toBeChecked();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ isOn: false });
  });
});

describe('the communities', () => {
  it('say how large they are and whether promotion is forbidden', async () => {
    opensCommunities([
      aCommunity('freelance', { promotion: 'forbidden', rule: 'No self-promotion.' }),
      aCommunity('webdev', { promotion: 'unknown' }),
    ]);

    const [first, second] = await communityRows();
    expect(cells(first).slice(0, 4)).toEqual(['r/freelanceNo promotion', expect.stringMatching(/^412\s?k$/i), '12', '3']);
    expect(second).not.toHaveTextContent('promotion');
  });

  it('are added by name, and what is not on Reddit stays in the field', async () => {
    const { calls } = opensCommunities([], { 'POST /api/communities': refusal(404, 'This community does not exist on Reddit.') });
    const field = await screen.findByLabelText('Add a community, e.g. r/freelance');

    await userEvent.type(field, 'r/freelanceuk{Enter}');

    expect(await screen.findByText('This community does not exist on Reddit.')).toBeVisible();
    expect(field).toHaveValue('r/freelanceuk');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'freelanceuk' });
  });

  it('are removed with an Undo', async () => {
    const { calls } = opensCommunities([aCommunity('freelance'), aCommunity('webdev')], {
      'DELETE /api/communities/freelance': done,
      'POST /api/communities': done,
    });

    await userEvent.click(await screen.findByRole('button', { name: 'Remove r/freelance' }));
    await waitFor(async () => expect(await communityRows()).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));

    await waitFor(async () => expect(await communityRows()).toHaveLength(2));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'freelance' });
  });
});

const cells = (row: HTMLElement | undefined) => [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

function opensSearches(all: ReturnType<typeof aSearch>[], answers = {}) {
  const calls = theServerSays({ ...searchesAre(all), ...answers });
  openPage(<SearchesCard userId={nora.id} />, '/dashboard?tab=settings');
  return calls;
}
const searchRows = async () =>
  within(await screen.findByRole('table', { name: 'Searches' }))
    .getAllByRole('row')
    .slice(1);

function opensCommunities(all: Community[], answers: Record<string, () => Response> = {}) {
  let left = all;
  const calls = theServerSays({
    'GET /api/communities': () => Response.json({ success: true, communities: left }),
    ...Object.fromEntries(
      Object.entries(answers).map(([path, answer]) => [
        path,
        () => {
          if (path.startsWith('DELETE')) left = left.filter(({ name }) => !path.endsWith(name));
          else if (answer === done) left = all;
          return answer();
        },
      ]),
    ),
  });
  openPage(
    <TooltipProvider>
      <CommunitiesCard userId={nora.id} />
    </TooltipProvider>,
    '/dashboard?tab=settings',
  );
  return { calls };
}
const communityRows = async () =>
  within(await screen.findByRole('table', { name: 'Communities' }))
    .getAllByRole('row')
    .slice(1);
