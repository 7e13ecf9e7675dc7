import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import {
  analysedIn,
  analyses,
  answers,
  enters,
  keywords,
  keywordsAreShown,
  newcomerArrives,
  openOnboarding,
  paperlark,
  patience,
  refusal,
  sentenceField,
  toastsAreGone,
  unreadable,
  urlField,
  writes,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

const sentence = 'Invoicing for freelancers.';
const blocked = { ...answers, 'POST /api/analyze-website': unreadable('blocked') };

describe('a site that cannot be read', () => {
  it('leads to a sentence right there, with the focus back in the address', async () => {
    theServerSays(blocked);
    openOnboarding('/onboarding');

    await enters('gone.example');

    expect(await screen.findByText(/This site does not let Earshot read it\./)).toBeVisible();
    expect(sentenceField()).toHaveAccessibleDescription(/^For example: /);
    expect(urlField()).toHaveValue('gone.example');
    expect(urlField()).toHaveFocus();
  });

  it('is spoken of in the same words before the analysis', async () => {
    const preview = { success: true, found: true, readable: 'no', reason: 'not_english', host: 'gone.example', icon: null };
    theServerSays({
      ...answers,
      'GET /api/website-preview': () => Response.json(preview),
      'POST /api/analyze-website': unreadable('not_english'),
    });
    openOnboarding('/onboarding');
    await writes(urlField(), 'gone.example');
    expect(await screen.findByText(/^This site is not in English/, undefined, patience)).toBeVisible();
    expect(screen.queryByText('Found')).not.toBeInTheDocument();

    await userEvent.keyboard('{Enter}');

    await screen.findByLabelText('Tell us in a sentence what you sell');
    expect(screen.getAllByText(/^This site is not in English, the only language Earshot reads\./)).toHaveLength(2);
  });

  it('goes on with a sentence, and nothing is fetched for it', async () => {
    const calls = theServerSays(blocked);
    openOnboarding('/onboarding');
    await enters('gone.example');
    await writes(await screen.findByLabelText('Tell us in a sentence what you sell'), ` ${sentence} `);
    expect(screen.getByText('28 of 300')).toBeVisible();

    const after = theServerSays(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Use this sentence' }));

    await keywordsAreShown();
    expect(analysedIn(calls)).toEqual([{ url: 'https://gone.example/' }]);
    expect(analysedIn(after)).toEqual([{ url: 'https://gone.example/', sentence }]);
    expect(screen.getByText(/^These came from your sentence\./)).toBeVisible();
  });

  it('can be tried again, or another one, and the sentence stays', async () => {
    const calls = theServerSays(blocked);
    openOnboarding('/onboarding');
    await enters('gone.example');
    await writes(await screen.findByLabelText('Tell us in a sentence what you sell'), sentence);

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(analysedIn(calls)).toHaveLength(2));
    await waitFor(() => expect(urlField()).not.toHaveAttribute('readonly'));
    expect(sentenceField()).toHaveValue(sentence);

    await userEvent.clear(urlField());
    await writes(urlField(), 'paperlark.example');
    expect(screen.queryByText(/does not let Earshot read it/)).not.toBeInTheDocument();
    expect(sentenceField()).toHaveValue(sentence);
  });

  it('asks for a sentence where none is, at the field', async () => {
    const calls = theServerSays(blocked);
    openOnboarding('/onboarding');
    await enters('gone.example');

    await userEvent.click(await screen.findByRole('button', { name: 'Use this sentence' }));

    expect(sentenceField()).toHaveFocus();
    expect(sentenceField()).toHaveAccessibleDescription('Please write a sentence about what you sell');
    expect(analysedIn(calls)).toHaveLength(1);
  });

  it('keeps the sentence when its own analysis fails', async () => {
    theServerSays(blocked);
    openOnboarding('/onboarding');
    await enters('gone.example');
    await writes(await screen.findByLabelText('Tell us in a sentence what you sell'), sentence);
    await toastsAreGone();

    theServerSays({ ...answers, 'POST /api/analyze-website': refusal(500, 'The server is unwell.') });
    await userEvent.click(screen.getByRole('button', { name: 'Use this sentence' }));

    expect(await screen.findByText('The server is unwell.')).toBeVisible();
    expect(sentenceField()).toHaveValue(sentence);
    expect(sentenceField()).toHaveFocus();
    expect(urlField()).toHaveValue('gone.example');
  });

  it('is taken up again after a reload, sentence and reason included', async () => {
    theServerSays(blocked);
    const { unmount } = openOnboarding('/onboarding');
    await enters('gone.example');
    await writes(await screen.findByLabelText('Tell us in a sentence what you sell'), sentence);
    window.dispatchEvent(new Event('pagehide'));
    unmount();

    openOnboarding('/onboarding');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));

    expect(urlField()).toHaveValue('gone.example');
    expect(sentenceField()).toHaveValue(sentence);
    expect(screen.getByText(/does not let Earshot read it/)).toBeVisible();
  });

  it('is analysed by its sentence again after a reload in the middle of that', async () => {
    theServerSays(blocked);
    const { unmount } = openOnboarding('/onboarding');
    await enters('gone.example');
    await writes(await screen.findByLabelText('Tell us in a sentence what you sell'), sentence);
    theServerSays({ ...answers, 'POST /api/analyze-website': () => new Promise<Response>(() => {}) });
    await userEvent.click(screen.getByRole('button', { name: 'Use this sentence' }));
    await screen.findByRole('button', { name: 'Analysing' });
    unmount();

    const calls = theServerSays(answers);
    openOnboarding('/onboarding');

    await keywordsAreShown();
    expect(analysedIn(calls)).toEqual([{ url: 'https://gone.example/', sentence }]);
  });
});

describe('a sentence for whoever prefers one', () => {
  it('is offered before anything fails, and can be left again', async () => {
    openOnboarding('/onboarding');

    await userEvent.click(screen.getByRole('button', { name: 'Describe it in a sentence' }));
    expect(sentenceField()).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(screen.queryByLabelText('Tell us in a sentence what you sell')).not.toBeInTheDocument();
    expect(urlField()).toHaveFocus();
  });

  it('needs an address all the same', async () => {
    const calls = theServerSays(answers);
    openOnboarding('/onboarding');
    await userEvent.click(screen.getByRole('button', { name: 'Describe it in a sentence' }));
    await writes(sentenceField(), sentence);

    await userEvent.click(screen.getByRole('button', { name: 'Use this sentence' }));

    expect(await screen.findByText('URL Required')).toBeVisible();
    expect(urlField()).toHaveFocus();
    expect(sentenceField()).toHaveValue(sentence);
    expect(analysedIn(calls)).toEqual([]);
  });

  it('is offered where a site was read badly, and leads to new keywords', async () => {
    const thin = { ...paperlark, analysisData: { ...paperlark.analysisData, isThin: true } };
    theServerSays({ ...answers, 'POST /api/analyze-website': () => Response.json(thin) });
    const { address } = openOnboarding('/onboarding');
    await analyses();

    await userEvent.click(screen.getByRole('button', { name: 'Describe it in a sentence' }));
    expect(address()).toBe('/onboarding');
    await writes(sentenceField(), sentence);
    const calls = theServerSays({
      ...answers,
      'POST /api/analyze-website': () => Response.json({ ...paperlark, keywords: [{ keyword: 'invoicing for freelancers' }] }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Use this sentence' }));

    await keywordsAreShown();
    expect(analysedIn(calls)).toEqual([{ url: 'https://paperlark.example/', sentence }]);
    expect(keywords()).toEqual(['invoicing for freelancers']);
  });
});
