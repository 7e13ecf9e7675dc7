import { claimsOf } from './tokens';
import { address, codeIn, expect, expectRefusal, present, test, type Site } from './fixtures';

// `signInWithOAuth` of the stock client, against the sandbox that stands in for Google.

test.describe('GET /authorize, GET /callback', () => {
  test('signInWithOAuth leads to the provider and back with a code that the client exchanges', async ({ site }) => {
    const browser = site.browser();
    const email = address('ada');

    const page = await comeBack(site, await leave(browser.client), { email, name: 'Ada Lark' });
    const { data, error } = await browser.client.auth.exchangeCodeForSession(codeIn(page));

    expect(error).toBeNull();
    expect(page.origin + page.pathname).toBe(site.page('/onboarding'));
    expect([...page.searchParams.keys()]).toEqual(['code']);
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Lark', email_verified: true },
      identities: [{ provider: 'google', identity_data: { email, email_verified: true } }],
    });
    expect(claimsOf(present(data.session).access_token)['amr']).toMatchObject([{ method: 'oauth' }]);
    const identities = await browser.client.auth.getUserIdentities();
    expect(identities.data?.identities.map(({ provider }) => provider)).toEqual(['google']);

    async function leave(client: typeof browser.client): Promise<string> {
      const { data: left } = await client.auth.signInWithOAuth({
        provider: 'google',
        options: { redirectTo: site.page('/onboarding'), skipBrowserRedirect: true },
      });
      return present(left.url);
    }
  });

  test('an account with a confirmed address is joined and keeps its id', async ({ site }) => {
    const ada = await site.person('ada');
    const { data: left } = await ada.client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });

    const page = await comeBack(site, present(left.url), { email: ada.email, name: 'Ada Lark' });
    const { data } = await ada.client.auth.exchangeCodeForSession(codeIn(page));

    expect(data.user?.id).toBe(ada.id);
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'google'] });
  });

  test('the implicit flow brings the session in the hash', async ({ site }) => {
    const { client } = site.browser({ auth: { flowType: 'implicit' } });
    const { data: left } = await client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });

    const page = await comeBack(site, present(left.url), { email: address('ada'), name: 'Ada Lark' });

    const hash = new URLSearchParams(page.hash.slice(1));
    expect([...hash.keys()].toSorted()).toEqual(['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type']);
  });

  test('who denies comes back with error, error_code and error_description in the query', async ({ site }) => {
    const { data: left } = await site.browser().client.auth.signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } });

    const page = await comeBack(site, present(left.url), { decision: 'deny' });

    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'The sign-in was cancelled',
    });
  });

  test('another provider is refused in JSON', async ({ site }) => {
    expectRefusal(await site.request('GET', '/auth/v1/authorize?provider=github'), 400, 'validation_failed');
  });
});

/** Goes to the provider, chooses there, and comes back with the cookie of the browser: the page at the end. */
async function comeBack(site: Site, url: string, choice: Record<string, string>): Promise<URL> {
  const departure = await fetch(url, { redirect: 'manual' });
  const provider = new URL(present(departure.headers.get('location')));
  const cookie = present(present(departure.headers.getSetCookie()[0]).split(';')[0]);
  const body = new URLSearchParams({ ...Object.fromEntries(provider.searchParams), ...choice });
  const chosen = await fetch(provider.origin + provider.pathname, { method: 'POST', body, redirect: 'manual' });
  const callback = new URL(present(chosen.headers.get('location')));
  const arrival = await fetch(site.url + callback.pathname + callback.search, { headers: { cookie }, redirect: 'manual' });
  expect(arrival.status).toBe(303);
  return new URL(present(arrival.headers.get('location')));
}
