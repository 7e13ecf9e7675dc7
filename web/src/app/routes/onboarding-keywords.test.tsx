import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import {
  analyses,
  answers,
  keywordField,
  keywords,
  newcomerArrives,
  openOnboarding,
  paperlark,
  steps,
  toastsAreGone,
  urlField,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

describe('the second step', () => {
  it('is locked until the analysis is done', async () => {
    const { address } = openOnboarding('/onboarding?step=keywords');

    expect(await screen.findByRole('alert')).toHaveTextContent('Website Analysis Required');
    await waitFor(() => expect(address()).toBe('/onboarding'));
    expect(steps()).toEqual(['1Website Analysis', 'Keywords(locked)']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What is your company’s website?');
  });

  it('says why it is locked when it is pressed', async () => {
    const { address } = openOnboarding('/onboarding');

    await userEvent.click(screen.getByRole('button', { name: /Keywords/ }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Website Analysis Required');
    expect(address()).toBe('/onboarding');
  });

  it('shows the company and the first five keywords', async () => {
    openOnboarding('/onboarding');

    await analyses();

    const company = screen.getByRole('region', { name: 'Paperlark' });
    expect(company).toHaveTextContent('Invoicing for freelancers and small studios.');
    expect(company).not.toHaveTextContent('Little was found');
    expect(keywords()).toEqual(['invoicing software', 'late payments', 'recurring invoices', 'payment reminders', 'freelance invoice']);
    expect(screen.getByText('5 of 5')).toHaveRole('status');
    expect(steps()).toEqual(['Website Analysis(done)', '2Keywords']);
  });

  it('says in one line when little was found', async () => {
    const thin = { ...paperlark, analysisData: { ...paperlark.analysisData, isThin: true } };
    theServerSays({ ...answers, 'POST /api/analyze-website': () => Response.json(thin) });
    openOnboarding('/onboarding');

    await analyses();

    expect(screen.getByText(/Little was found on this website/)).toBeVisible();
  });

  it('takes keywords away, with the focus going to the next one', async () => {
    openOnboarding('/onboarding');
    await analyses();

    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
    expect(keywords()).not.toContain('late payments');
    expect(screen.getByText('4 of 5')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove recurring invoices' })).toHaveFocus();

    await userEvent.click(screen.getByRole('button', { name: 'Remove freelance invoice' }));
    expect(screen.getByRole('button', { name: 'Remove payment reminders' })).toHaveFocus();
    await userEvent.keyboard('{Enter}{Enter}{Enter}');
    expect(keywordField()).toHaveFocus();
  });

  it('adds one by Enter, marked as added by the person', async () => {
    openOnboarding('/onboarding');
    await analyses();
    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();

    await userEvent.type(keywordField(), '  unpaid   invoice {Enter}');

    expect(keywords().at(-1)).toBe('unpaid invoiceAdded by you');
    expect(keywordField()).toHaveValue('');
    expect(keywordField()).toHaveFocus();
  });

  it('refuses a sixth keyword and a second of the same', async () => {
    openOnboarding('/onboarding');
    await analyses();

    await userEvent.type(keywordField(), 'unpaid invoice{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Keyword Limit ReachedYou can have a maximum of 5 keywords.');
    expect(keywordField()).toHaveValue('unpaid invoice');

    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
    await userEvent.clear(keywordField());
    await userEvent.type(keywordField(), 'Invoicing SOFTWARE{Enter}');
    expect(await screen.findByText('Duplicate Keyword')).toBeVisible();
    expect(screen.getByText('This keyword already exists in your list.')).toBeVisible();
    expect(keywords()).toHaveLength(4);
  });

  it('is left by Back and found again as it was', async () => {
    const { address } = openOnboarding('/onboarding');
    await analyses();
    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));

    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(address()).toBe('/onboarding');
    expect(urlField()).toHaveValue('paperlark.example');
    expect(steps()).toEqual(['1Website Analysis', '2Keywords']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();

    await userEvent.click(screen.getByRole('button', { name: 'Continue to Keywords' }));
    expect(address()).toBe('/onboarding?step=keywords');
    expect(keywords()).toHaveLength(4);
  });
});

describe('the draft', () => {
  it('of the second step is there after a reload', async () => {
    const { unmount } = openOnboarding('/onboarding');
    await analyses();
    unmount();

    openOnboarding('/onboarding?step=keywords');

    expect(keywords()).toHaveLength(5);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is offered on the next visit, and leads to where it was left', async () => {
    await leaveAtKeywords();
    const { address } = openOnboarding('/onboarding');

    expect(screen.getByText('You were choosing the keywords for paperlark.example.')).toBeVisible();
    expect(urlField()).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));

    expect(address()).toBe('/onboarding?step=keywords');
    expect(keywords()).toEqual([
      'invoicing software',
      'late payments',
      'recurring invoices',
      'payment reminders',
      'unpaid invoiceAdded by you',
    ]);
  });

  it('that is declined is forgotten', async () => {
    await leaveAtKeywords();
    const { unmount } = openOnboarding('/onboarding');
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    unmount();

    openOnboarding('/onboarding');

    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });
});

async function leaveAtKeywords() {
  const { unmount } = openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(screen.getByRole('button', { name: 'Remove freelance invoice' }));
  await userEvent.type(keywordField(), 'unpaid invoice{Enter}');
  window.dispatchEvent(new Event('pagehide'));
  unmount();
}
