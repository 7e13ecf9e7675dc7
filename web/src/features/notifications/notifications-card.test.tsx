import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nora, noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import type { Preferences } from './api';
import { NotificationsCard } from './notifications-card';
import { browserZone, useOwnTimeZone } from './time-zone';

const here = browserZone() ?? 'UTC';
const elsewhere = here === 'Asia/Tokyo' ? 'Europe/Berlin' : 'Asia/Tokyo';
const [read, save] = ['GET /api/notification-preferences', 'POST /api/notification-preferences'] as const;

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the card', () => {
  it('says what the mails hold, how often they come and to whom', async () => {
    await open(preferences({ time_zone: 'Europe/Berlin', next_digest_at: '2026-11-23T07:00:00Z' }));

    expect(
      within(screen.getByRole('list', { name: 'What the emails hold' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'New relevant posts, best ones first',
      'Brand mentions you have not read',
      'One email a week, none when nothing is new',
      'One click to stop, here or in any email',
    ]);
    expect(card()).toHaveTextContent('New findings, once a week');
    expect(card()).toHaveTextContent('Time zone Europe/Berlin');
    expect(card()).toHaveTextContent('Next email Mon 23 November, 08:00');
    expect(card()).toHaveTextContent('Sent to nora@paperlark.example');
    expect(onOff()).toBeChecked();
  });

  it('has no next date where no mail is due', async () => {
    await open(preferences({ email_notifications_enabled: false }));

    expect(onOff()).not.toBeChecked();
    expect(card()).toHaveTextContent('Switched off');
    expect(card()).not.toHaveTextContent('Next email');
  });

  it('that cannot be read says so, and asks again', async () => {
    theServerSays({ [read]: refusal(404, 'No.') });
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch notification preferences');

    serves(preferences());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByRole('switch')).toBeChecked();
  });
});

describe('the switch', () => {
  it('acts at once, and the server is told', async () => {
    const { calls } = await open(preferences());

    await userEvent.click(onOff());

    expect(await screen.findByText('Settings Updated')).toBeVisible();
    expect(screen.getByText('Email notifications are off.')).toBeVisible();
    expect(bodies(calls)).toEqual([{ email_notifications_enabled: false }]);
    expect(onOff()).not.toBeChecked();
  });

  it('is off before the server has answered', async () => {
    await open(preferences(), { [save]: () => new Promise<Response>(() => {}) });

    await userEvent.click(onOff());

    await waitFor(() => expect(onOff()).not.toBeChecked());
    expect(onOff()).toHaveAttribute('aria-busy', 'true');
  });

  it('goes back if the server does not agree, and can be tried again', async () => {
    await open(preferences(), { [save]: refusal(400, 'Not today.') });

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

describe('how often', () => {
  it.each([
    [
      ['weekly', 'monthly'],
      ['Weekly', 'Monthly'],
    ],
    [
      ['daily', 'weekly', 'monthly'],
      ['Daily', 'Weekly', 'Monthly'],
    ],
    [
      ['monthly', 'weekly'],
      ['Weekly', 'Monthly'],
    ],
    [['monthly'], ['Monthly']],
  ] satisfies [Preferences['allowed_frequencies'], string[]][])('offers of %o what the plan allows', async (allowed, offered) => {
    await open(preferences({ allowed_frequencies: allowed }));

    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(offered);
  });

  it('is saved at once, and the card speaks accordingly', async () => {
    const { calls } = await open(preferences());

    await userEvent.click(screen.getByRole('radio', { name: 'Monthly' }));

    expect(await screen.findByText('You get one email a month at most.')).toBeVisible();
    expect(bodies(calls)).toEqual([{ frequency: 'monthly' }]);
    expect(card()).toHaveTextContent('New findings, once a month');
    expect(card()).toHaveTextContent('One email a month, none when nothing is new');
  });

  it('that the plan does not allow after all goes back, with the sentence of the server', async () => {
    await open(preferences({ allowed_frequencies: ['daily', 'weekly'] }), {
      [save]: refusal(403, 'Daily emails are not part of the Starter plan.'),
    });

    await userEvent.click(screen.getByRole('radio', { name: 'Daily' }));

    expect(await screen.findByText('Daily emails are not part of the Starter plan.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Weekly' })).toBeChecked();
  });

  it('cannot be chosen while mail is off', async () => {
    await open(preferences({ email_notifications_enabled: false }));

    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled();
  });
});

describe('an address that refused our mail', () => {
  it('is told of, and can be tried again', async () => {
    const { calls } = await open(preferences({ address_refused: true }), {
      [save]: () => Response.json({ success: true, preferences: preferences({ next_digest_at: '2026-11-23T07:00:00Z' }) }),
    });
    expect(card()).toHaveTextContent('nora@paperlark.example refused our mail, so nothing is sent there.');

    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(card()).not.toHaveTextContent('refused our mail'));
    expect(bodies(calls)).toEqual([{ email_notifications_enabled: true }]);
    expect(card()).toHaveTextContent('Next email');
  });
});

describe('the time zone', () => {
  it('can be changed to that of this browser', async () => {
    const { calls } = await open(preferences({ time_zone: elsewhere }));

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

function preferences(changes: Partial<Preferences> = {}): Preferences {
  return {
    email_notifications_enabled: true,
    frequency: 'weekly',
    allowed_frequencies: ['weekly', 'monthly'],
    time_zone: here,
    next_digest_at: null,
    address_refused: false,
    ...changes,
  };
}

/** A server that keeps what it is told, unless it has another answer. */
function serves(first: Preferences, others: Parameters<typeof theServerSays>[0] = {}) {
  let kept = first;
  const calls = theServerSays({
    [read]: () => Response.json({ success: true, preferences: kept }),
    [save]: () => {
      kept = { ...kept, ...(calls.at(-1)?.body as Partial<Preferences>) };
      return Response.json({ success: true, preferences: kept });
    },
    ...others,
  });
  return calls;
}

function show() {
  return openPage(<NotificationsCard userId={nora.id} email={nora.email} />, '/dashboard?tab=settings');
}

async function open(first: Preferences, others: Parameters<typeof theServerSays>[0] = {}) {
  const calls = serves(first, others);
  const page = show();
  await screen.findByRole('switch');
  return { ...page, calls };
}

const card = () => screen.getByRole('region', { name: 'Email Notifications' });
const onOff = () => screen.getByRole('switch', { name: 'Email Notifications' });
const bodies = (calls: ReturnType<typeof theServerSays>) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
