import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/errors';
import { SentenceForm } from './sentence-form';
import { parseReason, unreadableBecause } from './unreadable-site';

it.each([
  ['blocked', 'This site does not let Earshot read it.'],
  ['unreachable', 'This site is not responding. Is the address right?'],
  ['empty', 'There is too little text on this site.'],
  ['not_english', 'This site is not in English, the only language Earshot reads.'],
  ['not_a_page', 'There is no web page at this address.'],
  ['of_a_newer_server', 'Earshot could not read this site.'],
  [null, 'Earshot could not read this site.'],
])('a site that is %s is spoken of in plain words, with a way on', (reason, why) => {
  render(
    <SentenceForm
      reason={parseReason(reason)}
      sentence="Invoices."
      field={createRef()}
      isBusy={false}
      onType={() => {}}
      onUse={() => {}}
      onTryAgain={() => {}}
      onCancel={() => {}}
    />,
  );

  expect(screen.getByRole('status')).toHaveTextContent(`${why} Tell us what you sell instead, or use another address.`);
  expect(screen.getByText('9 of 300')).toBeVisible();
});

it.each([
  [422, 'blocked', 'blocked'],
  [422, undefined, 'unknown'],
  [500, undefined, undefined],
  [429, undefined, undefined],
])('status %i with the reason %o is the fault of the site: %o', (status, reason, expected) => {
  const failure = new ApiFailure('refused', 'No.', { status, statusText: '', code: 'No', retryAfterS: undefined, reason });

  expect(unreadableBecause(failure)).toBe(expected);
});
