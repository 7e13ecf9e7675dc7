import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { MissingSettings, Settings } from '../lib/settings';
import { sandboxSettings } from '../testing/settings';
import { App } from './app';

describe('the front door', () => {
  it('says that the server is ready, with its version and database', async () => {
    theServerAnswers(ready);

    await open('/');

    const server = screen.getByRole('region', { name: 'This server' });
    expect(await within(server).findByText('Ready')).toBeVisible();
    expect(within(server).getByRole('status')).toHaveTextContent('ReadyVersion1.0.0DatabaseSQLite');
    expect(screen.getByRole('heading', { level: 1, name: 'Hear your customers' })).toBeVisible();
  });

  it('says that it is asking until the server answers', async () => {
    theServerAnswers(never);

    await open('/');

    expect(await screen.findByText('Checking the server…')).toBeInTheDocument();
  });

  it('says why the server is not ready, and notices when it recovers', async () => {
    theServerAnswers(notReady, ready);
    await open('/');
    expect(await screen.findByText('Not ready: The database does not answer.')).toBeVisible();

    await act(() => userEvent.click(screen.getByRole('button', { name: 'Check again' })));

    expect(await screen.findByText('Ready')).toBeVisible();
    expect(screen.queryByText(/Not ready/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Check again' })).toHaveFocus();
  });

  it('keeps what it knows when the server cannot be reached', async () => {
    theServerAnswers(unreachable);

    await open('/');

    expect(await screen.findByText(/This server cannot be reached/)).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Version1.0.0');
  });

  it('gives the status of an answer that is not in the words of this server', async () => {
    theServerAnswers(() => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 })));

    await open('/');

    expect(await screen.findByText('Not ready: it answered with status 502.')).toBeVisible();
  });

  it('points to the mailbox only while mail stays on this machine', async () => {
    theServerAnswers(ready, ready);

    const { rerender } = await open('/');
    expect(await screen.findByRole('link', { name: 'open the mailbox' })).toHaveAttribute('href', '/sandbox/mailbox');

    rerender(<App settings={{ ...sandboxSettings, sandbox: [] }} pathname="/" />);
    expect(screen.queryByRole('link', { name: 'open the mailbox' })).not.toBeInTheDocument();
  });

  it('points to the API documentation', async () => {
    theServerAnswers(ready);

    await open('/');

    expect(await screen.findByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs');
  });
});

describe('an unknown address', () => {
  it('says that nothing lives there and leads home', async () => {
    await open('/nowhere', { ...sandboxSettings, marketingUrl: 'https://earshot.example/' });

    expect(screen.getByRole('heading', { level: 1, name: 'This page is out of earshot' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', 'https://earshot.example/');
  });
});

describe('a server without the settings for signing in', () => {
  it('is told which environment variables to set', async () => {
    await open('/', { missing: ['EARSHOT_AUTH_KEY'] });

    expect(screen.getByRole('heading', { level: 1, name: 'Missing required environment variables' })).toBeVisible();
    expect(screen.getByText('EARSHOT_AUTH_KEY')).toBeVisible();
    expect(screen.queryByText('EARSHOT_AUTH_URL')).not.toBeInTheDocument();
  });
});

// The page waits for its first answer by suspending, and React wants such a wait inside `act`.
function open(pathname: string, settings: Settings | MissingSettings = sandboxSettings) {
  return act(() => Promise.resolve(render(<App settings={settings} pathname={pathname} />)));
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
