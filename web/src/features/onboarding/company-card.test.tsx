import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { answers, holding, paperlark, patience, refusal, toastsAreGone } from '../../testing/onboarding';
import { CompanyCard } from './company-card';

const company = {
  id: 'c-1',
  company_name: 'Paperlark',
  website_url: 'https://paperlark.example/',
  business_type: 'SaaS',
  industry: 'Accounting',
  description: 'Invoicing for freelancers.',
  meta_description: null,
};
const kept = { ...answers, 'GET /api/companies': () => Response.json({ success: true, companies: [company] }) };
const onStart = vi.fn<() => void>();

beforeEach(async () => {
  localStorage.clear();
  onStart.mockReset();
  theServerSays(kept);
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the company', () => {
  it('is shown with what can be corrected', async () => {
    await open();

    expect(field('Company name')).toHaveValue('Paperlark');
    expect(field('Industry')).toHaveValue('Accounting');
    expect(field('Description')).toHaveValue('Invoicing for freelancers.');
    expect(screen.getByText('paperlark.example')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save company' })).toBeDisabled();
  });

  it('is corrected by what has changed, and by nothing else', async () => {
    const corrected = { ...company, industry: 'Invoicing' };
    const calls = theServerSays({ ...kept, 'PATCH /api/companies/c-1': () => Response.json({ success: true, company: corrected }) });
    await open();

    await write('Industry', ' Invoicing ');
    await userEvent.click(screen.getByRole('button', { name: 'Save company' }));

    expect(await screen.findByText('Company saved')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ industry: 'Invoicing' });
    expect(field('Industry')).toHaveValue('Invoicing');
    expect(screen.getByRole('button', { name: 'Save company' })).toBeDisabled();
  });

  it('needs a name', async () => {
    const calls = theServerSays(kept);
    await open();

    await userEvent.clear(field('Company name'));
    await userEvent.click(screen.getByRole('button', { name: 'Save company' }));

    expect(field('Company name')).toHaveAccessibleDescription('Please enter the name of your company');
    expect(field('Company name')).toHaveFocus();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('that cannot be saved keeps what was written, with the failure in the card', async () => {
    theServerSays({ ...kept, 'PATCH /api/companies/c-1': refusal(400, 'This is longer than 120 characters.') });
    await open();

    await write('Industry', 'Invoicing');
    await userEvent.click(screen.getByRole('button', { name: 'Save company' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('This is longer than 120 characters.');
    expect(field('Industry')).toHaveValue('Invoicing');
  });

  it('that cannot be fetched says so, and can be asked for again', async () => {
    theServerSays({ 'GET /api/companies': refusal(500, 'The server is unwell.') });
    openCard();
    expect(await screen.findByRole('alert', undefined, patience)).toHaveTextContent('Failed to fetch companies');

    theServerSays(kept);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByLabelText('Company name')).toHaveValue('Paperlark');
  });

  it('that is not there yet leads to the first analysis', async () => {
    theServerSays({ 'GET /api/companies': () => Response.json({ success: true, companies: [] }) });
    openCard();

    await userEvent.click(await screen.findByRole('button', { name: 'Analyse your website' }, patience));

    expect(onStart).toHaveBeenCalledOnce();
  });
});

describe('analysing again', () => {
  it('shows what the website says, and changes nothing until it is taken and saved', async () => {
    const corrected = { ...company, description: 'Invoices and reminders.' };
    const calls = theServerSays({
      ...kept,
      ...siteSays({ industry: 'Accounting', description: 'Invoices and reminders.' }),
      'PATCH /api/companies/c-1': () => Response.json({ success: true, company: corrected }),
    });
    await open();
    await write('Company name', 'Paperlark Inc.');

    await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));

    const proposal = await screen.findByRole('region', { name: 'The website says' }, patience);
    expect(
      within(proposal)
        .getAllByRole('term')
        .map(({ textContent }) => textContent),
    ).toEqual(['Company name', 'Description']);
    expect(within(proposal).getByText('Invoices and reminders.')).toBeVisible();
    expect(field('Description')).toHaveValue('Invoicing for freelancers.');
    expect(field('Company name')).toHaveValue('Paperlark Inc.');
    expect(calls.find(({ path }) => path === '/api/analyze-website')?.body).toEqual({ url: 'https://paperlark.example/' });

    await userEvent.click(screen.getByRole('button', { name: 'Use this as description' }));
    expect(field('Description')).toHaveValue('Invoices and reminders.');
    expect(field('Description')).toHaveFocus();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);

    await userEvent.click(screen.getByRole('button', { name: 'Save company' }));
    await screen.findByText('Company saved');
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      company_name: 'Paperlark Inc.',
      description: 'Invoices and reminders.',
    });
  });

  it('says when the website has nothing new, and proposes no silence', async () => {
    theServerSays({ ...kept, ...siteSays({ industry: null, description: 'Invoicing for freelancers.' }) });
    await open();

    await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));

    expect(await screen.findByText('The website says nothing that is not here already.', undefined, patience)).toBeVisible();
    expect(field('Industry')).toHaveValue('Accounting');
  });

  it('can be declined', async () => {
    theServerSays({ ...kept, ...siteSays({ description: 'Invoices and reminders.' }) });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));

    await userEvent.click(await screen.findByRole('button', { name: 'Keep what is here' }, patience));

    expect(screen.queryByRole('region', { name: 'The website says' })).not.toBeInTheDocument();
    expect(field('Description')).toHaveValue('Invoicing for freelancers.');
  });

  it('shows how far it is, and fails in a toast', async () => {
    holding('POST /api/analyze-website', kept);
    const { unmount } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));
    expect(await screen.findByRole('progressbar', { name: 'Website analysis' })).toBeVisible();
    unmount();

    theServerSays({ ...kept, 'POST /api/analyze-website': refusal(422, 'This website could not be reached.') });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Analyse again' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Analysis FailedThis website could not be reached.');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });
});

function openCard() {
  return openPage(<CompanyCard userId={nora.id} onStart={onStart} />, '/dashboard?tab=settings');
}

async function open() {
  const card = openCard();
  await screen.findByLabelText('Company name', undefined, patience);
  return card;
}

function siteSays(portrait: { industry?: string | null; description: string }) {
  return { 'POST /api/analyze-website': () => Response.json({ ...paperlark, analysisData: { ...paperlark.analysisData, ...portrait } }) };
}

const field = (label: string) => screen.getByLabelText(label);

async function write(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}
