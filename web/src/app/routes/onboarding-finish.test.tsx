import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nora, theServerSays } from '../../testing/identity';
import {
  analyses,
  answers,
  keywordField,
  newcomerArrives,
  openOnboarding,
  patience,
  refusal,
  savedIn,
  toastsAreGone,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

describe('finishing', () => {
  it('saves the keywords in their order, marks the profile and goes to /payment', async () => {
    const calls = theServerSays(answers);
    const { address } = openOnboarding('/onboarding');
    await analyses();
    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));

    await userEvent.dblClick(screen.getByRole('button', { name: 'Continue to Payment' }));

    await waitFor(() => expect(address()).toBe('/payment'), patience);
    expect(savedIn(calls)).toEqual(['invoicing software', 'recurring invoices', 'payment reminders', 'freelance invoice']);
    const dismissed = calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('keyword'));
    expect(dismissed).toEqual(['late payments']);
    const marked = calls.filter(({ method }) => method === 'PATCH');
    expect(marked).toHaveLength(1);
    expect(marked[0]?.query.get('id')).toBe(`eq.${nora.id}`);
    expect(marked[0]?.body).toMatchObject({ onboarding_completed: true, onboarding_step: 2 });
  });

  it('does not mind a keyword that is there already', async () => {
    theServerSays({ ...answers, 'POST /api/keywords': refusal(409, 'This keyword already exists in your list.', 'Duplicate Keyword') });
    const { address } = openOnboarding('/onboarding');
    await analyses();

    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

    await waitFor(() => expect(address()).toBe('/payment'), patience);
  });

  it.each([
    ['in the words of the server', refusal(409, 'There is no company yet.', 'Website Analysis Required'), 'There is no company yet.'],
    [
      'in ours where it says nothing',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to complete onboarding. Please try again.',
    ],
  ])('stays when a keyword cannot be saved, and says so %s', async (_how, answer, description) => {
    const calls = theServerSays({ ...answers, 'POST /api/keywords': answer });
    const { address } = openOnboarding('/onboarding');
    await analyses();

    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(`Keyword Save Error${description}`);
    expect(address()).toBe('/onboarding?step=keywords');
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).not.toHaveAttribute('aria-busy');
  });

  it('takes back a keyword that an earlier attempt had saved and the person has removed since', async () => {
    const outcomes = [() => Response.json({ success: true }), refusal(500, 'The server is unwell.')];
    const calls = theServerSays({ ...answers, 'POST /api/keywords': () => outcomes.shift()?.() ?? Response.json({ success: true }) });
    const { address } = openOnboarding('/onboarding');
    await analyses();
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await screen.findByText('The server is unwell.');

    await userEvent.click(screen.getByRole('button', { name: 'Remove invoicing software' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

    await waitFor(() => expect(address()).toBe('/payment'), patience);
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ query }) => query.get('keyword'))).toEqual(['invoicing software']);
  });

  it('goes on with a warning when the profile cannot be marked', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    theServerSays({ ...answers, 'PATCH /rest/v1/profiles': () => Response.json({ message: 'no', code: 'XX000' }, { status: 500 }) });
    const { address } = openOnboarding('/onboarding');
    await analyses();

    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

    await waitFor(() => expect(address()).toBe('/payment'), patience);
    expect(await screen.findByText('Warning')).toBeVisible();
  });

  it('asks for at least one keyword, at the field', async () => {
    const calls = theServerSays(answers);
    openOnboarding('/onboarding');
    await analyses();
    screen.getByRole('button', { name: 'Remove invoicing software' }).focus();
    await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}');

    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

    expect(keywordField()).toHaveFocus();
    expect(keywordField()).toHaveAccessibleDescription(/at least one keyword/);
    expect(savedIn(calls)).toEqual([]);
  });
});
