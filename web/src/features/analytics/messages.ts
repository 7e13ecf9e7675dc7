export const analyticsMessages = {
  region: 'Usage analytics',
  question: 'May we measure how Earshot is used?',
  about:
    'It helps us improve. We record what you click and which pages you open, never what you write. You can change this in your account.',
  allow: 'Allow',
  refuse: 'No thanks',
  switchLabel: 'Measure how I use Earshot',
  switchAbout: 'We record what you click and which pages you open, never what you write.',
  switchUnavailable: 'Your browser asks not to be tracked, so nothing is measured.',
} as const;
