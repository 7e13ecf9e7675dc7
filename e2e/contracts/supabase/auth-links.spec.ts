import { deadLink, signIn, signedUp, tooSoon } from './auth-calls';
import { address, codeIn, expect, expectRefusal, otherPassword, password, present, test } from './fixtures';
import { claimsOf } from './tokens';

test.describe('2.3 GET /verify, 2.5 the mailed link', () => {
  test('2.5 link: PKCE ok leads to redirect_to with code=<uuid> in the query; nothing else, no hash', async ({ site }) => {
    const page = await site.openLink(await signedUp(site, { redirect: site.page('/onboarding') }));
    expect(page.origin + page.pathname).toBe(site.page('/onboarding'));
    expect([...page.searchParams.keys()]).toEqual(['code']);
    expect(codeIn(page)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(page.hash).toBe('');
  });

  test('2.5 link: implicit ok leads to the session in the hash', async ({ site }) => {
    const [email, implicit] = [address('ada'), site.browser({ auth: { flowType: 'implicit' } })];
    await implicit.client.auth.signUp({ email, password, options: { emailRedirectTo: site.page('/onboarding') } });
    const link = await site.link(email);
    expect(link.searchParams.get('token')).not.toMatch(/^pkce_/);
    const page = await site.openLink(link);
    const hash = new URLSearchParams(page.hash.slice(1));
    expect([...hash.keys()].toSorted()).toEqual(['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type']);
    expect(Object.fromEntries(hash)).toMatchObject({ expires_in: '3600', sb: '', token_type: 'bearer', type: 'signup' });
    expect(page.search).toBe('');
    const { data, error } = await implicit.client.auth.setSession({
      access_token: present(hash.get('access_token')),
      refresh_token: present(hash.get('refresh_token')),
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(claimsOf(present(data.session).access_token)['amr']).toMatchObject([{ method: 'otp' }]);
  });

  test('2.5 link: bad or used with pkce_ prefix puts the error into the query and the hash', async ({ site }) => {
    const link = await signedUp(site);
    await site.openLink(link);
    const page = await site.openLink(link);
    expect(Object.fromEntries(page.searchParams)).toEqual(deadLink);
    expect(Object.fromEntries(new URLSearchParams(page.hash.slice(1)))).toEqual({ ...deadLink, sb: '' });
    link.searchParams.set('token', 'pkce_guessed');
    expect(Object.fromEntries((await site.openLink(link)).searchParams)).toEqual(deadLink);
  });

  test('2.5 link: the same without prefix puts it into the hash only', async ({ site }) => {
    const link = await signedUp(site);
    link.searchParams.set('token', 'guessed');
    const page = await site.openLink(link);
    expect(page.search).toBe('');
    expect(Object.fromEntries(new URLSearchParams(page.hash.slice(1)))).toEqual({ ...deadLink, sb: '' });
  });

  test('2.5 link: the token is bound to its type', async ({ site }) => {
    const link = await signedUp(site);
    const bent = new URL(link);
    bent.searchParams.set('type', 'recovery');
    expect(Object.fromEntries((await site.openLink(bent)).searchParams)).toEqual(deadLink);
    codeIn(await site.openLink(link));
  });

  test('2.5 link: a missing token or type gives 400 validation_failed in JSON', async ({ site }) => {
    for (const query of ['', '?token=pkce_x', '?type=signup', '?token=&type=signup']) {
      expectRefusal(await site.request('GET', `/auth/v1/verify${query}`), 400, 'validation_failed');
    }
  });

  test('2.5 link: existing query parameters of redirect_to are kept', async ({ site }) => {
    const page = await site.openLink(await signedUp(site, { redirect: site.page('/onboarding?from=mail&x=1') }));
    expect([...page.searchParams.keys()]).toEqual(['from', 'x', 'code']);
  });

  test('2.5 link: redirect_to is allow-listed at request time and at verify time; otherwise the site is used, silently', async ({
    site,
  }) => {
    const host = new URL(site.origin).host;
    for (const evil of [
      'https://evil.example/',
      `http://${host}@evil.example/`,
      `http://${host}.evil.example/`,
      '//evil.example',
      '\\\\evil.example',
      'javascript:alert(1)',
      `https://${host}/`,
    ]) {
      const link = await signedUp(site, { redirect: evil });
      expect(new URL(link.searchParams.get('redirect_to') ?? site.origin).origin, `${evil} when asked for`).toBe(site.origin);
      link.searchParams.set('redirect_to', evil);
      const page = await site.openLink(link);
      expect(page.origin, `${evil} when opened`).toBe(site.origin);
      expect(page.username).toBe('');
    }
  });

  test('2.5 link: the address is confirmed by opening it, whether or not the code is ever exchanged', async ({ site }) => {
    const [email, { client }] = [address('ada'), site.browser()];
    await client.auth.signUp({ email, password });
    await site.openLink(await site.link(email));
    expect((await signIn(site, email, password)).data.user?.email_confirmed_at).toBeDefined();
  });

  test('2.5 link: HEAD must not consume the token', async ({ site }) => {
    const link = await signedUp(site);
    const looked = await site.request('HEAD', link.pathname + link.search, { headers: { apikey: '', authorization: '' } });
    expect(looked.status).toBe(405);
    codeIn(await site.openLink(link));
  });

  test("2.5 link: its code belongs to the link's own challenge, not to the user's newest flow", async ({ site }) => {
    const [email, signedUpIn] = [address('ada'), site.browser()];
    await signedUpIn.client.auth.signUp({ email, password });
    const link = await site.link(email);
    await site.browser().client.auth.resetPasswordForEmail(email);
    await site.links(email, 2);
    await site.signInByLink(signedUpIn, link);
  });

  test.describe(() => {
    test.use({ environment: { EARSHOT_LINK_TTL_S: '1' } });

    test('2.5 link: an expired one is dead like a used one', async ({ site }) => {
      const link = await signedUp(site);
      const begun = Date.now();
      await expect.poll(() => Date.now() - begun, { message: 'the life of the link passes', intervals: [100] }).toBeGreaterThan(1200);
      expect(Object.fromEntries((await site.openLink(link)).searchParams)).toEqual(deadLink);
    });
  });

  test('2.5 page load: ?code= without the verifier of that browser is refused by the client itself, pkce_code_verifier_not_found', async ({
    site,
  }) => {
    const page = await site.openLink(await signedUp(site));
    const { error } = await site.browser().client.auth.exchangeCodeForSession(codeIn(page));
    expect(error?.code).toBe('pkce_code_verifier_not_found');
  });

  test('2.4 PKCE: sign-up, then forgot password in the same browser, then the first link: bad_code_verifier', async ({ site }) => {
    const [email, { client }] = [address('ada'), site.browser()];
    await client.auth.signUp({ email, password });
    const link = await site.link(email);
    await client.auth.resetPasswordForEmail(email);
    const { error } = await client.auth.exchangeCodeForSession(codeIn(await site.openLink(link)));
    expect(error).toMatchObject({ status: 400, code: 'bad_code_verifier' });
  });
});

test.describe('2.3 POST /verify', () => {
  test('2.3 verifyOtp: token_hash gives 200 session', async ({ site }) => {
    const [email, { client }] = [address('ada'), site.browser()];
    await client.auth.signUp({ email, password });
    const token_hash = present((await site.link(email)).searchParams.get('token'));
    const { data, error } = await client.auth.verifyOtp({ type: 'signup', token_hash });
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
  });

  test('2.3 verifyOtp: 403 otp_expired "Email link is invalid or has expired"', async ({ site }) => {
    const { error } = await site.browser().client.auth.verifyOtp({ type: 'signup', token_hash: 'pkce_guessed' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' });
  });
});

test.describe('2.3 POST /recover', () => {
  test('2.3 recover: 200 {}; the link signs in for the recovery', async ({ site }) => {
    const person = await site.person('ada');
    const elsewhere = site.browser();
    const events: string[] = [];
    elsewhere.client.auth.onAuthStateChange((event) => void events.push(event));
    const asked = await elsewhere.client.auth.resetPasswordForEmail(person.email, { redirectTo: site.page('/reset') });
    expect(asked).toEqual({ data: {}, error: null });
    const link = await site.link(person.email, 2);
    expect(link.searchParams.get('type')).toBe('recovery');
    const session = await site.signInByLink(elsewhere, link);
    expect(claimsOf(session.access_token)['amr']).toMatchObject([{ method: 'recovery' }]);
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await elsewhere.client.auth.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await signIn(site, person.email, otherPassword)).error).toBeNull();
  });

  test('2.3 recover: an unknown address gets 200 {} too, and no mail', async ({ site }) => {
    const email = address('nobody');
    const reply = await site.auth('/recover', { email });
    expect(reply).toMatchObject({ status: 200, text: '{}' });
    await site.waitForMail();
    expect(await site.mails(email)).toEqual([]);
  });

  test('2.3 recover: 400 for a bad e-mail', async ({ site }) => {
    expect((await site.browser().client.auth.resetPasswordForEmail('ada')).error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('2.3 recover: 429 over_email_send_rate_limit, for known and unknown addresses alike', async ({ site }) => {
    const { email } = await site.person('ada');
    for (const asked of [email, address('nobody')]) {
      await site.auth('/recover', { email: asked });
      const reply = await site.auth('/recover', { email: asked });
      expectRefusal(reply, 429, 'over_email_send_rate_limit');
      expect(reply.body['message']).toMatch(tooSoon);
    }
  });
});
