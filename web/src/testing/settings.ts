import type { Settings } from '../lib/settings';

/** Settings as a server gives them when nothing is configured. */
export const sandboxSettings: Settings = {
  version: '1.0.0',
  authUrl: 'http://localhost:8080',
  authKey: 'sb_publishable_test',
  marketingUrl: '/site/',
  supportEmail: 'support@earshot.example',
  sandbox: ['mail'],
  googleSignIn: true,
  isDevelopment: true,
  analytics: null,
};
