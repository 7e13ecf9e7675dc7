import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import {
  analyses,
  answers,
  enters,
  keywordsAreShown,
  newcomerArrives,
  openOnboarding,
  refusal,
  toastsAreGone,
  writes,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

const save = 'PATCH /api/companies/c-1';
const saves = {
  ...answers,
  [save]: () => Response.json({ success: true, company: { id: 'c-1', company_name: 'Lark', website_url: 'x' } }),
};

it('what was understood is edited right there', async () => {
  const calls = theServerSays(saves);
  openOnboarding('/onboarding');
  await analyses();

  await userEvent.click(editButton('Paperlark'));
  expect(nameField()).toHaveFocus();
  await userEvent.clear(nameField());
  await writes(nameField(), ' Lark ');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('region', { name: 'Lark' })).toHaveTextContent('Invoicing for freelancers and small studios.');
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ company_name: 'Lark' }]);
  expect(editButton('Lark')).toHaveFocus();
});

it.each(['Cancel', 'Escape'])('%s leaves it as it was', async (how) => {
  const calls = theServerSays(saves);
  openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(editButton('Paperlark'));
  await writes(nameField(), ' and Sons');

  if (how === 'Cancel') await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  else await userEvent.keyboard('{Escape}');

  expect(screen.getByRole('region', { name: 'Paperlark' })).toHaveTextContent('PaperlarkInvoicing');
  expect(editButton('Paperlark')).toHaveFocus();
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
});

it('a company without a name is refused at the field', async () => {
  const calls = theServerSays(saves);
  openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(editButton('Paperlark'));
  await userEvent.clear(nameField());

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(nameField()).toHaveFocus();
  expect(nameField()).toHaveAccessibleDescription('Please enter the name of your company');
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
});

it('what cannot be saved stays in its field, with the reason', async () => {
  theServerSays({ ...answers, [save]: refusal(500, 'The server is unwell.') });
  openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(editButton('Paperlark'));
  await writes(nameField(), ' Ltd');

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('The server is unwell.');
  expect(nameField()).toHaveValue('Paperlark Ltd');
});

it('what is half written is there again after Back', async () => {
  openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(editButton('Paperlark'));
  await writes(nameField(), ' Ltd');
  await writes(screen.getByLabelText('Add a keyword'), 'unpaid');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Keywords' }));

  expect(nameField()).toHaveValue('Paperlark Ltd');
  expect(screen.getByLabelText('Add a keyword')).toHaveValue('unpaid');
});

it('a second analysis of the site leaves the corrections alone, one of another site does not', async () => {
  theServerSays(saves);
  openOnboarding('/onboarding');
  await analyses();
  await userEvent.click(editButton('Paperlark'));
  await userEvent.clear(screen.getByLabelText('Description'));
  await writes(screen.getByLabelText('Description'), 'We chase your invoices.');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('We chase your invoices.');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await userEvent.click(screen.getByRole('button', { name: 'Analyse' }));
  await keywordsAreShown();
  expect(screen.getByRole('region', { name: 'Paperlark' })).toHaveTextContent('We chase your invoices.');

  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  theServerSays({ ...saves, 'POST /api/analyze-website': () => Response.json(cragdesk) });
  await userEvent.clear(screen.getByLabelText('Website URL'));
  await enters('cragdesk.example');
  await keywordsAreShown();
  expect(screen.getByRole('region', { name: 'Cragdesk' })).toHaveTextContent('Help desk for climbing gyms.');
});

const cragdesk = {
  success: true,
  companyId: 'c-1',
  companyDescription: 'Help desk for climbing gyms.',
  keywords: [],
  analysisData: { companyName: 'Cragdesk', websiteUrl: 'https://cragdesk.example/', products: [], pagesRead: 1, isThin: false },
};
const nameField = () => screen.getByLabelText('Company name');
const editButton = (company: string) =>
  within(screen.getByRole('region', { name: company })).getByRole('button', { name: `Edit ${company}` });
