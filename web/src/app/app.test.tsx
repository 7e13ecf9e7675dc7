import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { carriedWebsite } from '../lib/carried-website';
import type { MissingSettings, Settings } from '../lib/settings';
import { sandboxSettings } from '../testing/settings';
import { App } from './app';
import { ErrorBoundary } from './error-boundary';

describe('the front door', () => {
  it('is Sign In for a stranger, whichever page they wanted', async () => {
    open('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/auth');
  });

  it('has two tabs, each with an address of its own and the same history entry', async () => {
    open('/signup');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();
    const entries = window.history.length;

    await userEvent.type(screen.getByLabelText('Email'), 'nora@paperlark.example');
    await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    expect(window.location.pathname).toBe('/signin');
    expect(window.history).toHaveLength(entries);
    expect(screen.getByLabelText('Email')).toHaveValue('nora@paperlark.example');
    expect(document.title).toBe('Sign In · Earshot');
  });

  it('carries the website that the public site was asked about, to onboarding', async () => {
    open('/signup?website=cragdesk.example');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible();

    await userEvent.click(screen.getByRole('tab', { name: 'Sign In' }));

    expect(carriedWebsite(Date.now())).toBe('cragdesk.example');
  });

  it('keeps where a mail went over a reload, and points to the mailbox only while mail stays on this machine', async () => {
    const sentTo = { usr: { sentTo: 'nora@paperlark.example' }, key: 'one', idx: 0 };
    window.history.replaceState(sentTo, '', '/signup');
    const { unmount } = render(<App settings={{ ...sandboxSettings }} />);
    expect(await screen.findByText(/nora@paperlark.example/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'open the mailbox' })).toHaveAttribute('href', '/sandbox/mailbox');

    unmount();
    window.history.replaceState(sentTo, '', '/signup');
    render(<App settings={{ ...sandboxSettings, sandbox: [] }} />);
    expect(await screen.findByText(/nora@paperlark.example/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'open the mailbox' })).not.toBeInTheDocument();
  });
});

describe('back from Google without a session', () => {
  it.each([
    ['/onboarding', '?website=cragdesk.example', '/signup?website=cragdesk.example'],
    ['/dashboard', '', '/signin'],
    ['/auth', '', '/signin'],
  ])('at %s%s one is told so at %s', async (path, search, destination) => {
    const error = 'error=access_denied&error_code=access_denied&error_description=The+sign-in+was+cancelled';
    open(`${path}${search === '' ? '?' : `${search}&`}${error}`);

    expect(await screen.findByText('Google sign-in was cancelled.')).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe(destination);
  });
});

describe('an unknown address', () => {
  it('says that nothing lives there and leads home', async () => {
    open('/nowhere', { ...sandboxSettings, marketingUrl: 'https://earshot.example/' });

    expect(screen.getByRole('heading', { level: 1, name: 'This page is out of earshot' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', 'https://earshot.example/');
  });
});

describe('a screen that breaks', () => {
  const reload = vi.fn<() => void>();
  const assign = vi.fn<(url: string) => void>();

  beforeEach(() => {
    // React tells the console about what it catches; the tests need not repeat it.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal('location', { ...window.location, reload, assign });
    localStorage.setItem('earshot-draft-onboarding', '{"url":"paperlark.example"}');
    localStorage.setItem('sb-localhost-auth-token', '{}');
  });

  it('reloads on Try Again and keeps what was begun', async () => {
    render(<Broken />);

    expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(reload).toHaveBeenCalledOnce();
    expect(localStorage.getItem('earshot-draft-onboarding')).not.toBeNull();
  });

  it('forgets drafts on Reset, keeps the session and goes to the start', async () => {
    render(<Broken />);

    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));

    expect(localStorage.getItem('earshot-draft-onboarding')).toBeNull();
    expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/');
  });
});

describe('a server without the settings for signing in', () => {
  it('is told which environment variables to set', async () => {
    open('/', { missing: ['EARSHOT_AUTH_KEY'] });

    expect(screen.getByRole('heading', { level: 1, name: 'Missing required environment variables' })).toBeVisible();
    expect(screen.getByText('EARSHOT_AUTH_KEY')).toBeVisible();
    expect(screen.queryByText('EARSHOT_AUTH_URL')).not.toBeInTheDocument();
  });
});

function Broken() {
  return (
    <ErrorBoundary>
      <Thrower />
    </ErrorBoundary>
  );
}

function Thrower(): never {
  throw new Error('a screen broke');
}

function open(path: string, settings: Settings | MissingSettings = sandboxSettings) {
  window.history.replaceState(null, '', path);
  // A copy: the app starts once for the same settings.
  return render(<App settings={{ ...settings }} />);
}
