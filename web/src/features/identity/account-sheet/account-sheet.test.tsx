import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nora, noraIsSignedIn, openPage, providersUser, theServerSays } from '../../../testing/identity';
import { AccountSheet } from './account-sheet';

const assign = vi.fn<(url: string) => void>();
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  assign.mockReset();
  onClose.mockReset();
  localStorage.clear();
  theServerSays({});
  await noraIsSignedIn();
  vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:8080', assign });
});

describe('the name', () => {
  it('changes in the profile and in the session', async () => {
    const calls = theServerSays({
      'PATCH /rest/v1/profiles': () => new Response(null, { status: 204 }),
      'PUT /auth/v1/user': () => Response.json(providersUser({ user_metadata: { full_name: 'Nora Veld' } })),
    });
    openSheet();

    await type('Full name', '  Nora Veld ');
    await press('Save name');

    expect(await screen.findByText('Name saved')).toBeVisible();
    expect(bodyOf(calls, 'PATCH')).toMatchObject({ full_name: 'Nora Veld' });
    expect(bodyOf(calls, 'PUT')).toMatchObject({ data: { full_name: 'Nora Veld' } });
  });

  it('is not sent empty', async () => {
    const calls = theServerSays({});
    openSheet();

    await type('Full name', '   ');
    await press('Save name');

    expect(field('Full name')).toHaveAccessibleDescription('Please enter your full name');
    expect(field('Full name')).toHaveFocus();
    expect(bodyOf(calls, 'PATCH')).toBeUndefined();
  });

  it('stays in the field when the server cannot be reached, with the failure below it', async () => {
    theServerSays({});
    openSheet();

    await type('Full name', 'Nora Veld');
    await press('Save name');

    const section = screen.getByRole('region', { name: 'Name' });
    expect(await within(section).findByRole('alert')).toHaveTextContent('Earshot cannot be reached. Check your connection and try again.');
    expect(field('Full name')).toHaveValue('Nora Veld');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});

describe('the e-mail address', () => {
  it('asks for a link to the new address, which leads back to /auth', async () => {
    const calls = theServerSays({ 'PUT /auth/v1/user': () => Response.json(providersUser({ new_email: 'nora@veld.example' })) });
    openSheet();

    await type('New email address', 'nora@veld.example');
    await press('Change email');

    const section = screen.getByRole('region', { name: 'Email' });
    expect(await within(section).findByText('We sent a link to nora@veld.example. Open it to change your address.')).toBeVisible();
    expect(bodyOf(calls, 'PUT')).toMatchObject({ email: 'nora@veld.example' });
    expect(calls.find(({ method }) => method === 'PUT')?.query.get('redirect_to')).toBe('http://localhost:8080/auth');
    expect(field('New email address')).toHaveValue('');
    expect(await screen.findByText('Check your inbox')).toBeVisible();
  });

  it('that waits for its link is shown when the sheet opens', async () => {
    theServerSays({ 'GET /auth/v1/user': () => Response.json(providersUser({ new_email: 'nora@veld.example' })) });

    openSheet();

    expect(await screen.findByText(/We sent a link to nora@veld.example/)).toBeVisible();
  });

  it('is refused in the words of the provider, and kept', async () => {
    theServerSays({
      'PUT /auth/v1/user': () => refusal(422, 'email_exists', 'A user with this email address has already been registered'),
    });
    openSheet();

    await type('New email address', 'ada@veld.example');
    await press('Change email');

    expect(await screen.findByRole('alert')).toHaveTextContent('A user with this email address has already been registered');
    expect(field('New email address')).toHaveValue('ada@veld.example');
  });
});

describe('the password', () => {
  it('follows the rules of signing up before anybody is asked', async () => {
    const calls = theServerSays({});
    openSheet();

    await type('New password', 'short');
    await type('Confirm new password', 'shirt');
    await press('Change password');

    expect(field('New password')).toHaveAccessibleDescription('Password must be at least 6 characters long');
    expect(field('Confirm new password')).toHaveAccessibleDescription('Passwords do not match');
    expect(bodyOf(calls, 'PUT')).toBeUndefined();
  });

  it('is refused at the field, and kept', async () => {
    theServerSays({ 'PUT /auth/v1/user': () => refusal(422, 'same_password', 'New password should be different from the old password.') });
    openSheet();

    await changePasswordTo('a quiet lark');

    await waitFor(() =>
      expect(field('New password')).toHaveAccessibleDescription('New password should be different from the old password.'),
    );
    expect(field('New password')).toHaveValue('a quiet lark');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is changed, says what that means elsewhere, and leaves nothing in the fields', async () => {
    theServerSays({ 'PUT /auth/v1/user': () => Response.json(providersUser()) });
    openSheet();

    await changePasswordTo('a louder lark');

    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(screen.getByText('You are signed out on all other devices.')).toBeVisible();
    expect(field('New password')).toHaveValue('');
    expect(field('Confirm new password')).toHaveValue('');
  });
});

describe('the current password', () => {
  it('is sent with the new one', async () => {
    const calls = theServerSays({ 'PUT /auth/v1/user': () => Response.json(providersUser()) });
    openSheet();

    await type('Current password', 'a quiet lark');
    await changePasswordTo('a louder lark');

    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(bodyOf(calls, 'PUT')).toMatchObject({ password: 'a louder lark', current_password: 'a quiet lark' });
    expect(field('Current password')).toHaveValue('');
  });

  it('is asked for at its field when the sign-in is too old', async () => {
    theServerSays({
      'PUT /auth/v1/user': () => refusal(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    });
    openSheet();

    await changePasswordTo('a louder lark');

    await waitFor(() =>
      expect(field('Current password')).toHaveAccessibleDescription(
        expect.stringContaining('Enter your current password, or sign out and back in.'),
      ),
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that is wrong is refused at its field', async () => {
    theServerSays({ 'PUT /auth/v1/user': () => refusal(400, 'current_password_mismatch', 'Current password is incorrect') });
    openSheet();

    await type('Current password', 'a guess');
    await changePasswordTo('a louder lark');

    await waitFor(() =>
      expect(field('Current password')).toHaveAccessibleDescription(expect.stringContaining('Current password is incorrect')),
    );
  });
});

describe('the signed-in devices', () => {
  const phone = { id: 'a', device: 'Safari on iPhone', signedInAt: hoursAgo(50), lastSeenAt: hoursAgo(3), isCurrent: false };
  const desk = { id: 'b', device: 'Firefox on Windows', signedInAt: hoursAgo(9), lastSeenAt: hoursAgo(0), isCurrent: true };
  const nameless = { id: 'c', device: '', signedInAt: hoursAgo(99), lastSeenAt: hoursAgo(72), isCurrent: false };

  it('are listed, and each other one can be signed out', async () => {
    const calls = theServerSays({
      ...signedInOn(phone, desk, nameless),
      'DELETE /api/account/sessions/a': () => Response.json({ success: true }),
    });
    openSheet();

    const section = screen.getByRole('region', { name: 'Signed-in devices' });
    const lines = await within(section).findAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual([
      'Safari on iPhoneLast seen 3h agoSign out',
      'Firefox on WindowsThis device',
      'Unknown deviceLast seen 3d agoSign out',
    ]);
    await press('Sign out Safari on iPhone');

    expect(await screen.findByText('Safari on iPhone is signed out')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/account/sessions')).toHaveLength(2);
  });

  it('can be signed out all at once, but for this one', async () => {
    const calls = theServerSays({ ...signedInOn(phone, desk), 'POST /auth/v1/logout': () => new Response(null, { status: 204 }) });
    openSheet();

    await press('Sign out everywhere else');

    expect(await screen.findByText('All other devices are signed out')).toBeVisible();
    expect(calls.find(({ path }) => path === '/auth/v1/logout')?.query.get('scope')).toBe('others');
    expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
  });

  it('leave nothing to sign out where there is only this one', async () => {
    theServerSays(signedInOn(desk));
    openSheet();

    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });
});

describe('signing out everywhere', () => {
  it('ends the other sessions first, then this one, and leaves', async () => {
    const calls = theServerSays({ 'POST /auth/v1/logout': () => new Response(null, { status: 204 }) });
    openSheet();

    await press('Sign out everywhere');

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/site/'));
    expect(calls.filter(({ path }) => path === '/auth/v1/logout')).toHaveLength(2);
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
  });

  it('promises nothing when the server cannot be reached', async () => {
    theServerSays({});
    openSheet();

    await press('Sign out everywhere');

    expect(await screen.findByRole('alert')).toHaveTextContent('Earshot cannot be reached.');
    expect(assign).not.toHaveBeenCalled();
    expect(localStorage.getItem('sb-localhost-auth-token')).not.toBeNull();
  });
});

describe('the download', () => {
  it('saves the file that the server wrote', async () => {
    const files: Blob[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => {} }));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    theServerSays({ 'GET /api/account/export': () => Response.json({ account: { email: nora.email } }) });
    openSheet();

    await press('Download my data');

    expect(await screen.findByText('Your data has been downloaded')).toBeVisible();
    expect(saved).toHaveBeenCalledOnce();
    expect(await files[0]?.text()).toBe(JSON.stringify({ account: { email: nora.email } }));
    saved.mockRestore();
  });

  it('that fails says so where it was asked for', async () => {
    theServerSays({ 'GET /api/account/export': exportFails });
    openSheet();

    await press('Download my data');

    expect(await within(screen.getByRole('region', { name: 'Your data' })).findByRole('alert')).toHaveTextContent('The export failed.');
  });
});

describe('the deletion', () => {
  it('is asked twice, and needs the address to be typed', async () => {
    const calls = theServerSays({
      'DELETE /api/account': () => Response.json({ success: true, message: 'gone' }),
      'POST /auth/v1/logout': () => new Response(null, { status: 204 }),
    });
    openSheet();

    await press('Delete my account…');
    const warning = await screen.findByRole('dialog', { name: 'Delete your account and all data?' });
    expect(warning).toHaveTextContent('your name, email address and password');
    await press('Continue');
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    const confirm = within(dialog).getByRole('button', { name: 'Delete my account' });
    expect(field('Your email address')).toHaveFocus();
    expect(confirm).toBeDisabled();
    await userEvent.type(field('Your email address'), 'Nora@Paperlark.example');
    await userEvent.click(confirm);

    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/site/'));
    expect(bodyOf(calls, 'DELETE')).toEqual({ confirm: nora.email });
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
  });

  it('that fails says why, and can be tried again', async () => {
    theServerSays({ 'DELETE /api/account': () => failure(409, 'Please try again in a minute.') });
    openSheet();
    await press('Delete my account…');
    await press('Continue');

    await userEvent.type(field('Your email address'), `${nora.email}{Enter}`);

    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a minute.');
    expect(field('Your email address')).toHaveValue(nora.email);
    expect(screen.getByRole('button', { name: 'Delete my account' })).toBeEnabled();
    expect(assign).not.toHaveBeenCalled();
  });

  it('can be left at both questions', async () => {
    const calls = theServerSays({});
    openSheet();

    await press('Delete my account…');
    await press('Cancel');
    await press('Delete my account…');
    await press('Continue');
    await press('Cancel');

    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete my account…' })).toHaveFocus());
    expect(bodyOf(calls, 'DELETE')).toBeUndefined();
  });
});

it('stays open while something is on its way', async () => {
  const waiting: ((response: Response) => void)[] = [];
  theServerSays({ 'GET /api/account/export': () => new Promise((resolve) => waiting.push(resolve)) });
  openSheet();
  await press('Download my data');
  expect(screen.getByRole('button', { name: 'Download my data' })).toHaveAttribute('aria-busy', 'true');

  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();

  waiting[0]?.(exportFails());
  await screen.findByRole('alert');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

function openSheet() {
  return openPage(<AccountSheet isOpen onClose={onClose} user={nora} />, '/dashboard');
}

function field(label: string): HTMLElement {
  return screen.getByLabelText(label);
}

async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

async function changePasswordTo(password: string) {
  await type('New password', password);
  await type('Confirm new password', password);
  await press('Change password');
}

function signedInOn(...sessions: unknown[]) {
  return { 'GET /api/account/sessions': () => Response.json({ success: true, sessions }) };
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function bodyOf(calls: readonly { method: string; body: unknown }[], method: string): unknown {
  return calls.find((call) => call.method === method)?.body;
}

const exportFails = () => failure(500, 'The export failed.');

/** As our own API fails. */
function failure(status: number, message: string): Response {
  return Response.json({ success: false, error: 'failed', message }, { status });
}

/** As the auth provider refuses. */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status, headers: { 'X-Supabase-Api-Version': '2024-01-01' } });
}
