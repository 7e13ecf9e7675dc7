import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { patience, refusal, toastsAreGone } from '../../testing/onboarding';
import { sellTeamPlan } from '../../testing/product';
import { FilterCard } from './filter-card';

const settings = {
  enabled: true,
  level: 'advanced',
  minConfidence: 40,
  instructions: '',
  excludedSubreddits: ['forhire'],
  excludedAuthors: [],
  excludedWords: ['giveaway', 'hiring'],
};
const shown = { success: true, settings, levels: ['basic', 'advanced'], plan: 'Professional', hasModel: true };
const path = `GET /api/mentions/ai-settings/${nora.id}`;
const save = 'POST /api/mentions/ai-settings';
const kept = { [path]: () => Response.json(shown) };

beforeEach(async () => {
  localStorage.clear();
  theServerSays(kept);
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('AI filtering', () => {
  it('shows what is set', async () => {
    await open();

    expect(field('Minimum confidence')).toHaveValue('40');
    expect(entries('Excluded subreddits')).toEqual(['r/forhire']);
    expect(entries('Excluded words')).toEqual(['giveaway', 'hiring']);
    expect(screen.getByRole('combobox', { name: 'Level' })).toHaveTextContent('Advanced');
    expect(screen.getByRole('button', { name: 'Save filters' })).toBeDisabled();
  });

  it('saves what has changed, and nothing else', async () => {
    const after = { ...settings, minConfidence: 60, excludedSubreddits: ['forhire', 'SaaS'] };
    const calls = theServerSays({ ...kept, [save]: () => Response.json({ ...shown, settings: after }) });
    await open();

    await write('Minimum confidence', '60');
    await userEvent.type(field('Exclude a subreddit'), 'r/SaaS{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Save filters' }));

    expect(await screen.findByText('Filters saved')).toBeVisible();
    expect(posted(calls)).toEqual([{ minConfidence: 60, excludedSubreddits: ['forhire', 'SaaS'] }]);
    expect(screen.getByRole('button', { name: 'Save filters' })).toBeDisabled();
  });

  it('takes entries by Enter without sending anything, and keeps the focus near what was removed', async () => {
    const calls = theServerSays(kept);
    await open();

    await userEvent.type(field('Exclude a word or phrase'), 'free trial{Enter}');
    expect(entries('Excluded words')).toEqual(['giveaway', 'hiring', 'free trial']);
    expect(field('Exclude a word or phrase')).toHaveValue('');
    expect(field('Exclude a word or phrase')).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Remove giveaway' }));

    expect(entries('Excluded words')).toEqual(['hiring', 'free trial']);
    expect(screen.getByRole('button', { name: 'Remove hiring' })).toHaveFocus();
    expect(posted(calls)).toEqual([]);
  });

  it('says what is no name, beside the field', async () => {
    await open();

    await userEvent.type(field('Exclude an author'), 'not a name{Enter}');

    expect(field('Exclude an author')).toHaveAccessibleDescription('“not a name” is not the name of a Reddit user.');
    expect(field('Exclude an author')).toHaveValue('not a name');
  });

  it('wants a number from 0 to 100', async () => {
    const calls = theServerSays(kept);
    await open();

    await write('Minimum confidence', '140');
    await userEvent.click(screen.getByRole('button', { name: 'Save filters' }));

    expect(field('Minimum confidence')).toHaveAccessibleDescription('Please enter a number from 0 to 100');
    expect(field('Minimum confidence')).toHaveFocus();
    expect(posted(calls)).toEqual([]);
  });

  it('that cannot be saved keeps what was written, with the reason in the card', async () => {
    theServerSays({ ...kept, [save]: refusal(403, 'Advanced filtering is not part of the Starter plan.') });
    await open();

    await write('Instructions', 'No agencies.');
    await userEvent.click(screen.getByRole('button', { name: 'Save filters' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Advanced filtering is not part of the Starter plan.');
    expect(field('Instructions')).toHaveValue('No agencies.');
  });

  it('is basic on a plan that has no more, and says why', async () => {
    const starter = { ...shown, settings: { ...settings, level: 'basic' }, levels: ['basic'], plan: 'Starter', hasModel: false };
    theServerSays({ [path]: () => Response.json(starter) });
    await open();

    expect(screen.getByRole('combobox', { name: 'Level' })).toBeDisabled();
    expect(screen.getByRole('group', { name: 'Level' })).toHaveAccessibleDescription(
      'Removes noise: job posts, giveaways, bots and self-promotion. Advanced filtering is part of the Professional plan. You are on Starter.',
    );
    expect(field('Minimum confidence')).toBeDisabled();
    expect(field('Exclude a subreddit')).toBeDisabled();
    expect(entries('Excluded subreddits')).toEqual(['r/forhire']);
  });

  it('asks for instructions only where a model reads them', async () => {
    theServerSays({ [path]: () => Response.json({ ...shown, hasModel: false }) });
    await open();

    expect(screen.queryByLabelText('Instructions')).not.toBeInTheDocument();
  });

  it('names every plan that has more', async () => {
    sellTeamPlan();
    const starter = { ...shown, settings: { ...settings, level: 'basic' }, levels: ['basic'], plan: 'Starter' };
    theServerSays({ [path]: () => Response.json(starter) });
    await open();

    expect(screen.getByRole('group', { name: 'Level' })).toHaveAccessibleDescription(
      /Advanced filtering is part of the Professional and Team plans\. You are on Starter\.$/,
    );
  });

  it('that cannot be fetched says so, and can be asked for again', async () => {
    theServerSays({ [path]: refusal(500, 'The server is unwell.') });
    openCard();
    expect(await screen.findByRole('alert', undefined, patience)).toHaveTextContent('Failed to fetch the AI filtering settings');

    theServerSays(kept);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByLabelText('Minimum confidence')).toHaveValue('40');
  });
});

describe('the switch', () => {
  it('acts at once', async () => {
    const off = { ...settings, enabled: false };
    const calls = theServerSays({ ...kept, [save]: () => Response.json({ ...shown, settings: off }) });
    await open();
    await write('Instructions', 'No agencies.');

    await userEvent.click(screen.getByRole('switch', { name: 'AI filtering' }));

    expect(await screen.findByText('AI filtering is off. Nothing is left out.')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'AI filtering' })).not.toBeChecked();
    expect(posted(calls)).toEqual([{ enabled: false }]);
    expect(field('Instructions')).toHaveValue('No agencies.');
  });

  it('goes back if the server does not agree, and can be tried again', async () => {
    theServerSays({ ...kept, [save]: refusal(500, 'The server is unwell.') });
    await open();

    await userEvent.click(screen.getByRole('switch', { name: 'AI filtering' }));

    expect(await screen.findByText('Failed to update settings', undefined, patience)).toBeVisible();
    expect(screen.getByRole('switch', { name: 'AI filtering' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

function openCard() {
  return openPage(<FilterCard userId={nora.id} />, '/dashboard?tab=settings');
}

async function open() {
  openCard();
  await screen.findByLabelText('Minimum confidence', undefined, patience);
}

const field = (label: string) => screen.getByLabelText(label, { selector: 'input, textarea' });

const entries = (list: string) =>
  within(screen.getByRole('group', { name: list }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const posted = (calls: ReturnType<typeof theServerSays>) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

async function write(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}
