import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const loaded = { times: 0, calls: [] as unknown[][], id: 'anonymous', isOptedOut: false };

/** Stands in for the library, and tells when it is loaded and what it is told. */
function standIn() {
  loaded.times += 1;
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void loaded.calls.push([name, ...values]);
  const posthog = {
    init: (key: string) => {
      note('init')(key);
      return posthog;
    },
    identify: (id: string, person: object) => {
      loaded.id = id;
      note('identify')(id, person);
    },
    reset: () => {
      loaded.id = 'anonymous';
      note('reset')();
    },
    opt_out_capturing: () => {
      loaded.isOptedOut = true;
      note('opt out')();
    },
    opt_in_capturing: () => {
      loaded.isOptedOut = false;
      note('opt in')();
    },
    has_opted_out_capturing: () => loaded.isOptedOut,
    get_property: (name: string) => (name === '$user_id' && loaded.id !== 'anonymous' ? loaded.id : undefined),
  };
  return { posthog };
}

const withKey = { analytics: { key: 'phc_test', host: 'https://eu.i.posthog.com' } };
const ada = { id: 'user-1', email: 'ada@example.com', fullName: 'Ada', createdAt: '2026-11-15T12:00:00Z' };
const signedIn = { state: 'signed-in', user: ada } as const;
const signedOut = { state: 'signed-out' } as const;

let page: Awaited<ReturnType<typeof freshPage>>;

beforeEach(async () => {
  localStorage.clear();
  Object.assign(loaded, { times: 0, calls: [], id: 'anonymous', isOptedOut: false });
  page = await freshPage();
});

/** Every test gets modules of its own: the library is loaded once a page. */
async function freshPage() {
  vi.resetModules();
  vi.doMock('./posthog', standIn);
  return { ...(await import('./analytics')), ...(await import('./tracking-switch')), ...(await import('./analytics-client')) };
}

function bar() {
  return screen.queryByRole('region', { name: 'Usage analytics' });
}

/** What the library was told, once everything that was begun is done. */
async function told(): Promise<unknown[][]> {
  await waitFor(() => expect(loaded.calls).not.toEqual([]));
  return loaded.calls;
}

describe('without a key', () => {
  it.each(['allowed', 'nothing'])("nobody is asked and nothing is loaded when '%s' is remembered", async (remembered) => {
    localStorage.setItem('earshot-analytics-consent', remembered);

    const { container } = render(<page.Analytics settings={{ analytics: null }} session={signedIn} />);
    await page.stopTracking();

    expect(container).toBeEmptyDOMElement();
    expect(loaded.times).toBe(0);
  });

  it('there is nothing to switch either', () => {
    const { container } = render(<page.TrackingSwitch settings={{ analytics: null }} />);

    expect(container).toBeEmptyDOMElement();
  });
});

describe('with a key', () => {
  it('people are asked, and nothing is loaded before they answer', async () => {
    render(<page.Analytics settings={withKey} session={signedIn} />);
    await page.stopTracking();

    expect(bar()).toHaveTextContent('May we measure how Earshot is used?');
    expect(loaded.times).toBe(0);
  });

  it('a no is remembered, and nothing is ever loaded', async () => {
    render(<page.Analytics settings={withKey} session={signedIn} />);

    await userEvent.click(screen.getByRole('button', { name: 'No thanks' }));
    await page.stopTracking();

    expect(bar()).toBeNull();
    expect(localStorage.getItem('earshot-analytics-consent')).toBe('refused');
    expect(loaded.times).toBe(0);
  });

  it('a yes is remembered, and the person is told by id, address and day of sign-up', async () => {
    render(<page.Analytics settings={withKey} session={signedIn} />);

    await userEvent.click(screen.getByRole('button', { name: 'Allow' }));

    expect(await told()).toEqual([
      ['init', 'phc_test'],
      ['identify', 'user-1', { email: 'ada@example.com', created_at: '2026-11-15T12:00:00Z' }],
    ]);
    expect(loaded.times).toBe(1);
    expect(bar()).toBeNull();
    expect(localStorage.getItem('earshot-analytics-consent')).toBe('allowed');
  });

  it('nothing begins while it is not known who is here', async () => {
    localStorage.setItem('earshot-analytics-consent', 'allowed');

    const { rerender } = render(<page.Analytics settings={withKey} session={{ state: 'loading' }} />);
    expect(loaded.times).toBe(0);
    rerender(<page.Analytics settings={withKey} session={signedOut} />);

    expect(await told()).toEqual([['init', 'phc_test']]);
  });

  it('the identity is reset when there is no user any more', async () => {
    localStorage.setItem('earshot-analytics-consent', 'allowed');
    const { rerender } = render(<page.Analytics settings={withKey} session={signedIn} />);
    await told();

    rerender(<page.Analytics settings={withKey} session={signedOut} />);

    await waitFor(() => expect(loaded.calls.at(-1)).toEqual(['reset']));
  });

  it('one person after the other is never taken for the same', async () => {
    localStorage.setItem('earshot-analytics-consent', 'allowed');
    const { rerender } = render(<page.Analytics settings={withKey} session={signedIn} />);
    await told();

    rerender(<page.Analytics settings={withKey} session={{ state: 'signed-in', user: { ...ada, id: 'user-2' } }} />);

    await waitFor(() =>
      expect(loaded.calls.map(([name, id]) => [name, id])).toEqual([
        ['init', 'phc_test'],
        ['identify', 'user-1'],
        ['reset', undefined],
        ['identify', 'user-2'],
      ]),
    );
  });

  it.each(['', 'distinct_id', 'distinctid'])("the id '%s' is never told", async (id) => {
    localStorage.setItem('earshot-analytics-consent', 'allowed');

    render(<page.Analytics settings={withKey} session={{ state: 'signed-in', user: { ...ada, id } }} />);

    expect(await told()).toEqual([['init', 'phc_test']]);
  });

  it('a browser that asks not to be tracked is left alone', async () => {
    vi.stubGlobal('navigator', { doNotTrack: '1' });
    localStorage.setItem('earshot-analytics-consent', 'allowed');

    const { container } = render(<page.Analytics settings={withKey} session={signedIn} />);
    await page.stopTracking();

    expect(container).toBeEmptyDOMElement();
    expect(loaded.times).toBe(0);
  });

  it('a yes can be taken back and given again', async () => {
    localStorage.setItem('earshot-analytics-consent', 'allowed');
    render(
      <>
        <page.Analytics settings={withKey} session={signedIn} />
        <page.TrackingSwitch settings={withKey} />
      </>,
    );
    await told();
    const choice = screen.getByRole('switch', { name: 'Measure how I use Earshot' });
    expect(choice).toBeChecked();

    await userEvent.click(choice);
    await waitFor(() => expect(loaded.calls.slice(2)).toEqual([['reset'], ['opt out']]));
    expect(localStorage.getItem('earshot-analytics-consent')).toBe('refused');

    await userEvent.click(choice);
    await waitFor(() => expect(loaded.calls.slice(4).map(([name]) => name)).toEqual(['opt in', 'identify']));
    expect(loaded.times).toBe(1);
  });

  it('an answer in another tab holds here too', () => {
    render(<page.Analytics settings={withKey} session={signedIn} />);
    expect(bar()).not.toBeNull();

    localStorage.setItem('earshot-analytics-consent', 'refused');
    window.dispatchEvent(new StorageEvent('storage', { key: 'earshot-analytics-consent', newValue: 'refused' }));

    return waitFor(() => expect(bar()).toBeNull());
  });
});
