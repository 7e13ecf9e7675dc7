import { type AuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { identityClient } from './client';
import { authMessages } from './messages';
import { markPasswordChosen } from './pending-password';

/** What a link in a mail is for. */
export type LinkKind = 'signup' | 'recovery';

/** The provider's no, in the words for people. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  /** The password is right and the address not confirmed yet: a new link helps. */
  readonly isUnconfirmed: boolean;

  constructor(message: string, isUnconfirmed = false) {
    super(message);
    this.isUnconfirmed = isUnconfirmed;
  }
}

export async function signIn({ email, password }: { email: string; password: string }): Promise<void> {
  const { error } = await identityClient().auth.signInWithPassword({ email, password });
  if (error !== null) throw refusal(error);
}

export async function signUp({ fullName, email, password }: { fullName: string; email: string; password: string }): Promise<void> {
  const options = { emailRedirectTo: `${pageOrigin()}${linkTarget.signup}`, data: { full_name: fullName } };
  const { error } = await identityClient().auth.signUp({ email, password, options });
  if (error !== null) throw refusal(error);
}

/**
 * Leaves for Google, which leads back to a page of ours: to onboarding from Sign Up, or with a website to begin with;
 * to the dashboard from Sign In. Whoever is new is sent on to onboarding from there.
 */
export async function continueWithGoogle(from: 'sign-in' | 'sign-up'): Promise<void> {
  const website = new URLSearchParams(window.location.search).get('website');
  const path = from === 'sign-up' || website !== null ? linkTarget.signup : '/dashboard';
  const query = website === null ? '' : `?${new URLSearchParams({ website })}`;
  const options = { redirectTo: `${pageOrigin()}${path}${query}` };
  const { error } = await identityClient().auth.signInWithOAuth({ provider: 'google', options });
  if (error !== null) throw refusal(error);
}

/** Mails a link again, or the first one to choose a new password. The answer is the same for addresses that nobody has. */
export async function sendLink({ kind, email }: { kind: LinkKind; email: string }): Promise<void> {
  const { auth } = identityClient();
  const redirectTo = `${pageOrigin()}${linkTarget[kind]}`;
  const { error } =
    kind === 'recovery'
      ? await auth.resetPasswordForEmail(email, { redirectTo })
      : await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } });
  if (error !== null) throw refusal(error);
}

export async function choosePassword(password: string): Promise<void> {
  const { error } = await identityClient().auth.updateUser({ password });
  if (error !== null) throw refusal(error);
  markPasswordChosen();
}

/** The pages that the links lead to (spec §5, Sign-up); `landing.ts` reads what they bring. */
const linkTarget = { signup: '/onboarding', recovery: '/auth' } satisfies Record<LinkKind, string>;

/** A page without an origin, such as one in a sandboxed frame, has no address that a link could lead back to. */
function pageOrigin(): string {
  const { origin } = window.location;
  if (!origin || origin === 'null') throw new AuthRefusal(authMessages.badOrigin);
  return origin;
}

function refusal(error: AuthError): AuthRefusal {
  if (isAuthRetryableFetchError(error) && error.status === 0) return new AuthRefusal(authMessages.unreachable);
  return new AuthRefusal(ourWords.get(error.message) ?? error.message, error.message === 'Email not confirmed');
}

/** The provider's words that have others on the screen (spec §8); all the rest is shown as it is. */
const ourWords: ReadonlyMap<string, string> = new Map([
  ['Invalid login credentials', authMessages.wrongCredentials],
  ['Email not confirmed', authMessages.notConfirmed],
  ['User already registered', authMessages.alreadyRegistered],
]);
