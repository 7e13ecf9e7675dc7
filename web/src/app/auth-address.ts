import { type AuthNotice, authNotices, type AuthView } from '../features/identity/auth-screen/auth-view';
import { googleFailures } from '../features/identity/google-failure';
import { paths } from './paths';

/** What an entry of the history carries beside its address: mail addresses and notices do not belong into that. */
export type AuthLocationState = { notice: AuthNotice } | { sentTo: string };

type AuthAddress = { to: string; state?: AuthLocationState };

/** What the authentication screen shows at an address. */
export function viewAt({ pathname, search, state }: { pathname: string; search: string; state: unknown }): AuthView {
  const email = textIn(state, 'sentTo');
  const view = new URLSearchParams(search).get('view');
  if (view === forgotPassword)
    return email === undefined ? { name: 'ask-link', kind: 'recovery' } : { name: 'link-sent', kind: 'recovery', email };
  if (view === confirmAddress) return { name: 'ask-link', kind: 'signup' };
  const notice = textIn(state, 'notice');
  if (pathname.replace(/\/+$/, '') === paths.signUp) {
    return email === undefined
      ? { name: 'sign-up', notice: googleFailures.find((known) => known === notice) }
      : { name: 'link-sent', kind: 'signup', email };
  }
  return { name: 'sign-in', notice: authNotices.find((known) => known === notice) };
}

/** The address at which `viewAt` finds this view. */
export function addressOf(view: AuthView): AuthAddress {
  switch (view.name) {
    case 'sign-in':
      return { to: paths.signIn, ...(view.notice !== undefined && { state: { notice: view.notice } }) };
    case 'sign-up':
      return { to: paths.signUp, ...(view.notice !== undefined && { state: { notice: view.notice } }) };
    case 'ask-link':
      return { to: `${paths.signIn}?view=${view.kind === 'recovery' ? forgotPassword : confirmAddress}` };
    case 'link-sent':
      return { to: view.kind === 'recovery' ? `${paths.signIn}?view=${forgotPassword}` : paths.signUp, state: { sentTo: view.email } };
  }
}

const forgotPassword = 'forgot-password';
const confirmAddress = 'confirm-address';

function textIn(state: unknown, name: string): string | undefined {
  const value: unknown = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
