import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { bodies, card, email, here, onOff, openCard, preferences, read, save, serves, showCard } from '../../testing/notifications-card';
import type { Preferences } from './api';
import { NotificationsCard } from './notifications-card';
import { useOwnTimeZone } from './time-zone';

const elsewhere = here === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo';
const testCall = 'POST /api/notification-preferences/test';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the card', () => {
  it('says what the mails hold, how soon they come and to whom', async () => {
    await openCard(preferences({ time_zone: 'Europe/Berlin', next_digest_at: '2026-11-23T07:00:00Z' }));

    expect(
      within(screen.getByRole('list', { name: 'What the emails contain' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'New relevant posts, best ones first',
      'Brand mentions you have not read',
      'One email a week, a short note when nothing is new',
      'One click to stop, here or in any email',
    ]);
    expect(card()).toHaveTextContent('One message a week, in the morning.');
    expect(card()).toHaveTextContent('Time zone Europe/Berlin');
    expect(card()).toHaveTextContent('Next email Mon 23 November, 08:00');
    expect(email()).toHaveTextContent('nora@paperlark.example');
    expect(onOff()).toBeChecked();
  });

  it('has no next date where no mail is due', async () => {
    await openCard(preferences({ email_notifications_enabled: false }));

    expect(onOff()).not.toBeChecked();
    expect(card()).toHaveTextContent('Switched off. Nothing is sent until you switch a channel on.');
    expect(card()).not.toHaveTextContent('Next email');
  });

  it('that cannot be read says so, and asks again', async () => {
    theServerSays({ [read]: refusal(404, 'No.') });
    showCard();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch notification preferences');

    serves(preferences());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('switch', { name: 'Email Notifications' })).toBeChecked();
  });
});

describe('the switch', () => {
  it('acts at once, and the server is told', async () => {
    const { calls } = await openCard(preferences());

    await userEvent.click(onOff());

    expect(await screen.findByText('Settings Updated')).toBeVisible();
    expect(screen.getByText('Email notifications are off.')).toBeVisible();
    expect(bodies(calls)).toEqual([{ email_notifications_enabled: false }]);
    expect(onOff()).not.toBeChecked();
  });

  it('is off before the server has answered', async () => {
    await openCard(preferences(), { [save]: () => new Promise<Response>(() => {}) });

    await userEvent.click(onOff());

    await waitFor(() => expect(onOff()).not.toBeChecked());
    expect(onOff()).toHaveAttribute('aria-busy', 'true');
  });

  it('goes back if the server does not agree, and can be tried again', async () => {
    await openCard(preferences(), { [save]: refusal(400, 'Not today.') });

    await userEvent.click(onOff());

    expect(await screen.findByText('Failed to update notification preferences')).toBeVisible();
    expect(screen.getByText('Not today.')).toBeVisible();
    expect(onOff()).toBeChecked();
    serves(preferences());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Settings Updated')).toBeVisible();
    expect(onOff()).not.toBeChecked();
  });
});

