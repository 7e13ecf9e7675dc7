import type { Locator, Page } from '@playwright/test';
import { type Earshot, expect } from './earshot';
import { callApi, openAs, type Person, signUp, createSubscriber } from './people';

/** Somebody whose lists have the sample posts and mentions in them. */
export async function createPersonWithSamples(earshot: Earshot): Promise<Person> {
  const nora = await createSubscriber(earshot);
  await earshot.admin('seed', nora.email);
  return nora;
}

/** Somebody with a company and its keywords, and nothing found yet. */
export async function createPersonWithCompany(earshot: Earshot, page: Page): Promise<Person> {
  const nora = await signUp(earshot);
  await openAs(page, nora, '/onboarding');
  await page.getByLabel('Website URL').fill('paperlark.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL('/payment');
  await earshot.admin('subscription', 'set', nora.email, 'active');
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
