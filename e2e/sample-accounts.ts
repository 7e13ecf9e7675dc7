import type { Locator, Page } from '@playwright/test';
import type { Earshot } from './earshot';
import { callApi, createSubscriber, type Person, signUp, subscribe } from './people';
import { addKeywords } from './scanned-accounts';

/** Somebody whose lists have the sample posts and mentions in them. */
export async function createPersonWithSamples(earshot: Earshot): Promise<Person> {
  const nora = await createSubscriber(earshot);
  await earshot.admin('seed', nora.email);
  return nora;
}

/** One of them for all tests of a server that only look: they may open posts and mentions, and leave everything else as it is. */
export function sharePersonWithSamples(earshot: Earshot): Promise<Person> {
  const nora = onlookers.get(earshot) ?? createPersonWithSamples(earshot);
  onlookers.set(earshot, nora);
  return nora;
}

const onlookers = new WeakMap<Earshot, Promise<Person>>();

/** Somebody with a company and its keywords, and nothing found yet: as onboarding leaves it, without its pages. */
export async function createPersonWithCompany(earshot: Earshot): Promise<Person> {
  const nora = await signUp(earshot);
  const { keywords } = (await callApi(earshot, 'POST', '/api/analyze-website', {
    body: { url: 'paperlark.example' },
    session: nora.session,
  })) as { keywords: { keyword: string }[] };
  // Onboarding keeps the first five.
  await addKeywords(
    earshot,
    nora,
    keywords.slice(0, 5).map(({ keyword }) => keyword),
  );
  await subscribe(earshot, nora);
  return nora;
}

export const title = (row: Locator) => row.getByRole('heading', { level: 3 }).getByRole('button');
export const details = (page: Page) => page.getByRole('region', { name: 'Details' });

/** An intent that none of somebody's mentions with this sentiment has. */
export async function findMissingIntent(earshot: Earshot, { session }: Person, sentiment: string): Promise<string> {
  const path = `/api/mentions?sentiment=${sentiment}&limit=200`;
  const { mentions } = (await callApi(earshot, 'GET', path, { session })) as { mentions: { intent: string }[] };
  const intent = ['buying', 'comparison', 'question'].find((one) => mentions.every((mention) => mention.intent !== one));
  if (intent === undefined) throw new Error(`${sentiment} mentions have every intent`);
  return intent;
}