describe('how soon', () => {
  it.each([
    [
      ['weekly', 'monthly'],
      ['Weekly', 'Monthly'],
    ],
    [
      ['monthly', 'weekly', 'instant', 'daily'],
      ['Instant', 'Daily', 'Weekly', 'Monthly'],
    ],
  ] satisfies [Preferences['allowed_frequencies'], string[]][])('offers of %o what the plan allows', async (allowed, offered) => {
    await openCard(preferences({ allowed_frequencies: allowed }));

    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(offered);
  });

  it('is saved at once, and the card speaks accordingly', async () => {
    const { calls } = await openCard(preferences({ quiet_notes: false }));

    await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));

    expect(await screen.findByText('You get at most one email a month.')).toBeVisible();
    expect(bodies(calls)).toEqual([{ frequency: 'monthly' }]);
    expect(card()).toHaveTextContent('One message a month, in the morning.');
    expect(email()).toHaveTextContent('One email a month, none when nothing is new');
  });

  it('has the line about 15 minutes only where messages come one by one', async () => {
    await openCard(preferences({ frequency: 'instant' }));
    expect(screen.getByText('Within minutes of a scan, and never more than one message every 15 minutes.')).toBeVisible();

    await userEvent.click(screen.getByRole('radio', { name: 'Daily' }));

    await waitFor(() => expect(card()).not.toHaveTextContent('15 minutes'));
  });

  it('that the server does not take goes back, with its sentence', async () => {
    await openCard(preferences(), { [save]: refusal(403, 'Daily emails are not part of the Starter plan.') });

    await userEvent.click(screen.getByRole('radio', { name: 'Daily' }));

    expect(await screen.findByText('Daily emails are not part of the Starter plan.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  });
});

describe('a test', () => {
  it('goes to the address of the account, and says so in its place', async () => {
    const { calls } = await openCard(preferences(), {
      [testCall]: () => Response.json({ success: true, to: nora.email, error: null }),
    });

    await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));

    expect(await within(email()).findByText('Sent to nora@paperlark.example. Check your inbox.')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/notification-preferences/test')).toHaveLength(1);
  });

  it('that is asked for too often says why not', async () => {
    await openCard(preferences(), { [testCall]: refusal(429, 'Too many requests. Wait a minute and try again.') });

    await userEvent.click(screen.getByRole('button', { name: 'Send a test' }));

    expect(await within(email()).findByText('Too many requests. Wait a minute and try again.')).toBeVisible();
  });
});

describe('each kind of mail', () => {
  it('is in one list, with what cannot be switched off', async () => {
    await openCard(preferences({ email_notifications_enabled: false }));

    expect(
      within(screen.getByRole('region', { name: 'Emails' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Alerts and digestsFollows the Email Notifications switchOff',
      'A note when a week or month has nothing new',
      'Trial: what the first night found',
      'Receipts, payments, the end of a trial, and securityAlways on',
    ]);
  });

  it.each([
    ['A note when a week or month has nothing new', 'quiet_notes'],
    ['Trial: what the first night found', 'trial_mails'],
  ])('%s can be switched off', async (label, name) => {
    const { calls } = await openCard(preferences());

    await userEvent.click(screen.getByRole('switch', { name: label }));

    expect(await screen.findByText('Settings Updated')).toBeVisible();
    expect(bodies(calls)).toEqual([{ [name]: false }]);
    expect(screen.getByRole('switch', { name: label })).not.toBeChecked();
  });
});

describe('an address that rejected our email', () => {
  it('is told of, and can be tried again', async () => {
    const { calls } = await openCard(preferences({ address_refused: true }), {
      [save]: () => Response.json({ success: true, preferences: preferences({ next_digest_at: '2026-11-23T07:00:00Z' }) }),
    });
    expect(card()).toHaveTextContent('nora@paperlark.example rejected our email, so we stopped sending to it.');

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(card()).not.toHaveTextContent('rejected our email'));
    expect(bodies(calls)).toEqual([{ email_notifications_enabled: true }]);
    expect(card()).toHaveTextContent('Next email');
  });
});

describe('the time zone', () => {
  it('can be changed to that of this browser', async () => {
    const { calls } = await openCard(preferences({ time_zone: elsewhere }));

    await userEvent.click(screen.getByRole('button', { name: `Use ${here}` }));

    await waitFor(() => expect(card()).toHaveTextContent(`Time zone ${here}`));
    expect(bodies(calls)).toEqual([{ time_zone: here }]);
    expect(screen.queryByRole('button', { name: `Use ${here}` })).not.toBeInTheDocument();
  });

  it('is told to a server that has none: once, and in silence', async () => {
    const calls = serves(preferences({ time_zone: null }));
    openPage(<Telling />, '/dashboard');

    await waitFor(() => expect(bodies(calls)).toEqual([{ time_zone: here }]));
    await waitFor(() => expect(card()).toHaveTextContent(`Time zone ${here}`));
    expect(screen.queryByText('Settings Updated')).not.toBeInTheDocument();
  });

  it('is not told to a server that knows one', async () => {
    const calls = serves(preferences({ time_zone: elsewhere }));
    openPage(<Telling />, '/dashboard');

    await waitFor(() => expect(card()).toHaveTextContent(`Time zone ${elsewhere}`));
    expect(bodies(calls)).toEqual([]);
  });

  it('that the server does not take is not worth a word', async () => {
    const calls = serves(preferences({ time_zone: null }), { [save]: refusal(400, 'There is no such zone.') });
    openPage(<Telling />, '/dashboard');

    await waitFor(() => expect(bodies(calls)).toHaveLength(1));
    await waitFor(() => expect(card()).toHaveTextContent('Time zone UTC'));
    expect(screen.queryByText('There is no such zone.')).not.toBeInTheDocument();
    expect(bodies(calls)).toHaveLength(1);
  });
});

function Telling() {
  useOwnTimeZone(nora.id);
  return <NotificationsCard userId={nora.id} email={nora.email} />;
}
