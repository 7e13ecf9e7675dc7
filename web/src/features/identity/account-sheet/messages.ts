/** The words of the account sheet; complaints about fields are those of signing up. What the provider refuses is shown in its own words (spec §8). */
export const accountMessages = {
  title: 'Account',
  name: {
    title: 'Name',
    field: 'Full name',
    save: 'Save name',
    saved: 'Name saved',
  },
  email: {
    title: 'E-mail',
    now: (email: string) => `You sign in with ${email}.`,
    field: 'New e-mail address',
    save: 'Change e-mail',
    sent: 'Check your inbox',
    pending: (email: string) => `A link was sent to ${email}. Your address changes when you open it.`,
  },
  password: {
    title: 'Password',
    about: 'A new password signs you out on all other devices.',
    field: 'New password',
    confirm: 'Confirm new password',
    save: 'Change password',
    saved: 'Password changed',
    othersEnded: 'You are signed out on all other devices.',
  },
  everywhere: {
    title: 'Sign out everywhere',
    about: 'Ends your session here and on every other device.',
    action: 'Sign out everywhere',
  },
  download: {
    title: 'Your data',
    about: 'Everything Earshot keeps about you, as one file. Passwords are not in it.',
    action: 'Download my data',
    saved: 'Your data is in your downloads',
  },
  deletion: {
    title: 'Delete account',
    about: 'Deletes your account and all data. There is no way back.',
    open: 'Delete my account…',
    warning: {
      title: 'Delete your account and all data?',
      description: 'This cannot be undone. These go for good:',
      goes: [
        'your name, e-mail address and password',
        'your company, its keywords and brand terms',
        'all posts and mentions found for you, and your drafts',
        'your subscription, which is cancelled first',
      ],
      hint: 'You may want to download your data before.',
      action: 'Continue',
    },
    typing: {
      title: 'Are you sure?',
      description: (email: string) => `Type ${email} to delete this account.`,
      field: 'Your e-mail address',
      action: 'Delete my account',
    },
  },
} as const;
