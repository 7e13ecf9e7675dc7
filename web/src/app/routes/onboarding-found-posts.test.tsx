import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theServerSays } from '../../testing/identity';
import {
  analyses,
  answers,
  finds,
  keywords,
  lateInvoice,
  newcomerArrives,
  openOnboarding,
  patience,
  refusal,
  retainers,
  toastsAreGone,
} from '../../testing/onboarding';

beforeEach(newcomerArrives);
afterEach(toastsAreGone);

const find = 'POST /api/keywords/found-posts';
const deposits = { ...retainers, redditId: 't3_deposits', title: 'How do you take deposits from clients abroad?', match: 84 };

describe('the posts beside the keywords', () => {
  it('are the best ones, each with match, place, marks and the keyword that found it', async () => {
    theServerSays({ ...answers, [find]: finds({ posts: [{ ...lateInvoice, createdAt: hoursAgo(5) }, retainers] }) });
    openOnboarding('/onboarding');
    await analyses();

    const [first, second] = await foundRows();
    expect(within(first as HTMLElement).getByRole('img', { name: 'Match 91 of 100' })).toBeVisible();
    expect(first).toHaveTextContent(/r\/freelance·5h ago/);
    expect(first).toHaveTextContent(/Freshvia late payments\+1 more$/);
    expect(second).toHaveTextContent(/#4/);
    expect(second).not.toHaveTextContent('Fresh');
    expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute('href', retainers.url);
    expect(screen.getByText('about 26 leads a month')).toHaveRole('status');
    expect(screen.getByText(/^The best three of the last 30 days\./)).toBeVisible();
  });

  it('say where each link leads', async () => {
    const elsewhere = { ...deposits, url: 'https://news.ycombinator.com/item?id=41', subreddit: 'Hacker News' };
    theServerSays({ ...answers, [find]: finds({ posts: [retainers, elsewhere] }) });
    openOnboarding('/onboarding');
    await analyses();

    const [first, second] = await foundRows();
    expect(within(first as HTMLElement).getByRole('link')).toHaveAccessibleName(/\(opens Reddit in a new tab\)$/);
    expect(within(second as HTMLElement).getByRole('link')).toHaveAccessibleName(/\(opens Hacker News in a new tab\)$/);
    expect(within(second as HTMLElement).getByRole('link')).toHaveAttribute('href', elsewhere.url);
    expect(second).not.toHaveTextContent('r/Hacker News');
  });

  it('come with a count for each keyword', async () => {
    const counts = [
      { keyword: 'Invoicing software', posts: 1, suggestion: null },
      { keyword: 'late payments', posts: 38, suggestion: null },
    ];
    theServerSays({ ...answers, [find]: finds({ keywords: counts }) });
    openOnboarding('/onboarding');
    await analyses();
    await foundRows();

    expect(rowOf('invoicing software')).toHaveTextContent('1 post');
    expect(rowOf('late payments')).toHaveTextContent('38 posts');
    expect(rowOf('recurring invoices')).toHaveTextContent(/^recurring invoices$/);
  });

  it('stay while the next ones are looked for, and what is new then is tinted', async () => {
    openOnboarding('/onboarding');
    await analyses();
    for (const row of await foundRows()) expect(row).not.toHaveClass('animate-tint');
    const reddit = new EventTarget();
    const later = new Promise<Response>((answer) =>
      reddit.addEventListener('answer', () => answer(finds({ posts: [lateInvoice, deposits] })())),
    );
    const calls = theServerSays({ ...answers, [find]: () => later });

    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
    await waitFor(() => expect(askedIn(calls)).toHaveLength(1));
    expect(screen.getByRole('list', { name: 'Posts these would find' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText(retainers.title)).toBeVisible();

    reddit.dispatchEvent(new Event('answer'));
    expect(await screen.findByText(deposits.title)).toBeVisible();
    const [stayed, came] = await foundRows();
    expect(stayed).not.toHaveClass('animate-tint');
    expect(came).toHaveClass('animate-tint');
    expect(screen.queryByText(retainers.title)).not.toBeInTheDocument();
  });

  it('of a keyword without any offer a better phrase, which takes its place', async () => {
    const none = [{ keyword: 'late payments', posts: 0, suggestion: 'late invoice payments' }];
    theServerSays({ ...answers, [find]: finds({ keywords: none }) });
    openOnboarding('/onboarding');
    await analyses();
    await foundRows();
    expect(rowOf('late payments')).toHaveTextContent('none yet');

    await userEvent.click(screen.getByRole('button', { name: 'Replace late payments with late invoice payments' }));

    expect(keywords()).toEqual([
      'invoicing software',
      'late invoice paymentsAdded by you',
      'recurring invoices',
      'payment reminders',
      'freelance invoice',
    ]);
    expect(screen.getByText('5 of 5')).toBeVisible();
  });

  it('that are none say so, and what would help', async () => {
    theServerSays({ ...answers, [find]: finds({ posts: [], leadsPerMonth: 0 }) });
    openOnboarding('/onboarding');
    await analyses();

    expect(await screen.findByText(/No posts of the last 30 days match these keywords/)).toBeVisible();
    expect(screen.getByText('no leads a month yet')).toBeVisible();
  });

  it('that are no leads do not say that nothing matches', async () => {
    const counts = [{ keyword: 'late payments', posts: 2, suggestion: null }];
    theServerSays({ ...answers, [find]: finds({ posts: [], leadsPerMonth: 0, keywords: counts }) });
    openOnboarding('/onboarding');
    await analyses();

    expect(await screen.findByText(/^Posts match these keywords, but none from the last 30 days looks like a lead\./)).toBeVisible();
    expect(rowOf('late payments')).toHaveTextContent('2 posts');
  });

  it('say when Reddit did not answer everything', async () => {
    theServerSays({ ...answers, [find]: finds({ isPartial: true }) });
    openOnboarding('/onboarding');
    await analyses();

    expect(await screen.findByText(/Reddit did not answer everything, so there may be more\./)).toBeVisible();
  });

  it('ask for a keyword where none is left', async () => {
    openOnboarding('/onboarding');
    await analyses();
    screen.getByRole('button', { name: 'Remove invoicing software' }).focus();
    await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}');

    expect(screen.getByText('Add a keyword, and the posts it would find appear here.')).toBeVisible();
  });
});

describe('posts that cannot be found', () => {
  it.each([
    [503, 'Reddit does not answer right now.'],
    [429, 'That was too often. Please wait a minute.'],
  ])('with status %i say why quietly, can be tried again, and keep nobody from going on', async (status, why) => {
    theServerSays({ ...answers, [find]: refusal(status, why) });
    const { address } = openOnboarding('/onboarding');
    await analyses();
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    theServerSays(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(lateInvoice.title)).toBeVisible();
    expect(screen.queryByText(why)).not.toBeInTheDocument();

    theServerSays({ ...answers, [find]: refusal(status, why) });
    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));
    await waitFor(() => expect(address()).toBe('/payment'), patience);
  });

  it('leave the ones from before on the screen', async () => {
    openOnboarding('/onboarding');
    await analyses();
    await foundRows();
    theServerSays({ ...answers, [find]: refusal(503, 'Reddit does not answer right now.') });

    await userEvent.click(screen.getByRole('button', { name: 'Remove late payments' }));

    expect(await screen.findByText('Reddit does not answer right now.', undefined, patience)).toBeVisible();
    expect(screen.getByText(lateInvoice.title)).toBeVisible();
  });
});

it('on a phone they are a strip that opens', async () => {
  window.innerWidth = 390;
  openOnboarding('/onboarding');
  await analyses();

  const strip = await screen.findByRole('button', { name: '2 posts, about 26 leads a month' });
  expect(screen.queryByText(lateInvoice.title)).not.toBeInTheDocument();
  await userEvent.click(strip);

  const sheet = screen.getByRole('dialog', { name: 'Posts these would find' });
  expect(within(sheet).getByText(lateInvoice.title)).toBeVisible();
  expect(sheet).toHaveAccessibleDescription('about 26 leads a month');
});

const foundRows = async () => within(await screen.findByRole('list', { name: 'Posts these would find' })).getAllByRole('listitem');
const rowOf = (keyword: string) => screen.getByRole('button', { name: `Remove ${keyword}` }).closest('li');
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const askedIn = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/keywords/found-posts').map(({ body }) => (body as { keywords: string[] }).keywords);
