import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import {
  analyses,
  answers,
  enters,
  holding,
  newcomerArrives,
  openOnboarding,
  paperlark,
  patience,
  refusal,
  stageOf,
  toastsAreGone,
  urlField,
  wave,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

describe('the address of the website', () => {
  it.each([
    ['', 'URL Required', 'Please enter your website URL'],
    ['not a url', 'Invalid URL', 'Please enter a valid website URL'],
    ['ftp://paperlark.example', 'Invalid URL', 'Please enter a valid website URL'],
  ])('%o is refused before anything is sent', async (typed, title, description) => {
    const calls = theServerSays(answers);
    openOnboarding('/onboarding');

    if (typed !== '') await userEvent.type(urlField(), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Analyse' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(`${title}${description}`);
    expect(urlField()).toHaveFocus();
    expect(urlField()).toBeInvalid();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows the site as soon as it can be read, through our own server', async () => {
    const calls = theServerSays(answers);
    openOnboarding('/onboarding');

    await userEvent.type(urlField(), 'paperlark.example');

    expect(await screen.findByText('Found', undefined, patience)).toBeVisible();
    expect(screen.getByText('This is the site Earshot reads')).toBeVisible();
    const asked = calls.filter(({ path }) => path === '/api/website-preview').map(({ query }) => query.get('url'));
    expect(asked).toEqual(['https://paperlark.example/']);
  });

  it('of a site that does not answer is questioned, and can be analysed all the same', async () => {
    const silence = { success: true, found: false, readable: 'no', reason: 'unreachable', host: 'paperlark.example', icon: null };
    theServerSays({ ...answers, 'GET /api/website-preview': () => Response.json(silence) });
    openOnboarding('/onboarding');

    await userEvent.type(urlField(), 'paperlark.example');

    expect(await screen.findByText('This site is not responding. Is the address right?', undefined, patience)).toBeVisible();
    expect(screen.queryByText('Found')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Analyse' })).toBeEnabled();
  });
});

describe('the analysis', () => {
  it('runs once for a double click, with the field read-only, and follows what the worker tells', async () => {
    const held = holding('POST /api/analyze-website');
    const { tell } = openOnboarding('/onboarding');
    await userEvent.type(urlField(), 'paperlark.example');

    const button = screen.getByRole('button', { name: 'Analyse' });
    act(() => {
      button.click();
      button.click();
    });

    expect(await screen.findByRole('button', { name: 'Analysing' })).toHaveAttribute('aria-busy', 'true');
    expect(urlField()).toHaveAttribute('readonly');
    expect(stageOf('Scraping Website')).toHaveTextContent('Working');

    tell({ stage: 'Extracting Keywords', percent: 52 });
    await waitFor(() => expect(Number(wave().getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(51), patience);
    expect(Number(wave().getAttribute('aria-valuenow'))).toBeLessThan(66);
    expect(stageOf('Scraping Website')).toHaveTextContent('Done');
    expect(stageOf('Extracting Keywords')).toHaveTextContent('Working');
    expect(stageOf('Generating Description')).toHaveTextContent('Next');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Extracting Keywords');
    expect(held.calls.filter(({ path }) => path === '/api/analyze-website').map(({ body }) => body)).toEqual([
      { url: 'https://paperlark.example/' },
    ]);
  });

  it.each(['running', 'done', 'failed'] as const)('of before, last heard of as %s, says nothing about this one', async (state) => {
    holding('POST /api/analyze-website');
    const { tell } = openOnboarding('/onboarding');
    tell({ stage: 'Generating Description', percent: 66, state });

    await enters('paperlark.example');

    expect(await screen.findByText('Working')).toBeVisible();
    expect(stageOf('Scraping Website')).toHaveTextContent('Working');
  });

  it('leads to the keywords, with the focus on the new heading', async () => {
    const { address } = openOnboarding('/onboarding');

    await analyses();

    expect(address()).toBe('/onboarding?step=keywords');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What should Earshot listen for?');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(document.title).toBe('Keywords · Earshot');
  });

  it.each([
    [
      'in the words of the server',
      refusal(422, 'This website could not be reached.'),
      'Analysis Failed',
      'This website could not be reached.',
    ],
    [
      'in ours where it has none',
      () => new Response('<h1>Bad gateway</h1>', { status: 500 }),
      'Analysis Failed',
      'Website analysis failed',
    ],
    ['in other words where no answer comes', lostNetwork, 'Analysis Failed', 'Failed to analyze website'],
    ['for an answer that is nothing', () => Response.json(null), 'Analysis Failed', 'Website analysis failed'],
    [
      'for an answer without keywords',
      () => Response.json({ success: true, analysisData: {}, companyDescription: '', keywords: null }),
      'Analysis Failed',
      'Website analysis failed',
    ],
    [
      'for an answer that is no JSON',
      () => new Response('<h1>Hello</h1>', { status: 200, headers: { 'Content-Type': 'text/html' } }),
      'Analysis Failed',
      'Website analysis failed',
    ],
    [
      'asking to sign in',
      refusal(401, 'The session has ended.'),
      'Authentication Required',
      'Please sign in again to analyse your website.',
    ],
  ])('fails %s, back at the first step with the address kept and the focus in it', async (_how, answer, title, description) => {
    theServerSays({ ...answers, 'POST /api/analyze-website': answer });
    const { address } = openOnboarding('/onboarding');
    await userEvent.type(urlField(), 'paperlark.example');

    await userEvent.click(screen.getByRole('button', { name: 'Analyse' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(`${title}${description}`);
    expect(address()).toBe('/onboarding');
    expect(urlField()).toHaveValue('paperlark.example');
    expect(urlField()).not.toHaveAttribute('readonly');
    expect(urlField()).toHaveFocus();
    expect(screen.getByText('What Earshot will do')).toBeVisible();
    expect(screen.queryByText('Working')).not.toBeInTheDocument();
  });

  it('whose line breaks is joined again while its worker is known to run', async () => {
    const line = new EventTarget();
    const broken = new Promise<Response>((_answer, fail) => line.addEventListener('break', () => fail(new TypeError('Failed to fetch'))));
    const lines = [broken, Promise.resolve(Response.json(paperlark))];
    const calls = theServerSays({ ...answers, 'POST /api/analyze-website': () => lines.shift() ?? Response.error() });
    const { tell, address } = openOnboarding('/onboarding');
    await enters('paperlark.example');
    tell({ stage: 'Scraping Website', percent: 2 });

    line.dispatchEvent(new Event('break'));

    await waitFor(() => expect(address()).toBe('/onboarding?step=keywords'), patience);
    expect(calls.filter(({ path }) => path === '/api/analyze-website')).toHaveLength(2);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('whose line the page itself broke by leaving is found again', async () => {
    theServerSays({ ...answers, 'POST /api/analyze-website': () => Promise.reject(new TypeError('Failed to fetch')) });
    const { unmount } = openOnboarding('/onboarding');
    await enters('paperlark.example');
    await screen.findByText('Analysis Failed');
    window.dispatchEvent(new Event('pagehide'));
    unmount();

    theServerSays(answers);
    const { address } = openOnboarding('/onboarding');

    await waitFor(() => expect(address()).toBe('/onboarding?step=keywords'), patience);
  });

  it('that the server has refused is not begun anew by a reload', async () => {
    theServerSays({ ...answers, 'POST /api/analyze-website': refusal(422, 'This website cannot be reached.') });
    const { unmount } = openOnboarding('/onboarding');
    await enters('paperlark.example');
    await screen.findByText('Analysis Failed');
    unmount();

    const calls = theServerSays(answers);
    openOnboarding('/onboarding');

    expect(screen.getByText('You had begun with paperlark.example.')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/analyze-website')).toEqual([]);
  });

  it('is found again after a reload in the middle of it', async () => {
    holding('POST /api/analyze-website');
    const { unmount } = openOnboarding('/onboarding');
    await enters('paperlark.example');
    await screen.findByRole('button', { name: 'Analysing' });
    unmount();

    const calls = theServerSays(answers);
    const { address } = openOnboarding('/onboarding');

    expect(urlField()).toHaveValue('paperlark.example');
    expect(await screen.findByRole('button', { name: 'Analysing' })).toBeInTheDocument();
    await waitFor(() => expect(address()).toBe('/onboarding?step=keywords'), patience);
    expect(calls.filter(({ path }) => path === '/api/analyze-website').map(({ body }) => body)).toEqual([
      { url: 'https://paperlark.example/' },
    ]);
  });
});

function lostNetwork(): Response {
  throw new TypeError('Failed to fetch');
}
