import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings';

const complete = {
  version: '1.0.0',
  authUrl: 'http://localhost:8080',
  authKey: 'sb_publishable_test',
  marketingUrl: 'https://earshot.example',
  supportEmail: 'support@earshot.example',
  sandbox: ['mail'],
  googleSignIn: true,
  isDevelopment: true,
  analytics: { key: 'phc_test', host: 'https://eu.i.posthog.com' },
};

describe('settings', () => {
  it('are taken as the server gives them', () => {
    expect(parseSettings(complete)).toEqual(complete);
  });

  it('lead to where the page came from when the server signs people in itself', () => {
    expect(parseSettings({ ...complete, authUrl: '/' })).toEqual({ ...complete, authUrl: window.location.origin });
  });

  it.each([
    ['nothing at all', undefined, ['EARSHOT_AUTH_URL', 'EARSHOT_AUTH_KEY']],
    ['no object', 'settings', ['EARSHOT_AUTH_URL', 'EARSHOT_AUTH_KEY']],
    ['an empty address', { ...complete, authUrl: '' }, ['EARSHOT_AUTH_URL']],
    ['a blank key', { ...complete, authKey: '  ' }, ['EARSHOT_AUTH_KEY']],
    ['an address that is no text', { ...complete, authUrl: 8080 }, ['EARSHOT_AUTH_URL']],
  ])('name what is missing when there is %s', (_case, raw, missing) => {
    expect(parseSettings(raw)).toEqual({ missing });
  });

  it('fall back to the public site as home, to no sandbox, to no development and to no analytics', () => {
    const settings = parseSettings({ authUrl: complete.authUrl, authKey: complete.authKey });

    expect(settings).toMatchObject({ marketingUrl: '/site/', supportEmail: '', sandbox: [], isDevelopment: false, analytics: null });
  });

  it.each([
    ['null', null],
    ['no key', { key: ' ', host: 'https://eu.i.posthog.com' }],
    ['no host', { key: 'phc_test' }],
  ])('have no analytics when the server gives %s', (_case, analytics) => {
    expect(parseSettings({ ...complete, analytics })).toEqual({ ...complete, analytics: null });
  });
});
