import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { carriedWebsite, carryWebsite } from '../../lib/carried-website';
import { theServerSays } from '../../testing/identity';
import {
  analysedIn,
  analyses,
  answers,
  keywordField,
  keywords,
  keywordsAreShown,
  newcomerArrives,
  openOnboarding,
  toastsAreGone,
  unreadable,
  urlField,
  writes,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

it('an address that came along is filled in and analysed at once, and only once', async () => {
  carryWebsite('?website=paperlark.example', Date.now());
  const calls = theServerSays(answers);
  openOnboarding('/onboarding');
  expect(urlField()).toHaveValue('paperlark.example');

  await keywordsAreShown();

  expect(analysedIn(calls)).toEqual([{ url: 'https://paperlark.example/' }]);
  expect(carriedWebsite(Date.now())).toBeUndefined();
});

it('one that is no address is filled in, to be corrected', () => {
  carryWebsite('?website=not a url', Date.now());
  const calls = theServerSays(answers);
  openOnboarding('/onboarding');

  expect(urlField()).toHaveValue('not a url');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(analysedIn(calls)).toEqual([]);
});

it('one that cannot be read leads to the sentence', async () => {
  carryWebsite('?website=gone.example', Date.now());
  theServerSays({ ...answers, 'POST /api/analyze-website': unreadable('unreachable') });
  openOnboarding('/onboarding');

  expect(await screen.findByLabelText('Tell us in a sentence what you sell')).toBeVisible();
  expect(urlField()).toHaveValue('gone.example');
});

it('one that comes later does not undo what was edited before', async () => {
  const { unmount } = openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove recurring invoices' }));
  await writes(keywordField(), 'unpaid invoice');
  await userEvent.keyboard('{Enter}');
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  carryWebsite('?website=paperlark.example', Date.now());

  openOnboarding('/onboarding');

  await keywordsAreShown();
  expect(keywords()).toEqual([
    'invoicing software',
    'payment reminders',
    'freelance invoice',
    'invoice template',
    'unpaid invoiceAdded by you',
  ]);
});
