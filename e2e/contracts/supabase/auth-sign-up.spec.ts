import { signIn, tooSoon } from './auth-calls';
import { type Reply, address, expect, expectRefusal, otherPassword, password, present, test } from './fixtures';

test.describe('2.3 POST /signup', () => {
  test('2.3 signup: a new address gives 200 with the bare user, no session, and a mail goes out', async ({ site }) => {
    const email = address('ada');
    const { data, error } = await site.browser().client.auth.signUp({
      email,
      password,
      options: { data: { full_name: 'Ada' }, emailRedirectTo: site.page('/onboarding') },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      user_metadata: { full_name: 'Ada' },
      is_anonymous: false,
    });
    expect(data.user?.identities).toHaveLength(1);
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    const link = await site.link(email);
    expect(link.origin).toBe(site.origin);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: expect.stringMatching(/^pkce_/),
      type: 'signup',
      redirect_to: site.page('/onboarding'),
    });
  });

  test('2.2 user: identity with its own fields, times in RFC 3339, never a password hash or token', async ({ site }) => {
    const { client, email, id } = await site.person('ada');
    const user = present((await client.auth.getUser()).data.user);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(user.identities).toEqual([
      {
        identity_id: expect.any(String),
        id: expect.any(String),
        user_id: id,
        identity_data: expect.objectContaining({ sub: id, email, email_verified: true }),
        provider: 'email',
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ]);
    expect(user).toMatchObject({ email_confirmed_at: time, confirmed_at: time, last_sign_in_at: time, created_at: time, updated_at: time });
    expect(JSON.stringify(user)).not.toMatch(/argon2|password|token/i);
  });

  test('2.3 signup: a link sets the password and metadata of its own sign-up', async ({ site }) => {
    const { email, session } = await site.person('ada');
    expect(session.user.user_metadata).toMatchObject({ full_name: 'ada' });
    expect((await signIn(site, email, password)).error).toBeNull();
  });

  test('2.3 signup: registered and confirmed gives 422 user_already_exists "User already registered"', async ({ site }) => {
    const { email } = await site.person('ada');
    const { data, error } = await site.browser().client.auth.signUp({ email, password: otherPassword });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
    expect(data.user).toBeNull();
  });

  test('2.3 signup: 422 weak_password "Password should be at least 6 characters." with its reasons', async ({ site }) => {
    const { error } = await site.browser().client.auth.signUp({ email: address('ada'), password: 'short' });
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    });
  });

  test('2.3 signup: 400 validation_failed with no password', async ({ site }) => {
    for (const body of [{ email: address('ada') }, { email: address('ada'), password: '' }]) {
      expectRefusal(await site.auth('/signup', body), 400, 'validation_failed', 'Signup requires a valid password');
    }
  });

  test('2.3 signup: 400 validation_failed with more than 1,000 characters', async ({ site }) => {
    const { error } = await site.browser().client.auth.signUp({ email: address('ada'), password: 'x'.repeat(1001) });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    const longest = await site.browser().client.auth.signUp({ email: address('ada'), password: 'tea!'.repeat(250) });
    expect(longest.error).toBeNull();
  });

  test('2.3 signup: 400 validation_failed with a bad e-mail or one of more than 255 characters', async ({ site }) => {
    for (const email of ['ada', 'ada@', '@example.com', 'ada @example.com', `${'a'.repeat(250)}@example.com`]) {
      const { error } = await site.browser().client.auth.signUp({ email, password });
      expect(error, email).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: 'Unable to validate email address: invalid format',
      });
    }
  });

  test('2.3 signup: 400 validation_failed with only one of the two challenge fields', async ({ site }) => {
    const body = { email: address('ada'), password };
    expectRefusal(await site.auth('/signup', { ...body, code_challenge_method: 's256' }), 400, 'validation_failed');
    expectRefusal(await site.auth('/signup', { ...body, code_challenge: 'x'.repeat(43) }), 400, 'validation_failed');
  });

  test('2.3 signup: 400 validation_failed with a challenge outside 43–128 of [A-Za-z0-9._~-]', async ({ site }) => {
    for (const code_challenge of ['x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(42)}+`, `${'x'.repeat(42)}ä`]) {
      const body = { email: address('ada'), password, code_challenge, code_challenge_method: 's256' };
      expectRefusal(await site.auth('/signup', body), 400, 'validation_failed');
    }
  });

  test('2.3 signup: 422 anonymous_provider_disabled with no e-mail', async ({ site }) => {
    expect((await site.browser().client.auth.signInAnonymously()).error).toMatchObject({
      status: 422,
      code: 'anonymous_provider_disabled',
    });
  });

  test('2.3 signup: 400 bad_json on unparsable or wrongly typed JSON', async ({ site }) => {
    for (const body of ['{', '', '[]', '"x"', '{"email":1,"password":"x"}', `{"email":"${address('ada')}","password":"x","data":"x"}`]) {
      expectRefusal(await site.auth('/signup', body), 400, 'bad_json');
    }
  });

  test('2.3 signup: 429 over_email_send_rate_limit, one mail a minute per user and kind', async ({ site }) => {
    const [email, { client }] = [address('ada'), site.browser()];
    await client.auth.signUp({ email, password });
    const { error } = await client.auth.signUp({ email, password });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit', message: expect.stringMatching(tooSoon) });
  });

  test.describe(() => {
    test.use({ environment: { EARSHOT_LIMITS: 'on' } });

    test('2.3 signup: 429 over_request_rate_limit per client address', async ({ site }) => {
      let last: Reply | undefined;
      for (let sent = 0; sent < 60 && last?.status !== 429; sent += 1)
        last = await site.auth('/signup', { email: address('ada'), password });
      expectRefusal(present(last), 429, 'over_request_rate_limit');
    });
  });

  test('2.3 signup: the e-mail is lower-cased for storage and comparison', async ({ site }) => {
    const [email, browser] = [address('ada'), site.browser()];
    const { data } = await browser.client.auth.signUp({ email: email.toUpperCase(), password });
    expect(data.user?.email).toBe(email);
    await site.signInByLink(browser, await site.link(email));
    expect((await signIn(site, email.toUpperCase(), password)).error).toBeNull();
    const again = await site.browser().client.auth.signUp({ email: email.toUpperCase(), password });
    expect(again.error?.code).toBe('user_already_exists');
  });
});

test.describe('2.3 POST /resend', () => {
  test('2.3 resend: nothing is sent if the address is unknown or already confirmed', async ({ site }) => {
    const { email } = await site.person('ada');
    const nobody = address('nobody');
    // The minute of the sign-up's mail is over only for those who never had one.
    expect(await site.auth('/resend', { email: nobody, type: 'signup' })).toMatchObject({ status: 200, text: '{}' });
    const confirmed = await site.auth('/resend', { email, type: 'signup' });
    expect([200, 429]).toContain(confirmed.status);
    await site.waitForMail();
    expect(await site.mails(nobody)).toEqual([]);
    expect(await site.mails(email)).toHaveLength(1);
  });

  test('2.3 resend: 400 for another type', async ({ site }) => {
    for (const type of ['recovery', 'sms', undefined]) {
      expectRefusal(await site.auth('/resend', { email: address('ada'), type }), 400, 'validation_failed');
    }
  });

  test('2.3 resend: 429 over_email_send_rate_limit', async ({ site }) => {
    const [email, { client }] = [address('ada'), site.browser()];
    await client.auth.signUp({ email, password });
    expect((await client.auth.resend({ type: 'signup', email })).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  });
});
