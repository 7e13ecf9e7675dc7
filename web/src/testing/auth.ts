import {
  AuthApiError,
  type AuthChangeEvent,
  type AuthError,
  AuthRetryableFetchError,
  type GoTrueClient,
  type Session,
} from '@supabase/auth-js';

/** A fake of the provider's client: it holds a session, and answers and emits events as the test sets it up. */
export class FakeAuth {
  session: Session | null = null;
  /** What `getSession` says instead of the session. */
  retrievalError: AuthError | null = null;
  /** What `getUser` says instead of the user. */
  userError: AuthError | null = null;
  /** What `initialize` found wrong with the address. */
  initializeError: AuthError | null = null;
  signOutAnswer: () => Promise<{ error: AuthError | null }> = async () => ({ error: null });
  readonly signOuts: string[] = [];
  readonly given: unknown[] = [];
  readonly #listeners: ((event: AuthChangeEvent, session: Session | null) => void)[] = [];

  /** As the type that the product asks for; only what is used here is there. */
  get client(): GoTrueClient {
    return this as unknown as GoTrueClient;
  }

  tell(event: AuthChangeEvent, session: Session | null = this.session): void {
    this.session = session;
    for (const listener of this.#listeners) listener(event, session);
  }

  onAuthStateChange(listener: (event: AuthChangeEvent, session: Session | null) => void) {
    this.#listeners.push(listener);
  }

  async initialize() {
    return { error: this.initializeError };
  }

  async getSession() {
    return this.retrievalError === null
      ? { data: { session: this.session }, error: null }
      : { data: { session: null }, error: this.retrievalError };
  }

  async getUser() {
    return this.userError === null
      ? { data: { user: this.session?.user ?? null }, error: null }
      : { data: { user: null }, error: this.userError };
  }

  async signOut({ scope }: { scope: string }) {
    this.signOuts.push(scope);
    return this.signOutAnswer();
  }

  async setSession(tokens: unknown) {
    this.given.push(tokens);
    if (this.retrievalError !== null) return { data: { user: null, session: null }, error: this.retrievalError };
    this.session = aSession();
    return { data: { user: this.session.user, session: this.session }, error: null };
  }
}

export function aSession({ id = 'user-1', fullName = 'Nora Feld', needsPassword = false, expiresInS = 3600 } = {}): Session {
  return {
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + expiresInS,
    user: {
      id,
      aud: 'authenticated',
      email: 'nora@paperlark.example',
      created_at: '2026-11-15T12:00:00Z',
      app_metadata: needsPassword ? { needs_password: true } : {},
      user_metadata: fullName === '' ? {} : { full_name: fullName },
    },
  };
}

export const outage = new AuthRetryableFetchError('Failed to fetch', 0);
export const busy = new AuthApiError('The service is busy.', 503, undefined);
export const refused = new AuthApiError('Invalid Refresh Token: Refresh Token Not Found', 400, 'refresh_token_not_found');
