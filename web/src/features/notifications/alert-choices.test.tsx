import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noraIsSignedIn, theServerSays } from '../../testing/identity';
import { refusal, toastsAreGone } from '../../testing/onboarding';
import { bodies, match, matched, openCard, preferences, save, slider } from '../../testing/notifications-card';

const matchesCall = 'GET /api/notification-preferences/matches';

beforeEach(async () => {
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
});
afterEach(toastsAreGone);

describe('the minimum match', () => {
  it('says what it would have brought, and follows while it moves', async () => {
    await openCard(preferences(), { [matchesCall]: matched({ 60: 60, 75: 12, 90: 2 }, 122) });
    expect(await screen.findByText('14 of 122 posts')).toBeVisible();
    expect(match()).toHaveTextContent('70 about 3 a week');
    expect(match()).toHaveTextContent('Your posts from the last 30 days');
    expect(slider()).toHaveAttribute('aria-valuetext', '70, about 3 a week');

    slider().focus();
    await userEvent.keyboard('{PageUp}');
    expect(match()).toHaveTextContent('80 less than 1 a week');
    expect(match()).toHaveTextContent('2 of 122 posts');
    await userEvent.keyboard('{PageUp}{ArrowRight}');
    expect(match()).toHaveTextContent('91 none in 30 days');
    await userEvent.keyboard('{Home}');
    expect(match()).toHaveTextContent('40 about 2 a day');
    expect(await screen.findByText('Settings Updated')).toBeVisible();
  });

  it('is saved once for a series of keys', async () => {
    const { calls } = await openCard(preferences(), { [matchesCall]: matched({ 75: 12 }, 30) });
    slider().focus();

    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');

    expect(await screen.findByText('Settings Updated')).toBeVisible();
    expect(bodies(calls)).toEqual([{ minimum_match: 73 }]);
    expect(slider()).toHaveAttribute('aria-valuenow', '73');
  });

  it('goes back if the server does not agree', async () => {
    await openCard(preferences(), { [save]: refusal(400, 'Not today.') });
    slider().focus();

    await userEvent.keyboard('{ArrowLeft}');

    expect(await screen.findByText('Failed to update notification preferences')).toBeVisible();
    expect(slider()).toHaveAttribute('aria-valuenow', '70');
  });

  it('is saved also when the page is left before it came to rest', async () => {
    const { calls, unmount } = await openCard(preferences());
    slider().focus();
    await userEvent.keyboard('{ArrowLeft}');

    unmount();

    await waitFor(() => expect(bodies(calls)).toEqual([{ minimum_match: 69 }]));
  });

  it('has no figures before the first scan', async () => {
    await openCard(preferences(), { [matchesCall]: matched({}, 0, 0) });

    expect(await screen.findByText('We will know after your first scan')).toBeVisible();
    expect(match()).not.toHaveTextContent('posts of the last');
    expect(slider()).toHaveAttribute('aria-valuetext', '70');
  });

  it('can be moved when its figures cannot be read', async () => {
    await openCard(preferences(), { [matchesCall]: refusal(400, 'No.') });

    expect(slider()).toHaveAttribute('aria-valuenow', '70');
    expect(match()).not.toHaveTextContent('We will know');
  });
});

describe('what to be told about', () => {
  it.each([
    ['Posts', 'lead_alerts', 'Messages about posts are off.'],
    ['Mentions', 'mention_alerts', 'Messages about mentions are off.'],
  ])('%s can be left out', async (label, name, said) => {
    const { calls } = await openCard(preferences());

    await userEvent.click(screen.getByRole('checkbox', { name: label }));

    expect(await screen.findByText(said)).toBeVisible();
    expect(bodies(calls)).toEqual([{ [name]: false }]);
    expect(screen.getByRole('checkbox', { name: label })).not.toBeChecked();
  });

  it('are only the negative mentions where each is told at once', async () => {
    await openCard(preferences({ frequency: 'instant' }));

    expect(screen.getByRole('checkbox', { name: 'Negative mentions' })).toBeChecked();
  });

  it('is changed twice in a row, and both reach the server one after the other', async () => {
    const { calls } = await openCard(preferences());

    await userEvent.click(screen.getByRole('checkbox', { name: 'Posts' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Mentions' }));

    await waitFor(() => expect(bodies(calls)).toEqual([{ lead_alerts: false }, { mention_alerts: false }]));
    expect(screen.getByRole('checkbox', { name: 'Posts' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked();
  });
});

describe('quiet hours', () => {
  it('are off at first, and their times can be chosen once they are on', async () => {
    const { calls } = await openCard(preferences());
    expect(screen.getByLabelText('Quiet from')).toBeDisabled();

    await userEvent.click(screen.getByRole('switch', { name: 'Quiet hours' }));
    await waitFor(() => expect(screen.getByLabelText('Quiet from')).toBeEnabled());
    fireEvent.change(screen.getByLabelText('Quiet from'), { target: { value: '21:30' } });
    expect(await screen.findByText('Quiet hours begin at 21:30.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Quiet until'), { target: { value: '07:15' } });

    expect(await screen.findByText('Quiet hours end at 07:15.')).toBeVisible();
    expect(bodies(calls)).toEqual([{ quiet_hours_enabled: true }, { quiet_from: '21:30' }, { quiet_until: '07:15' }]);
  });

  it('keep the time that was there when the field is emptied', async () => {
    const { calls } = await openCard(preferences({ quiet_hours_enabled: true }));

    fireEvent.change(screen.getByLabelText('Quiet from'), { target: { value: '' } });
    fireEvent.blur(screen.getByLabelText('Quiet from'));

    expect(screen.getByLabelText('Quiet from')).toHaveValue('19:00');
    expect(bodies(calls)).toEqual([]);
  });
});
