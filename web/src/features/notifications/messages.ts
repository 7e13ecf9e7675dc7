import type { Frequency, PreferenceChange } from './api';

/** What Alerts & channels says. Texts of the spec (§8) stand letter for letter. */
export const messages = {
  title: 'Alerts & channels',
  about: 'When Earshot writes to you, and where',
  loading: 'Loading your notification preferences',
  notLoaded: 'Failed to fetch notification preferences',
  tryAgain: 'Try again',
  retry: 'Retry',
  updated: 'Settings Updated',
  failed: 'Failed to update notification preferences',

  soon: {
    label: 'How soon',
    about: 'For posts and mentions',
    choices: { instant: 'Instant', daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' } satisfies Record<Frequency, string>,
    help: {
      instant: 'Within minutes of a scan, and never more than one message every 15 minutes.',
      daily: 'One message in the morning, when there is something new.',
      weekly: 'One message a week, in the morning.',
      monthly: 'One message a month, in the morning.',
    } satisfies Record<Frequency, string>,
    next: 'Next email',
  },

  match: {
    label: 'Minimum match',
    about: (days: number) => (days === 1 ? 'Your posts from the last day' : `Your posts from the last ${days} days`),
    unknown: 'We will know after your first scan',
    posts: (count: number, total: number) => `${count} of ${total} posts`,
    lowest: '40, more posts',
    highest: '100, fewer',
  },

  /** A digest has all mentions; one by one only the negative ones are told. */
  topics: { label: 'Tell me about', posts: 'Posts', mentions: 'Mentions', negativeMentions: 'Negative mentions' },

  quiet: {
    label: 'Quiet hours',
    about: 'Held back, then sent together',
    from: 'Quiet from',
    until: 'Quiet until',
    to: 'to',
    zone: 'Time zone',
    takeZone: (zone: string) => `Use ${zone}`,
  },

  channels: 'Channels',
  allOff: 'Switched off. Nothing is sent until you switch a channel on.',
  email: {
    title: 'Email Notifications',
    test: 'Send a test',
    tested: (address: string) => `Sent to ${address}. Check your inbox.`,
    refused: (address: string) => `${address} rejected our email, so we stopped sending to it.`,
    list: 'What the emails contain',
    posts: 'New relevant posts, best ones first',
    mentions: 'Brand mentions you have not read',
    rhythm: {
      instant: 'At most one email every 15 minutes',
      daily: 'One email a day, none when nothing is new',
      weekly: 'One email a week, none when nothing is new',
      monthly: 'One email a month, none when nothing is new',
    } satisfies Record<Frequency, string>,
    rhythmWithNote: {
      weekly: 'One email a week, a short note when nothing is new',
      monthly: 'One email a month, a short note when nothing is new',
    } as Partial<Record<Frequency, string>>,
    stop: 'One click to stop, here or in any email',
  },

  mails: {
    title: 'Emails',
    alerts: 'Alerts and digests',
    alertsAbout: 'Follows the Email Notifications switch',
    notes: 'A note when a week or month has nothing new',
    trial: 'Trial: what the first night found',
    always: 'Receipts, payments, the end of a trial, and security',
    isAlwaysOn: 'Always on',
    isOn: 'On',
    isOff: 'Off',
  },
} as const;

/** What a change means, in a sentence for the toast. */
export function saidOf(change: PreferenceChange): string {
  if (change.frequency !== undefined) return chosen[change.frequency];
  if (change.minimum_match !== undefined) return `You only get messages about posts with a match of ${change.minimum_match} or more.`;
  if (change.time_zone !== undefined) return `Emails arrive in the morning, ${change.time_zone} time.`;
  if (change.quiet_from !== undefined) return `Quiet hours begin at ${change.quiet_from}.`;
  if (change.quiet_until !== undefined) return `Quiet hours end at ${change.quiet_until}.`;
  const [name, isOn] = Object.entries(change)[0] ?? [];
  return `${switchable[name as keyof typeof switchable]} are ${isOn === true ? 'on' : 'off'}.`;
}

const chosen: Record<Frequency, string> = {
  instant: 'You get a message within minutes of a scan.',
  daily: 'You get at most one email a day.',
  weekly: 'You get at most one email a week.',
  monthly: 'You get at most one email a month.',
};

const switchable = {
  email_notifications_enabled: 'Email notifications',
  lead_alerts: 'Messages about posts',
  mention_alerts: 'Messages about mentions',
  quiet_hours_enabled: 'Quiet hours',
  quiet_notes: 'Notes about quiet weeks and months',
  trial_mails: 'Trial emails',
};
