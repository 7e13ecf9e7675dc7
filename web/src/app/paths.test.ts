import { expect, it } from 'vitest';
import { sandboxSettings } from '../testing/settings';
import { pageAt } from './paths';

it.each(['/', '/auth', '/signin', '/signup', '/onboarding', '/payment', '/dashboard', '/dashboard/'])('%s opens the front door', (path) => {
  expect(pageAt(path, sandboxSettings)).toBe('front-door');
});

it.each(['/nowhere', '/Dashboard', '/dashboard/posts', '//', '/index.html', ''])('"%s" is no page of the app', (path) => {
  expect(pageAt(path, sandboxSettings)).toBe('not-found');
});

it.each(['/', '/dashboard', '/nowhere'])('%s stops at what is missing when the settings are incomplete', (path) => {
  expect(pageAt(path, { missing: ['EARSHOT_AUTH_URL'] })).toBe('missing-settings');
});
