import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobProgress, type JobProgress } from '../../api/progress';
import type { Tables } from '../../api/tables';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal } from '../../testing/onboarding';
import { aSchedule, noSchedule, says, statusCall } from '../../testing/scanner';
import { TooltipProvider } from '../../ui/tooltip';
import type { ScanStatus } from './api';
import { ScanCard, type ScanPlace } from './scan-card';

const minute = 60_000;
const hour = 60 * minute;

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
  vi.useFakeTimers({ now: new Date('2026-11-15T00:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('the card in the sidebar', () => {
  it.each([
    ['2d 14h', '2 days 14 hours', 'weekly', aSchedule({ timeUntilNextMs: 62 * hour + minute })],
    ['5h 42m', '5 hours 42 minutes', '12h', aSchedule({ timeUntilNextMs: 5 * hour + 42.5 * minute, frequencyHours: 12 })],
    ['18m', '18 minutes', 'daily', aSchedule({ timeUntilNextMs: 18.5 * minute, frequencyHours: 24 })],
  ])('shows %s', async (text, spoken, frequency, schedule) => {
    await open(schedule);

    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(spoken);
    expect(screen.getByText(frequency)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Next scan in' })).toHaveAttribute('href', '/dashboard?tab=settings#scanner');
  });

  it('counts every second', async () => {
    await open(aSchedule({ timeUntilNextMs: hour + minute + 2_000 }));
    expect(screen.getByText('1h 1m')).toBeVisible();

    await passes(1_000);
    expect(screen.getByText('1h 1m')).toBeVisible();
    await passes(2_000);
    expect(screen.getByText('1h 0m')).toBeVisible();
  });

  it.each([
    ['5', aSchedule({ timeUntilNextMs: 168 * hour })],
    ['50', aSchedule({ timeUntilNextMs: 12 * hour, frequencyHours: 24 })],
    ['95', aSchedule({ timeUntilNextMs: 2 * minute, frequencyHours: 24 })],
  ])('has a wave at %s of 100, of which 5 and 95 are the ends', async (percent, schedule) => {
    await open(schedule);

    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', percent);
  });

  it('is due at zero, and asks at once when the next one is', async () => {
    const { calls } = await open(aSchedule({ timeUntilNextMs: 5_000 }));
    expect(screen.queryByText('Due now')).not.toBeInTheDocument();
    const before = calls.length;

    const later = theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 168 * hour + minute })) });
    await passes(6_000);

    expect(calls).toHaveLength(before);
    expect(later.map(({ path }) => path)).toEqual([`/api/cron-jobs/${nora.id}/status`]);
    expect(screen.getByText('7d 0h')).toBeVisible();
  });

  it('says Due now while the server has nothing newer to say', async () => {
    await open(aSchedule({ timeUntilNextMs: 0 }));

    expect(screen.getByText('Due now')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Next scan' })).toBeVisible();
  });

  it('asks every half minute', async () => {
    const { calls } = await open(aSchedule());
    const asked = () => calls.filter(({ path }) => path.endsWith('/status')).length;
    expect(asked()).toBe(1);

    await passes(29_000);
    expect(asked()).toBe(1);
    await passes(2_000);
    expect(asked()).toBe(2);
  });

  it('follows a scan that runs, and reads what comes next when it ends', async () => {
    const { tell } = await open(aSchedule());

    tell({ percent: 40 });
    await passes(0);
    expect(screen.getByText('Scanning')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of the scan' })).toHaveAttribute('aria-valuenow', '40');

    theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 24.5 * hour, frequencyHours: 24 })) });
    tell({ percent: 100, state: 'done' });
    await passes(1_000);
    expect(screen.getByText('1d 0h')).toBeVisible();
    expect(screen.getByText('daily')).toBeVisible();
  });

  it('says why nothing is scanned', async () => {
    await open({ ...noSchedule, message: 'Automatic scanning starts with a subscription.' });

    expect(screen.getByRole('link', { name: 'Scanner Inactive' })).toBeVisible();
    expect(screen.getByText('Automatic scanning starts with a subscription.')).toBeVisible();
  });

  it('that could not be read can be checked again', async () => {
    await openFailing();
    expect(screen.getByText('Scanner Not Active')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Failed to fetch cron job status');

    theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 62.5 * hour })) });
    act(() => screen.getByRole('button', { name: 'Check Again' }).click());
    await passes(500);

    expect(screen.getByText('2d 14h')).toBeVisible();
  });

  it('stays as it is while it is checked again', async () => {
    await openFailing();
    theServerSays({ [statusCall]: () => new Promise<Response>(() => {}) });

    act(() => screen.getByRole('button', { name: 'Check Again' }).click());
    await passes(1_000);

    expect(screen.getByText('Scanner Not Active')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check Again' })).toHaveAttribute('aria-busy', 'true');
  });

  it('is a skeleton while the schedule takes its time', async () => {
    theServerSays({ [statusCall]: () => new Promise<Response>(() => {}) });
    show('sidebar', hasData(true));
    await passes(100);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();

    await passes(300);
    expect(screen.getByRole('status', { name: 'Loading the scan schedule' })).toBeInTheDocument();
  });
});

