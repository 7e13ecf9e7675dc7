import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sellTeamPlan } from '../../../testing/product';
import { sandboxSettings } from '../../../testing/settings';
import { Toaster } from '../../../ui/toast';
import { openIdentityClient } from '../client';
import { AuthScreen } from './auth-screen';
import type { AuthView } from './auth-view';

const nora = { 'Full name': 'Nora Feld', Email: 'nora@paperlark.example', Password: 'a quiet lark', 'Confirm password': 'a quiet lark' };

let sent: { path: string; body: unknown }[];

beforeEach(() => {
  sent = [];
  localStorage.clear();
  openIdentityClient(sandboxSettings);
});

afterEach(() => vi.useRealTimers());

const confirmationSent = 'Check your email to confirm your account! Your profile will be created after you confirm your email address.';

describe('signing up', () => {
  it('says how long the trial is, and that every plan has it', () => {
    open({ name: 'sign-up' });
    expect(screen.getByText('Three days free on either plan.')).toBeVisible();
    cleanup();

    sellTeamPlan();
    open({ name: 'sign-up' });
    expect(screen.getByText('Seven days free on every plan.')).toBeVisible();
  });

  it('asks for every field in words, and sends nothing', async () => {
    open({ name: 'sign-up' });

    await userEvent.click(button('Sign Up'));

    expect(field('Full name')).toHaveAccessibleDescription('Please enter your full name');
    expect(field('Email')).toHaveAccessibleDescription('Please enter your email address');
    expect(field('Password')).toHaveAccessibleDescription('Please enter your password');
    expect(field('Confirm password')).toHaveAccessibleDescription('Please confirm your password');
    expect(field('Full name')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('sends the name trimmed, and where the link shall lead', async () => {
    theProviderAnswers(() => Response.json({ id: 'user-1' }));
    open({ name: 'sign-up' });

    await fill({ ...nora, 'Full name': '  Nora Feld ' });
    await userEvent.click(button('Sign Up'));

    expect(await screen.findByRole('heading', { name: 'Check your email' })).toHaveFocus();
    expect(sent).toMatchObject([
      {
        path: `/auth/v1/signup?redirect_to=${encodeURIComponent('http://localhost:8080/onboarding')}`,
        body: { email: nora.Email, password: nora.Password, data: { full_name: 'Nora Feld' }, code_challenge_method: 's256' },
      },
    ]);
  });

  it('clears the form when it is done and says so in a toast', async () => {
    theProviderAnswers(() => Response.json({ id: 'user-1' }));
    open({ name: 'sign-up' });
    await fill(nora);
    await userEvent.click(button('Sign Up'));

    // Toasts outlive the screen they were told on, so that of another test may still be there.
    expect(await screen.findAllByText(confirmationSent)).not.toEqual([]);
    await userEvent.click(button('Use another address'));

    for (const label of Object.keys(nora)) expect(field(label)).toHaveValue('');
  });

  it('is not possible from a page without an origin', async () => {
    vi.stubGlobal('location', { ...window.location, origin: 'null' });
    open({ name: 'sign-up' });

    await fill(nora);
    await userEvent.click(button('Sign Up'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid application URL configuration');
    expect(sent).toEqual([]);
  });

  it('shows other errors in the words of the provider and loses nothing', async () => {
    const message = 'Password is known to be weak and easy to guess, please choose a different one.';
    theProviderAnswers(() =>
      Response.json({ code: 'weak_password', message, msg: message, weak_password: { reasons: ['pwned'] } }, { status: 422 }),
    );
    open({ name: 'sign-up' });

    await fill(nora);
    await userEvent.click(button('Sign Up'));

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    for (const [label, value] of Object.entries(nora)) expect(field(label)).toHaveValue(value);
  });

  it('says so plainly when the server cannot be reached', async () => {
    theProviderAnswers(() => {
      throw new TypeError('Failed to fetch');
    });
    open({ name: 'sign-up' });

    await fill(nora);
    await userEvent.click(button('Sign Up'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Earshot cannot be reached. Check your connection and try again.');
  });

  it('is sent once, however often the button is pressed meanwhile', async () => {
    theProviderAnswers(() => new Promise(() => {}));
    open({ name: 'sign-up' });
    await fill(nora);

    await userEvent.click(button('Sign Up'));
    expect(button('Sign Up')).toHaveAttribute('aria-disabled', 'true');
    expect(button('Sign Up')).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button('Sign Up'));
    await userEvent.type(field('Email'), '{Enter}');

    expect(sent).toHaveLength(1);
  });
});

describe('Google', () => {
  const assign = vi.fn<(url: string) => void>();

  beforeEach(() => {
    assign.mockReset();
    vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:8080', search: '', assign });
  });

  it.each([
    ['sign-up', '', '/onboarding'],
    ['sign-up', '?website=cragdesk.example', '/onboarding?website=cragdesk.example'],
    ['sign-in', '', '/dashboard'],
    ['sign-in', '?website=cragdesk.example', '/onboarding?website=cragdesk.example'],
  ] as const)('is left for from %s%s, to come back to %s', async (name, search, page) => {
    vi.stubGlobal('location', { ...window.location, search, assign });
    open({ name });

    await userEvent.click(button('Continue with Google'));

    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
    const { origin, pathname, searchParams } = new URL(assign.mock.calls[0]?.[0] ?? '');
    expect(origin + pathname).toBe('http://localhost:8080/auth/v1/authorize');
    expect(searchParams.get('provider')).toBe('google');
    expect(searchParams.get('redirect_to')).toBe(`http://localhost:8080${page}`);
    expect(searchParams.get('code_challenge_method')).toBe('s256');
    expect(button('Continue with Google')).toHaveAttribute('aria-busy', 'true');
  });

  it('can be left for again by whoever comes back with the Back button', async () => {
    open({ name: 'sign-in' });
    await userEvent.click(button('Continue with Google'));
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());

    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

    await vi.waitFor(() => expect(button('Continue with Google')).not.toHaveAttribute('aria-busy'));
  });

  it('is not there where the server does not offer it', () => {
    open({ name: 'sign-up' }, false);

    expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument();
  });

  it('says on Sign Up too that it was cancelled', () => {
    open({ name: 'sign-up', notice: 'google-cancelled' });

    expect(screen.getByRole('status')).toHaveTextContent('Google sign-in was cancelled.');
  });
});

describe('the other tab', () => {
  it('is a link away for somebody who has an account already, and for somebody who has none', async () => {
    open({ name: 'sign-up' });
    const link = screen.getByRole('link', { name: 'Already have an account? Sign in' });
    expect(link).toHaveAttribute('href', '/signin');

    await userEvent.click(link);
    expect(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));

    expect(screen.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  });
});

describe('password managers', () => {
  it('are told what each field is for', () => {
    open({ name: 'sign-up' });
    const signUp = Object.keys(nora).map((label) => field(label).getAttribute('autocomplete'));
    expect(signUp).toEqual(['name', 'email', 'new-password', 'new-password']);
  });

  it('know the password of signing in from a new one', () => {
    open({ name: 'sign-in' });

    expect(field('Email')).toHaveAttribute('type', 'email');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  });
});

describe('a link that was sent', () => {
  it('can be sent again after a minute, and then again after another', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    theProviderAnswers(() => Response.json({}));
    open({ name: 'link-sent', kind: 'signup', email: nora.Email });
    expect(button('Resend in 60 s')).toBeDisabled();

    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await userEvent.click(button('Resend'));

    expect(await screen.findByText('A new link is on its way.')).toBeVisible();
    expect(sent).toMatchObject([
      {
        path: `/auth/v1/resend?redirect_to=${encodeURIComponent('http://localhost:8080/onboarding')}`,
        body: { type: 'signup', email: nora.Email },
      },
    ]);
    expect(screen.getByRole('button', { name: /^Resend in \d\d s$/ })).toBeDisabled();
  });

  it('shows why it could not be sent again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const message = 'For security purposes, you can only request this after 12 seconds.';
    theProviderAnswers(() => Response.json({ code: 'over_email_send_rate_limit', message, msg: message }, { status: 429 }));
    open({ name: 'link-sent', kind: 'recovery', email: nora.Email });

    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await userEvent.click(button('Resend'));

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

describe('what became of a link', () => {
  it.each([
    ['confirmed-elsewhere', 'status', 'Your address is confirmed. Please sign in.'],
    ['reset-elsewhere', 'status', 'Your address is confirmed. Please sign in, or request a link to choose a new password.'],
    ['confirmation-dead', 'alert', 'This link has expired or has already been used'],
    ['reset-dead', 'alert', 'This link has expired or has already been used'],
    ['google-cancelled', 'status', 'Google sign-in was cancelled.'],
    ['google-unverified', 'alert', 'Google has not verified this email address.'],
    ['google-taken', 'alert', 'connected to another Google account'],
    ['google-expired', 'alert', 'Google sign-in took too long, or was started in another browser. Please try again.'],
    ['google-limited', 'alert', 'Too many sign-ins from your network.'],
    ['google-failed', 'alert', 'Google sign-in did not work. Please try again, or use your email.'],
  ] as const)('is told above the fields: %s', (notice, role, text) => {
    open({ name: 'sign-in', notice });

    expect(screen.getByRole(role)).toHaveTextContent(text);
  });

  it('gives way to an error of signing in, so that there is one message at a time', async () => {
    const message = 'Invalid login credentials';
    theProviderAnswers(() => Response.json({ code: 'invalid_credentials', message, msg: message }, { status: 400 }));
    open({ name: 'sign-in', notice: 'confirmation-dead' });

    await fill({ Email: nora.Email, Password: 'a loud lark' });
    await userEvent.click(button('Sign In'));

    expect(await screen.findByText('Invalid email or password. Please try again.')).toBeVisible();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

function open(view: AuthView, isGoogleOffered = true) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen first={view} isGoogleOffered={isGoogleOffered} />
      <Toaster />
    </QueryClientProvider>,
  );
}

function Screen({ first, isGoogleOffered }: { first: AuthView; isGoogleOffered: boolean }) {
  const [view, setView] = useState(first);
  return <AuthScreen view={view} onShow={setView} isGoogleOffered={isGoogleOffered} />;
}

async function fill(fields: Record<string, string>) {
  // One after the other, as people type.
  await Object.entries(fields).reduce((before, [label, text]) => before.then(() => userEvent.type(field(label), text)), Promise.resolve());
}

const field = (label: string) => screen.getByLabelText(label);
const button = (name: string) => screen.getByRole('button', { name });

function theProviderAnswers(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const { pathname, search } = new URL(url);
    sent.push({ path: pathname + search, body: JSON.parse(body) });
    return answer();
  });
}
