import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { expect } from 'vitest';
import { type JobProgress, jobProgress } from '../api/progress';
import { Onboarding } from '../app/routes/onboarding';
import { nora, noraIsSignedIn, openPage, theServerSays } from './identity';
import { sandboxSettings } from './settings';

/** What the analysis of the mockups' company answers. */
export const paperlark = {
  success: true,
  companyId: 'c-1',
  companyDescription: 'Invoicing for freelancers and small studios.',
  keywords: [
    { keyword: 'invoicing software', type: 'category', intentScore: 90 },
    { keyword: 'late payments', type: 'problem', intentScore: 85 },
    { keyword: 'recurring invoices', type: 'product', intentScore: 80 },
    { keyword: 'payment reminders', type: 'product', intentScore: 75 },
    { keyword: 'freelance invoice', type: 'audience', intentScore: 60 },
    { keyword: 'invoice template', type: 'category', intentScore: 40 },
  ],
  analysisData: {
    companyName: 'Paperlark',
    websiteUrl: 'https://paperlark.example/',
    products: [],
    pagesRead: 5,
    isThin: false,
    usedModel: false,
  },
};
/** What the first keywords of the mockups' company find. */
export const lateInvoice = {
  redditId: 't3_late',
  title: 'My client is 45 days late and says the invoice never arrived',
  subreddit: 'freelance',
  createdAt: '2026-11-15T07:00:00Z',
  url: 'https://www.reddit.com/r/freelance/comments/late/',
  match: 91,
  googleRanking: null as number | null,
  isFresh: true,
  via: ['late payments', 'invoicing software'],
};
export const retainers = {
  ...lateInvoice,
  redditId: 't3_retainers',
  title: 'How do freelancers here bill maintenance retainers?',
  subreddit: 'webdev',
  url: 'https://www.reddit.com/r/webdev/comments/retainers/',
  match: 73,
  googleRanking: 4,
  isFresh: false,
  via: ['recurring invoices'],
};
type FoundAnswer = { posts?: unknown[]; keywords?: unknown[]; leadsPerMonth?: number; isPartial?: boolean };
export const finds = (found: FoundAnswer) => () =>
  Response.json({ success: true, found: { posts: [lateInvoice, retainers], keywords: [], leadsPerMonth: 26, isPartial: false, ...found } });

/** A server at which everything goes well. */
export const answers = {
  'POST /api/analyze-website': () => Response.json(paperlark),
  'GET /api/website-preview': () =>
    Response.json({ success: true, found: true, readable: 'yes', reason: null, host: 'paperlark.example', icon: null }),
  'POST /api/keywords/found-posts': finds({ keywords: [{ keyword: 'late payments', posts: 38, suggestion: null }] }),
  'POST /api/keywords': () => Response.json({ success: true }),
  'DELETE /api/keywords': () => Response.json({ success: true }),
  'DELETE /api/keywords/suggestions': () => Response.json({ success: true }),
  'PATCH /rest/v1/profiles': () => new Response(null, { status: 204 }),
};
/** For what takes its time on purpose, on a machine that is busy with something else. */
export const patience = { timeout: 10_000 };

/** Nora has just signed up, and has left nothing in this browser. */
export async function newcomerArrives() {
  localStorage.clear();
  window.innerWidth = 1440;
  theServerSays(answers);
  await noraIsSignedIn();
}

/** Sonner keeps its toasts outside of React, so one test would find those of the other. */
export async function toastsAreGone() {
  act(() => void toast.dismiss());
  await waitFor(() => expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0));
}

/** Opens onboarding; `tell` reports progress as the worker would. */
export function openOnboarding(path: string) {
  const page = openPage(<Onboarding settings={sandboxSettings} />, path);
  const tell = (told: Pick<JobProgress, 'stage' | 'percent'> & Partial<JobProgress>) =>
    act(() => {
      page.queries.setQueryData(jobProgress(nora.id, 'analysis').queryKey, { job: 'analysis', found: 0, state: 'running', ...told });
    });
  return { ...page, tell };
}

/** Puts an address into the empty field and presses Enter. */
export async function enters(address: string) {
  await writes(urlField(), address);
  await userEvent.keyboard('{Enter}');
}

/** Adds a text to a field in one go, where the single letters do not matter. */
export async function writes(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** From an empty first step to the second. */
export async function analyses() {
  await enters('paperlark.example');
  await keywordsAreShown();
}

export async function keywordsAreShown() {
  await screen.findByRole('heading', { level: 1, name: 'What should Earshot listen for?' }, patience);
}

/** The server takes this call and does not answer it. */
export function holding(call: string, others: typeof answers = answers) {
  return { calls: theServerSays({ ...others, [call]: () => new Promise<Response>(() => {}) }) };
}

/** A site that cannot be read, as the server says it. */
export function unreadable(reason: string | undefined, message = 'This website cannot be read.') {
  return () => Response.json({ success: false, error: 'Website analysis failed', message, reason }, { status: 422 });
}

export function refusal(status: number, message: string, error = 'Refused') {
  return () => Response.json({ success: false, error, message }, { status });
}

export const urlField = () => screen.getByLabelText('Website URL');
export const sentenceField = () => screen.getByLabelText('Tell us in a sentence what you sell');
export const keywordField = () => screen.getByLabelText('Add a keyword');
export const wave = () => screen.getByRole('progressbar', { name: 'Website analysis' });
export const keywords = () =>
  within(screen.getByRole('region', { name: 'Keywords' }))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('[data-keyword]')?.textContent);
export const steps = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const analysedIn = (calls: ReturnType<typeof theServerSays>) =>
  calls.filter(({ path }) => path === '/api/analyze-website').map(({ body }) => body);
export const savedIn = (calls: ReturnType<typeof theServerSays>) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/keywords')
    .map(({ body }) => (body as { keyword: string }).keyword);

export function stageOf(name: string) {
  const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent?.startsWith(name));
  if (row === undefined) throw new Error(`no stage ${name}`);
  return row;
}
