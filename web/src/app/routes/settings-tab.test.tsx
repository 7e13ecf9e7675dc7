import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRunningPlan, aTrialStatus } from '../../testing/billing';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { toastsAreGone } from '../../testing/onboarding';
import { aSchedule, says, statusCall } from '../../testing/scanner';
import { sandboxSettings } from '../../testing/settings';
import { Dashboard } from './dashboard';

const ten = Array.from({ length: 10 }, (_, index) => ({ keyword: `keyword ${index + 1}` }));
const company = {
  id: 'c-1',
  company_name: 'Paperlark',
  website_url: 'https://www.paperlark.example/',
  business_type: 'SaaS',
  industry: null,
  description: '',
  meta_description: '',
};
const answers = {
  [`GET /api/subscription/trial-status/${nora.id}`]: () => Response.json({ data: aRunningPlan({ currentPlan: 'starter' }) }),
  [statusCall]: says(aSchedule({ timeUntilNextMs: 62.5 * 3_600_000 })),
  'GET /api/keywords': () => Response.json({ success: true, keywords: ten }),
  'GET /api/companies': () => Response.json({ success: true, companies: [company] }),
  'GET /rest/v1/reddit_posts': () => Response.json([{ id: 'p-1' }]),
  'GET /rest/v1/brand_mentions': () => Response.json([]),
  'GET /api/notification-preferences': () =>
    Response.json({
      success: true,
      preferences: {
        email_notifications_enabled: true,
        frequency: 'weekly',
        allowed_frequencies: ['weekly', 'monthly'],
        time_zone: 'Europe/Berlin',
        next_digest_at: null,
        address_refused: false,
      },
    }),
};

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  theServerSays(answers);
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('Settings', () => {
  it('has all its cards, and says whose they are', async () => {
    open('/dashboard?tab=settings');

    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'Subscription',
      'Keywords Tracking',
      'Searches',
      'Communities',
      'Opportunity Scanner',
      'Alerts & channels',
      'Company',
      'Account',
      'Theme',
      'Keyboard shortcuts',
      'Brand terms',
      'AI filtering',
    ]);
    expect(await screen.findByText('Paperlark · paperlark.example')).toBeVisible();
  });

  it('counts keywords by the plan, and leads from the limit to the subscription', async () => {
    const { address, router } = open('/dashboard?search_q=invoice&tab=settings');
    expect(await screen.findByText('of 10 used', { exact: false })).toBeVisible();

    await userEvent.type(screen.getByLabelText('Add a keyword or phrase'), 'one more{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Upgrade' }));

    expect(address()).toBe('/dashboard?search_q=invoice&tab=settings');
    expect(router.state.location.hash).toBe('#subscription');
    expect(document.activeElement).toContainElement(screen.getByRole('region', { name: 'Subscription' }));
    expect(screen.getByLabelText('Add a keyword or phrase')).toHaveValue('one more');
  });

  it.each([
    [
      'the plan cannot be read',
      {
        [`GET /api/subscription/trial-status/${nora.id}`]: () =>
          Response.json({ success: false, error: 'x', message: 'No.' }, { status: 404 }),
      },
    ],
    [
      'there is none',
      {
        [`GET /api/subscription/trial-status/${nora.id}`]: () =>
          Response.json({ data: aTrialStatus({ hasSubscription: false, currentPlan: null }) }),
      },
    ],
  ])('takes the smallest plan for granted where %s', async (_why, others) => {
    theServerSays({ ...answers, ...others });
    open('/dashboard?tab=settings');

    expect(await screen.findByText('of 10 used', { exact: false })).toBeVisible();
  });

  it.each(['subscription', 'keywords', 'scanner', 'notifications', 'company', 'filtering'])(
    'opens at its part %s when the address says so',
    (name) => {
      open(`/dashboard?tab=settings#${name}`);

      expect(document.activeElement).toHaveAttribute('id', name);
    },
  );

  it('stays where it is for a part that it does not have', () => {
    open('/dashboard?tab=settings#nonsense');

    expect(document.body).toHaveFocus();
  });

  it('asks to sign in when the session ends, and forgets what was open', async () => {
    open('/dashboard?tab=settings');
    await screen.findByText('Paperlark · paperlark.example');

    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'sb-localhost-auth-token', newValue: null, storageArea: localStorage }));
    });

    expect(screen.getByRole('heading', { name: 'Please sign in to access settings' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByText('Keywords Tracking')).not.toBeInTheDocument();
    expect(screen.queryByText('Paperlark · paperlark.example')).not.toBeInTheDocument();
    expect(screen.queryByText('Next scan in')).not.toBeInTheDocument();
  });
});

describe('the scan card in the frame', () => {
  it('is there for somebody with a post, after asking for one row of each table', async () => {
    const calls = theServerSays(answers);
    open('/dashboard');

    const card = within(await screen.findByRole('complementary'));
    expect(await card.findByText('2d 14h')).toBeVisible();
    for (const table of ['reddit_posts', 'brand_mentions']) {
      const asked = calls.find(({ path }) => path === `/rest/v1/${table}`)?.query;
      expect(Object.fromEntries(asked ?? [])).toEqual({ select: 'id', user_id: `eq.${nora.id}`, limit: '1' });
    }
  });

  it('is not there for somebody without posts and mentions', async () => {
    const calls = theServerSays({ ...answers, 'GET /rest/v1/reddit_posts': () => Response.json([]) });
    open('/dashboard');

    await waitFor(() => expect(calls.some(({ path }) => path === '/rest/v1/brand_mentions')).toBe(true));
    await waitFor(() => expect(calls.some(({ path }) => path === '/rest/v1/reddit_posts')).toBe(true));
    expect(screen.queryByText('Next scan in')).not.toBeInTheDocument();
    expect(calls.some(({ path }) => path.startsWith('/api/cron-jobs'))).toBe(false);
  });

  it('leads to the scanner in Settings, and the keyboard with it', async () => {
    const { address } = open('/dashboard?search_q=invoice');

    await userEvent.click(await screen.findByRole('link', { name: 'Next scan in' }));

    expect(address()).toBe('/dashboard?search_q=invoice&tab=settings');
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'scanner'));
  });

  it('is a strip above the list on a phone, and among the cards in Settings', async () => {
    window.innerWidth = 390;
    open('/dashboard');
    expect(await within(screen.getByRole('main')).findByRole('link', { name: /^Next scan in\s+2 days 14 hours/ })).toBeVisible();

    await userEvent.keyboard('3');
    await screen.findByRole('region', { name: 'Opportunity Scanner' });

    expect(screen.queryByRole('link', { name: /Next scan in/ })).not.toBeInTheDocument();
  });
});

function open(path: string) {
  return openPage(<Dashboard settings={sandboxSettings} />, path);
}
