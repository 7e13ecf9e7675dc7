import type { Frequency } from './api';

/** What Email Notifications says. Texts of the spec (§8) stand letter for letter. */
export const messages = {
  title: 'Email Notifications',
  switch: 'Email Notifications',
  about: { daily: 'New findings, once a day', weekly: 'New findings, once a week', monthly: 'New findings, once a month' } satisfies Record<
    Frequency,
    string
  >,
  aboutUnknown: 'New findings by mail',
  off: 'Switched off',
  loading: 'Loading your notification preferences',
  notLoaded: 'Failed to fetch notification preferences',
  tryAgain: 'Try again',

  updated: 'Settings Updated',
  turnedOn: 'Email notifications are on.',
  turnedOff: 'Email notifications are off.',
  chosen: {
    daily: 'You get one email a day at most.',
    weekly: 'You get one email a week at most.',
    monthly: 'You get one email a month at most.',
  } satisfies Record<Frequency, string>,
  zoneSaved: (zone: string) => `Emails come in the morning of ${zone}.`,
  failed: 'Failed to update notification preferences',
  retry: 'Retry',

  list: 'What the emails hold',
  posts: 'New relevant posts, best ones first',
  mentions: 'Brand mentions you have not read',
  oneEmail: {
    daily: 'One email a day, none when nothing is new',
    weekly: 'One email a week, none when nothing is new',
    monthly: 'One email a month, none when nothing is new',
  } satisfies Record<Frequency, string>,
  stop: 'One click to stop, here or in any email',

  frequency: 'How often',
  frequencies: { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } satisfies Record<Frequency, string>,
  zone: 'Time zone',
  takeZone: (zone: string) => `Use ${zone}`,
  next: 'Next email',
  sentTo: 'Sent to',

  refused: (email: string) => `${email} refused our mail, so nothing is sent there.`,
} as const;
