import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { patience, refusal } from '../../testing/onboarding';
import { sellTeamPlan } from '../../testing/product';
import { aRun, aSchedule, noSchedule, runsCall, says, statusCall } from '../../testing/scanner';
import type { ScanStatus } from './api';
import { dayOf, timeOf } from '../../lib/dates';
import { ScannerCard } from './scanner-card';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});

it('shows the countdown, the plan and how often', async () => {
  await open(aSchedule({ timeUntilNextMs: 223_800_000 }));

  expect(card()).toHaveTextContent('Runs automatically, weekly');
  expect(card()).toHaveTextContent('Active');
  expect(screen.getByText('2d 14h')).toBeVisible();
  expect(screen.getByText(dayOf('2026-11-17T14:20:00Z'))).toBeVisible();
  expect(screen.getByText(timeOf('2026-11-17T14:20:00Z'))).toBeVisible();
  expect(facts()).toEqual(['Plan', 'Professional', 'Frequency', 'weekly']);
});

it.each([
  ['starter', 168, 'Starter', 'weekly', 'Runs automatically, weekly'],
  ['pro', 24, 'Professional', 'daily', 'Runs automatically, daily'],
  ['enterprise', 6, 'Enterprise', '6h', 'Runs automatically, every 6h'],
])('of the plan %s says that it scans every %d hours', async (planType, frequencyHours, plan, frequency, about) => {
  await open(aSchedule({ planType, frequencyHours }));

  expect(facts()).toEqual(['Plan', plan, 'Frequency', frequency]);
  expect(card()).toHaveTextContent(about);
});

it('says how far behind listening is', async () => {
  await open(aSchedule({}), { 'GET /api/stream/status': () => Response.json({ success: true, isListening: true, behindSeconds: 40 }) });

  expect(await screen.findByText('Listening, 40 s behind')).toBeVisible();
});

it('says nothing of listening where nobody listens', async () => {
  await open(aSchedule({}), { 'GET /api/stream/status': () => Response.json({ success: true, isListening: false }) });

  expect(card()).not.toHaveTextContent('Listening');
});

it('names a plan that only this server sells', async () => {
  sellTeamPlan();
  await open(aSchedule({ planType: 'team', frequencyHours: 12 }));

  expect(facts()).toEqual(['Plan', 'Team', 'Frequency', '12h']);
});

it.each([
  [aRun(), '12 new posts, 3 new mentions'],
  [aRun({ newPosts: 1, newMentions: 1 }), '1 new post, 1 new mention'],
  [aRun({ newPosts: 0 }), '3 new mentions'],
  [aRun({ newPosts: 0, newMentions: 0 }), 'Nothing new'],
  [aRun({ newPosts: 0, newMentions: 0, endedAt: null }), 'Still running'],
])('tells what the last scan found', async (lastScan, found) => {
  await open(aSchedule({ lastScan }));

  expect(within(lastScanPart()).getByText(found)).toBeVisible();
  expect(lastScanPart()).toHaveTextContent(`${dayOf(lastScan.startedAt)}, ${timeOf(lastScan.startedAt)}`);
});

it('tells what the last scan could not look at', async () => {
  await open(
    aSchedule({
      lastScan: aRun({
        failures: [
          { what: 'r/freelance', why: 'took too long' },
          { what: 'Google ranks', why: 'not available' },
        ],
      }),
    }),
  );

  expect(lastScanPart()).toHaveTextContent('Some sources could not be searched: r/freelance (took too long), Google ranks (not available)');
});

it('says when it asks again for what an outage cut off', async () => {
  const repeatsAt = '2026-11-10T14:26:00Z';
  const failures = [{ what: 'Relevant posts', why: 'Reddit is unavailable right now.' }];
  await open(aSchedule({ lastScan: aRun({ newPosts: 0, newMentions: 0, failures, repeatsAt }) }));

  expect(lastScanPart()).toHaveTextContent(`Tries again at ${timeOf(repeatsAt)}`);
});

it('says that the first scan is still to come', async () => {
  await open(aSchedule({ lastScan: null }));

  expect(card()).toHaveTextContent('The first scan has not run yet.');
  expect(screen.queryByRole('button', { name: 'Recent scans' })).not.toBeInTheDocument();
});

it('asks for the scans before it only when somebody wants to see them', async () => {
  const { calls } = await open(aSchedule(), {
    [runsCall]: () =>
      Response.json({ success: true, runs: [aRun(), aRun({ startedAt: '2026-11-03T14:20:00Z', newPosts: 8, newMentions: 0 })] }),
  });
  expect(calls.some(({ path }) => path.endsWith('/runs'))).toBe(false);

  await userEvent.click(screen.getByRole('button', { name: 'Recent scans' }));

  const list = await screen.findByRole('list', { name: 'Recent scans' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `12 new posts, 3 new mentions${dayOf('2026-11-10T14:20:00Z')}, ${timeOf('2026-11-10T14:20:00Z')}`,
    `8 new posts${dayOf('2026-11-03T14:20:00Z')}, ${timeOf('2026-11-03T14:20:00Z')}`,
  ]);
});

it('says so when the earlier scans cannot be read, and asks again', async () => {
  await open(aSchedule(), { [runsCall]: refusal(404, 'No.') });
  await userEvent.click(screen.getByRole('button', { name: 'Recent scans' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Recent scans could not be loaded.');

  theServerSays({ [statusCall]: says(aSchedule()), [runsCall]: () => Response.json({ success: true, runs: [] }) });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('No scan has run yet.')).toBeVisible();
});

it('without a job is inactive, with the words of the server', async () => {
  await open({ ...noSchedule, message: 'Automatic scanning starts with a subscription.' });

  expect(screen.getByText('Scanner Inactive')).toBeVisible();
  expect(card()).toHaveTextContent('Automatic scanning starts with a subscription.');
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it('that cannot be read says so, and can be checked again', async () => {
  theServerSays({ [statusCall]: refusal(404, 'No.') });
  openPage(<ScannerCard userId={nora.id} />, '/dashboard?tab=settings');
  expect(await screen.findByText('Scanner Not Active', undefined, patience)).toBeVisible();
  expect(card()).toHaveTextContent('Failed to fetch cron job status');

  theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 223_800_000 })) });
  await userEvent.click(screen.getByRole('button', { name: 'Check Again' }));

  expect(await screen.findByText('2d 14h')).toBeVisible();
});

async function open(status: ScanStatus, others: Parameters<typeof theServerSays>[0] = {}) {
  const calls = theServerSays({ [statusCall]: says(status), ...others });
  const page = openPage(<ScannerCard userId={nora.id} />, '/dashboard?tab=settings');
  await screen.findByText(status.hasJob ? /^Next scan/ : 'Scanner Inactive', undefined, patience);
  return { ...page, calls };
}

const card = () => screen.getByRole('region', { name: 'Opportunity Scanner' });
const lastScanPart = () => screen.getByRole('region', { name: 'Last scan' });
const facts = () => [...card().querySelectorAll('dt, dd')].map(({ textContent }) => textContent);
