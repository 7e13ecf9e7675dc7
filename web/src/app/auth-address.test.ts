import { expect, it } from 'vitest';
import type { AuthView } from '../features/identity/auth-screen/auth-view';
import { addressOf, viewAt } from './auth-address';

const views: AuthView[] = [
  { name: 'sign-in', notice: undefined },
  { name: 'sign-in', notice: 'confirmation-dead' },
  { name: 'sign-in', notice: 'google-cancelled' },
  { name: 'sign-up', notice: undefined },
  { name: 'sign-up', notice: 'google-unverified' },
  { name: 'ask-link', kind: 'recovery' },
  { name: 'ask-link', kind: 'signup' },
  { name: 'link-sent', kind: 'recovery', email: 'nora@paperlark.example' },
  { name: 'link-sent', kind: 'signup', email: 'nora@paperlark.example' },
];

it.each(views)('an address leads back to its view: %o', (view) => {
  const { to, state } = addressOf(view);
  const { pathname, search } = new URL(to, 'http://localhost');

  expect(viewAt({ pathname, search, state })).toEqual(view);
});

it('the address itself tells no mail address', () => {
  expect(views.map((view) => addressOf(view).to).join(' ')).not.toContain('paperlark');
});

it.each([
  ['/auth', 'sign-in'],
  ['/signin', 'sign-in'],
  ['/signup', 'sign-up'],
  ['/signup/', 'sign-up'],
])('%s opens %s', (pathname, name) => {
  expect(viewAt({ pathname, search: '', state: null }).name).toBe(name);
});

it.each([null, 'text', 7, { notice: 'unheard-of' }, { sentTo: 7 }])(
  'what another page left in the history is not taken for ours: %o',
  (state) => {
    expect(viewAt({ pathname: '/signin', search: '?view=whatever', state })).toEqual({ name: 'sign-in', notice: undefined });
  },
);