describe('whether it is there at all', () => {
  it('depends on posts or mentions, which are looked for every minute', async () => {
    const calls = theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 61.5 * hour })) });
    const there = { posts: false, mentions: false };
    const tables = hasData(() => there);
    const { container } = show('sidebar', tables);
    await passes(1_000);
    expect(container).toHaveTextContent('');
    expect(calls.filter(({ path }) => path.endsWith('/status'))).toEqual([]);

    there.mentions = true;
    await passes(58_000);
    expect(container).toHaveTextContent('');
    await passes(2_000);

    expect(screen.getByText('2d 13h')).toBeVisible();
  });

  it('does not change because the check fails once', async () => {
    const there = { posts: true, mentions: false };
    let isBroken = false;
    theServerSays({ [statusCall]: says(aSchedule({ timeUntilNextMs: 62.5 * hour })) });
    show(
      'sidebar',
      hasData(() => (isBroken ? 'broken' : there)),
    );
    await passes(1_000);

    isBroken = true;
    await passes(61_000);

    expect(screen.getByText('2d 14h')).toBeVisible();
  });
});

describe('where there is less room', () => {
  it.each(['rail', 'phone'] as const)('the time is there on a %s, and leads to Settings', async (place) => {
    await open(aSchedule({ timeUntilNextMs: 62.5 * hour }), place);

    expect(screen.getByText('2d 14h')).toBeInTheDocument();
    expect(screen.getByRole('link')).toHaveAccessibleName(/^Next scan in\s+2 days 14 hours/);
  });

  it.each(['rail', 'phone'] as const)('a failure can be checked again on a %s', async (place) => {
    await openFailing(place);

    expect(screen.getByRole('button', { name: /Check Again/ })).toBeVisible();
  });
});

/** Lets product and browser time pass together. */
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(status: ScanStatus, place: ScanPlace = 'sidebar') {
  const calls = theServerSays({ [statusCall]: says(status) });
  const page = show(place, hasData(true));
  await passes(10);
  const tell = (told: Partial<JobProgress>) =>
    act(() => {
      page.queries.setQueryData(jobProgress(nora.id, 'scan').queryKey, {
        job: 'scan',
        stage: 'Searching',
        percent: 0,
        found: 0,
        state: 'running',
        ...told,
      });
    });
  return { ...page, calls, tell };
}

async function openFailing(place: ScanPlace = 'sidebar') {
  theServerSays({ [statusCall]: refusal(404, 'No such user.') });
  show(place, hasData(true));
  await passes(10);
}

function show(place: ScanPlace, tables: Tables) {
  return openPage(
    <TooltipProvider>
      <ScanCard userId={nora.id} tables={tables} place={place} settingsHref="/dashboard?tab=settings#scanner" />
    </TooltipProvider>,
    '/dashboard',
  );
}

type There = { posts: boolean; mentions: boolean };

/** The two tables of the existence check. */
function hasData(there: boolean | (() => There | 'broken')): Tables {
  const now = () => (typeof there === 'boolean' ? { posts: there, mentions: false } : there());
  const answer = (table: string) => {
    const state = now();
    if (state === 'broken') return { data: null, error: { message: 'No.' }, status: 503, statusText: '' };
    return {
      data: (table === 'reddit_posts' ? state.posts : state.mentions) ? [{ id: 'x' }] : [],
      error: null,
      status: 200,
      statusText: 'OK',
    };
  };
  const client = { from: (table: string) => ({ select: () => ({ eq: () => ({ limit: async () => answer(table) }) }) }) };
  return async () => client as unknown as Awaited<ReturnType<Tables>>;
}
