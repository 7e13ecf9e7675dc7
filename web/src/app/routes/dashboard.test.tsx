import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noraIsSignedIn, openPage, theServerSays } from '../../testing/identity';
import { sandboxSettings } from '../../testing/settings';
import { Dashboard } from './dashboard';

beforeEach(async () => {
  localStorage.clear();
  window.innerWidth = 1440;
  theServerSays({});
  await noraIsSignedIn();
});

describe('the tabs', () => {
  it('are three links, named by their labels alone', () => {
    open('/dashboard');

    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent?.replace(/Ctrl\+\d/, ''), link.getAttribute('href')])).toEqual([
      ['Relevant Posts', '/dashboard'],
      ['Brand Mentions', '/dashboard?tab=mentions'],
      ['Settings', '/dashboard?tab=settings'],
    ]);
    for (const name of ['Relevant Posts', 'Brand Mentions', 'Settings']) expect(screen.getByRole('link', { name })).toBeVisible();
  });

  it.each([
    ['/dashboard', 'Relevant Posts'],
    ['/dashboard?tab=mentions', 'Brand Mentions'],
    ['/dashboard?tab=settings', 'Settings'],
  ])('%s shows %s and says that it is the current page', (path, name) => {
    open(path);

    expect(screen.getAllByRole('heading', { level: 1 }).map((heading) => heading.textContent)).toEqual([name]);
    expect(screen.getByRole('link', { current: 'page' })).toHaveAccessibleName(name);
    expect(document.title).toBe(`${name} · Earshot`);
  });

  it.each(['/dashboard?tab=search', '/dashboard?tab=nonsense'])('%s becomes the address of the first tab', async (path) => {
    const { address } = open(path);

    await waitFor(() => expect(address()).toBe('/dashboard'));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Relevant Posts');
  });

  it('move the focus to the new heading, but not on arrival', async () => {
    open('/dashboard');
    expect(document.body).toHaveFocus();

    await userEvent.click(screen.getByRole('link', { name: 'Brand Mentions' }));

    expect(screen.getByRole('heading', { level: 1, name: 'Brand Mentions' })).toHaveFocus();
  });

  it('say what is there, and why it is nothing', async () => {
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'No Reddit posts found' })).toBeVisible();
    expect(said()).toContain('0 posts found (0 loaded)');
    expect(within(screen.getByRole('region', { name: 'Details' })).getByText('Select a post to view details')).toBeInTheDocument();

    await userEvent.keyboard('2');
    expect(await screen.findByRole('heading', { name: 'No mentions found' })).toBeVisible();
    expect(said()).toContain('0 mentions found (0 loaded) • 0 unread');
  });
});

/** What the page tells a screen reader: how much was found, and where posts come from. */
function said(): (string | null)[] {
  return screen.getAllByRole('status').map(({ textContent }) => textContent);
}

describe('the keyboard', () => {
  it('switches tabs with and without Ctrl', async () => {
    const { address } = open('/dashboard?search_q=invoice');

    await userEvent.keyboard('{Control>}3{/Control}');
    expect(address()).toBe('/dashboard?search_q=invoice&tab=settings');

    await userEvent.keyboard('1');
    expect(address()).toBe('/dashboard?search_q=invoice');
  });

  it('opens the sheet with ?, where single keys can be switched off for good', async () => {
    const { address } = open('/dashboard');
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(sheet).getByRole('switch', { name: 'Single-key shortcuts' })).toBeChecked();
    expect(within(sheet).getByText('Search')).toBeInTheDocument();
    // There is no row to go to, so its keys do nothing here.
    expect(within(sheet).queryByText('Next')).not.toBeInTheDocument();

    await userEvent.click(within(sheet).getByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('2');

    expect(address()).toBe('/dashboard');
    expect(localStorage.getItem('earshot-single-keys')).toBe('off');
    expect(screen.queryByText('all shortcuts')).not.toBeInTheDocument();
  });

  it('leaves the page alone while a menu is open', async () => {
    const { address } = open('/dashboard');
    await userEvent.click(screen.getByRole('button', { name: /User menu/ }));

    await userEvent.keyboard('3');

    expect(address()).toBe('/dashboard');
    expect(screen.getByRole('menu')).toBeVisible();
  });

  it('switches between light and dark with Shift+D', async () => {
    const chosen = vi.fn<(event: Event) => void>();
    window.addEventListener('earshot-theme', chosen);
    open('/dashboard');

    await userEvent.keyboard('{Shift>}D{/Shift}');

    expect(localStorage.getItem('earshot-theme')).toBe('dark');
    expect(chosen).toHaveBeenCalledOnce();
    window.removeEventListener('earshot-theme', chosen);
  });
});

describe('the user menu', () => {
  it('says who is signed in and which version this is', async () => {
    open('/dashboard');

    await userEvent.click(screen.getByRole('button', { name: /^User menu:\s*Nora Feld\s*nora@paperlark.example$/ }));

    const menu = screen.getByRole('menu');
    expect(menu).toHaveTextContent('NFNora Feldnora@paperlark.example');
    expect(menu).toHaveTextContent('Earshot 1.0.0');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Account…', 'Keyboard shortcuts?', 'Sign Out']);
    expect(
      within(menu)
        .getAllByRole('menuitemradio')
        .map((item) => item.getAttribute('aria-label')),
    ).toEqual(['Light', 'Dark', 'System']);
  });

  it('opens the account sheet', async () => {
    open('/dashboard');

    await userEvent.click(screen.getByRole('button', { name: /User menu/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Account…' }));

    expect(await screen.findByRole('dialog', { name: 'Account' })).toBeVisible();
  });
});

describe('the layout', () => {
  it('of a phone has logo and user menu in the bar of the page, and the tabs after it', () => {
    window.innerWidth = 390;
    open('/dashboard');

    const main = screen.getByRole('main');
    expect(within(main).getByRole('button', { name: 'User menu' })).toBeVisible();
    expect(within(main).getByRole('link', { name: 'Earshot' })).toBeVisible();
    expect(main.compareDocumentPosition(screen.getByRole('navigation')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('of a tablet is a rail whose links keep their names', () => {
    window.innerWidth = 1024;
    open('/dashboard');

    expect(screen.getByRole('link', { name: 'Brand Mentions' })).toHaveAccessibleDescription('');
    expect(within(screen.getByRole('complementary')).getByRole('button', { name: 'User menu' })).toBeVisible();
  });
});

describe('the skip link', () => {
  it('moves the focus to the page and leaves the address alone', async () => {
    const { address } = open('/dashboard');

    await userEvent.tab();
    await userEvent.keyboard('{Enter}');

    expect(screen.getByRole('main')).toHaveFocus();
    expect(address()).toBe('/dashboard');
  });
});

describe('Settings', () => {
  it('asks to sign in when the session ends while it is open', async () => {
    const { address } = open('/dashboard?tab=settings');
    expect(screen.getByRole('button', { name: 'Manage…' })).toBeVisible();

    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'sb-localhost-auth-token', newValue: null, storageArea: localStorage }));
    });

    expect(screen.getByRole('heading', { name: 'Please sign in to access settings' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /User menu/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(address()).toBe('/signin');
  });
});

function open(path: string) {
  return openPage(<Dashboard settings={sandboxSettings} />, path);
}
