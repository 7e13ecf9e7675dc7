import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MissingSettings, Settings } from '../lib/settings';
import { sandboxSettings } from '../testing/settings';
import { App } from './app';
import { ErrorBoundary } from './error-boundary';

describe('the front door', () => {
  it('says that the server is ready, with its version and database', async () => {
    theServerAnswers(ready);

    open('/');

    const server = screen.getByRole('region', { name: 'This server' });
    expect(await within(server).findByText('Ready')).toBeVisible();
    expect(within(server).getByRole('status')).toHaveTextContent('ReadyVersion1.0.0DatabaseSQLite');
    expect(screen.getByRole('heading', { level: 1, name: 'Hear your customers' })).toBeVisible();
  });

  it('says that it is asking until the server answers', async () => {
    theServerAnswers(never);

    open('/');

    expect(await screen.findByText('Checking the server…')).toBeInTheDocument();
  });

  it('says why the server is not ready, and notices when it recovers', async () => {
    theServerAnswers(notReady, ready);
    open('/');
    expect(await screen.findByText('Not ready: The database does not answer.')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));

    expect(await screen.findByText('Ready')).toBeVisible();
    expect(screen.queryByText(/Not ready/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveFocus();
  });

  it('keeps what it knows when the server cannot be reached', async () => {
    theServerAnswers(unreachable);

    open('/');

    expect(await screen.findByText(/This server cannot be reached/)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Version1.0.0');
  });

  it('gives the status of an answer that is not in the words of this server', async () => {
    theServerAnswers(() => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 })));

    open('/');

    expect(await screen.findByText('Not ready: it answered with status 502.')).toBeVisible();
  });

  it('points to the mailbox only while mail stays on this machine', async () => {
    theServerAnswers(ready, ready);

    const { unmount } = open('/');
    expect(await screen.findByRole('link', { name: 'open the mailbox' })).toHaveAttribute('href', '/sandbox/mailbox');

    unmount();
    open('/', { ...sandboxSettings, sandbox: [] });
    expect(await screen.findByText('Database')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'open the mailbox' })).not.toBeInTheDocument();
  });

  it('points to the API documentation', async () => {
    theServerAnswers(ready);

    open('/');

    expect(await screen.findByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs');
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
  return render(<App settings={settings} />);
}

type Answer = () => Promise<Response>;

const ready: Answer = () => Promise.resolve(Response.json({ status: 'ready', version: '1.0.0', database: 'sqlite' }));
const notReady: Answer = () =>
  Promise.resolve(
    Response.json({ success: false, error: 'not_ready', message: 'The database does not answer.' }, { status: 503 }),
  );
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const never: Answer = () => new Promise(() => {});

function theServerAnswers(...answers: Answer[]) {
  const left = [...answers];
  vi.stubGlobal('fetch', (request: Request) => {
    const answer = left.shift();
    if (answer === undefined) throw new Error(`one call too many: ${request.method} ${request.url}`);
    return answer();
  });
}
