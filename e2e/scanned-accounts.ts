import type { Earshot } from './earshot';
import { callApi, type Person } from './people';
import { createOnboardedPerson, startTrial } from './subscriptions';

/** Somebody with a company, keywords and a trial, from which the first scan follows. */
export async function createScannedPerson(
  earshot: Earshot,
  planId: 'starter' | 'pro',
  wanted: readonly string[] = ['late payments', 'invoicing software'],
): Promise<Person> {
  const person = await createOnboardedPerson(earshot);
  await callApi(earshot, 'POST', '/api/analyze-website', { body: { url: 'paperlark.example' }, session: person.session });
  // The first scan begins with the subscription, and is to have something to look for.
  await addKeywords(earshot, person, wanted.slice(0, 2));
  await startTrial(earshot, person, planId);
  await addKeywords(earshot, person, wanted.slice(2));
  return person;
}

/** One after the other: the order of the list is that of the adding. */
export async function addKeywords(earshot: Earshot, person: Person, wanted: readonly string[]): Promise<void> {
  const [first, ...rest] = wanted;
  if (first === undefined) return;
  await callApi(earshot, 'POST', '/api/keywords', { body: { keyword: first }, session: person.session });
  await addKeywords(earshot, person, rest);
}

/** Whether a search has begun, or has brought something already: a page that is reloaded before its request has arrived takes the search back. */
export async function hasBegunSearching(earshot: Earshot, { session }: Person, list: string): Promise<boolean> {
  const { jobs } = (await callApi(earshot, 'GET', '/api/jobs/current', { session })) as { jobs: unknown[] };
  const { total } = (await callApi(earshot, 'GET', list, { session })) as { total: number };
  return jobs.length + total > 0;
}
