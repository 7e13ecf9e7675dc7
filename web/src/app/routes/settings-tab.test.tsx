import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

    expect(titles(2)).toEqual(['Subscription', 'Keywords & searches', 'Communities', 'Alerts & channels', 'Brand', 'Company', 'Account']);
    expect(titles(3)).toEqual(
      expect.arrayContaining([
        'Opportunity Scanner',
        'Keywords Tracking',
        'Searches',
        'AI filtering',
        'Brand terms',
        'Theme',
        'Keyboard shortcuts',
      ]),
    );
    expect(await screen.findByText('Paperlark · paperlark.example')).toBeVisible();
  });

  it.each([
    ['oauth', 'Reddit is always heard. Switch on where else your customers write.'],
    ['none', 'Reddit is not connected on this server.'],
  ])('has the other sources below the scanner, where Reddit is %s', async (authType, text) => {
    const bluesky = { source: 'bluesky', name: 'Bluesky', enabled: false };
    theServerSays({
      ...answers,
      'GET /api/sources': () => Response.json({ success: true, sources: [bluesky] }),
      'GET /api/reddit/status': () => Response.json({ success: true, configured: true, authType, message: '', failingSince: null }),
    });
    open('/dashboard?tab=settings');

    const card = await screen.findByRole('region', { name: 'Sources' });
    expect(await within(card).findByText(text)).toBeVisible();
    expect(await within(card).findByRole('switch', { name: 'Bluesky' })).not.toBeChecked();
    const cards = ['Opportunity Scanner', 'Sources', 'Keywords Tracking'];
    expect(titles(3).filter((title) => cards.includes(title))).toEqual(cards);
  });

  it('has no card for sources where there are no others', async () => {
    open('/dashboard?tab=settings');

    expect(await screen.findByText('Paperlark · paperlark.example')).toBeVisible();
    expect(titles(3)).not.toContain('Sources');
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

  it('leads to each section by a list that says where one is', async () => {
    const { router } = open('/dashboard?search_q=invoice&tab=settings');
    const list = within(screen.getAllByRole('navigation', { name: 'Settings' }).at(-1) ?? document.body);
    expect(list.getByRole('link', { current: 'location' })).toHaveTextContent('Subscription');
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(titles(2));

    list.getByRole('link', { name: 'Alerts & channels' }).focus();
    await userEvent.keyboard('{Enter}');

    expect(router.state.location.search).toBe('?search_q=invoice&tab=settings&section=alerts');
    expect(router.state.historyAction).toBe('REPLACE');
    expect(list.getByRole('link', { current: 'location' })).toHaveTextContent('Alerts & channels');
    expect(screen.getByRole('heading', { level: 2, name: 'Alerts & channels' })).toHaveFocus();

    await userEvent.click(list.getByRole('link', { name: 'Subscription' }));
    expect(router.state.location.search).toBe('?search_q=invoice&tab=settings');
    expect(list.getByRole('link', { name: 'Subscription' })).toHaveFocus();
  });

  it('opens at the section of the address', () => {
    open('/dashboard?tab=settings&section=brand');

    expect(screen.getByRole('heading', { level: 2, name: 'Brand' })).toHaveFocus();
  });

  it('follows the scrolling in the address, without a step in the history', async () => {
    const { router } = open('/dashboard?tab=settings#scanner');
    const area = screen.getByRole('main').querySelector<HTMLElement>('.overflow-y-auto');
    if (area === null) throw new Error('There is nothing to scroll.');
    vi.spyOn(area, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(area, 'scrollHeight', 'get').mockReturnValue(9000);
    for (const [index, group] of [...area.querySelectorAll('[data-section]')].entries())
      vi.spyOn(group, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, index * 1000 - area.scrollTop, 760, 900));

    area.scrollTop = 3100;
    fireEvent.scroll(area);
    expect(router.state.location.hash, 'until somebody scrolls, it stays where the link led to').toBe('#scanner');
    fireEvent.wheel(area);
    fireEvent.scroll(area);

    const list = within(screen.getAllByRole('navigation', { name: 'Settings' }).at(-1) ?? document.body);
    expect(list.getByRole('link', { current: 'location' })).toHaveTextContent('Alerts & channels');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=settings&section=alerts'));
    expect(router.state.location.hash).toBe('');
    expect(router.state.historyAction).toBe('REPLACE');
    expect(area.scrollTop).toBe(3100);
  });

  it('has a menu on top where there is no room for the list', async () => {
    window.innerWidth = 390;
    const { router } = open('/dashboard?tab=settings');
    const menu = within(screen.getAllByRole('navigation', { name: 'Settings' })[0] ?? document.body);
    const button = menu.getByRole('button', { name: 'Subscription' });

    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();

    await userEvent.click(button);
    await userEvent.click(menu.getByRole('link', { name: 'Company' }));
    expect(router.state.location.search).toBe('?tab=settings&section=company');
    expect(menu.getByRole('button', { name: 'Company' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('heading', { level: 2, name: 'Company' })).toHaveFocus();
  });

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

const titles = (level: number) => screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent);

function open(path: string) {
  return openPage(<Dashboard settings={sandboxSettings} />, path);
}
