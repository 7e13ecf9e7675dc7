import { type Person, type Site, expect, test } from './fixtures';
import { type Frame, Wire, everything, nameIn, ownProfile, reaches, rename, subscribe, subscribed, watchedSocket } from './realtime-client';
import { minted } from './tokens';
import { transport } from './websocket-transport';

const mine = 'realtime:mine';

test.describe('4.3 Who may join, who gets what', () => {
  test('4.3 no access_token: refused by a phx_reply status error, and the socket stays open', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    for (const token of [undefined, null, '']) {
      expect(await wire.refused(mine, everything, token)).toMatch(/^Unauthorized: /);
    }
    await wire.joined(mine, everything, session.access_token);
  });

  test('4.3 no access_token: a page that subscribes in the same tick as createClient gets its events all the same', async ({ site }) => {
    const person = await site.member('ada');
    const reloaded = site.browser({}, person.storage);
    const subscription = subscribe(reloaded, 'mine', ownProfile(person));
    await reaches(subscription, 'SUBSCRIBED');
    await rename(person, 'Ada L.');
    expect(await subscription.changes.next('an event')).toMatchObject({ new: { full_name: 'Ada L.' } });
    await reloaded.client.removeAllChannels();
  });

  test('4.3 the anon key as access_token is refused likewise', async ({ site }) => {
    const wire = await Wire.open(site);
    expect(await wire.refused(mine, everything, site.key)).toMatch(/^Unauthorized: /);
    const signedOut = site.browser();
    const subscription = subscribe(signedOut, 'mine', everything);
    expect((await reaches(subscription, 'CHANNEL_ERROR')).message).toMatch(/Unauthorized/);
    await signedOut.client.removeAllChannels();
  });

  test('4.3 access_token event: same user and valid is taken over', async ({ site }) => {
    const person = await site.member('ada');
    const soon = await minted(site, person, { exp: Math.floor(Date.now() / 1000) + 4 });
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, ownProfile(person), soon);
    const { ref: witness } = await wire.joined('realtime:witness', ownProfile(person), soon);
    wire.renew(ref, mine, person.session.access_token);
    await wire.frames.next('the end of the other channel', isEvent('phx_error', witness));
    await rename(person, 'Ada L.');
    expect(nameIn(await wire.event(mine))).toBe('Ada L.');
  });

  test('4.3 access_token event: the stock client pushes the refreshed token, and goes on hearing', async ({ site }) => {
    const watched = watchedSocket();
    const person = await site.member('ada', { realtime: transport(watched.socket) });
    const { changes } = await subscribed(person, 'mine', ownProfile(person));
    const { data } = await person.client.auth.refreshSession();
    const pushed = await watched.sent.next('the token', (frame) => frame[3] === 'access_token');
    expect(pushed[4]).toEqual({ access_token: data.session?.access_token });
    await rename(person, 'Ada L.');
    await changes.next('an event');
    await person.client.removeAllChannels();
  });

  test('4.3 access_token event: equal or null is ignored', async ({ site }) => {
    const person = await site.member('ada');
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, ownProfile(person), person.session.access_token);
    wire.renew(ref, mine, person.session.access_token);
    wire.renew(ref, mine, null);
    await rename(person, 'Ada L.');
    await wire.event(mine);
  });

  for (const what of ['the anon key', 'another user’s token', 'an invalid token'] as const) {
    test(`4.3 access_token event: ${what} stops delivery, system error and phx_close`, async ({ site }) => {
      const [person, bob] = [await site.member('ada'), await site.member('bob')];
      const wire = await Wire.open(site);
      const { ref } = await wire.joined(mine, everything, person.session.access_token);
      await wire.joined('realtime:witness', everything, person.session.access_token);
      await wire.frames.next('the witness is in', (frame) => frame[2] === 'realtime:witness' && frame[3] === 'system');
      wire.renew(ref, mine, { 'the anon key': site.key, 'another user’s token': bob.session.access_token, 'an invalid token': 'x' }[what]);
      const system = await wire.frames.next('system', (frame) => frame[2] === mine && frame[3] === 'system');
      expect(system).toMatchObject([null, null, mine, 'system', { extension: 'system', status: 'error', message: expect.any(String) }]);
      expect(await wire.frames.next('phx_close')).toEqual([ref, ref, mine, 'phx_close', {}]);
      await rename(person, 'Ada L.');
      await rename(bob, 'Bob L.');
      await wire.event('realtime:witness');
      await wire.beats();
      expect(wire.changes(mine)).toEqual([]);
    });
  }

  test('4.3 on sign-out the stock client is CLOSED', async ({ site }) => {
    const person = await site.member('ada');
    const subscription = await subscribed(person, 'mine', ownProfile(person));
    await person.client.auth.signOut();
    await reaches(subscription, 'CLOSED');
    await person.client.removeAllChannels();
  });

  test('4.3 token past exp with no newer one: delivery stops with phx_error', async ({ site }) => {
    const person = await site.member('ada');
    const soon = await minted(site, person, { exp: Math.floor(Date.now() / 1000) + 2 });
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, everything, soon);
    await wire.joined('realtime:witness', everything, person.session.access_token);
    expect(await wire.frames.next('the end', isEvent('phx_error', ref))).toEqual([ref, ref, mine, 'phx_error', {}]);
    await rename(person, 'Ada L.');
    await wire.event('realtime:witness');
    await wire.beats();
    expect(wire.changes(mine)).toEqual([]);
  });

  test('4.3 token past exp: after phx_error the stock client rejoins by itself with its current token', async ({ site }) => {
    const person = await site.member('ada');
    const browser = site.browser({ ...(await expiringOnce(site, person)), realtime: { heartbeatIntervalMs: 500 } });
    const subscription = await subscribed(browser, 'mine', ownProfile(person));
    await reaches(subscription, 'CHANNEL_ERROR');
    await reaches(subscription, 'SUBSCRIBED');
    await rename(person, 'Ada L.');
    await subscription.changes.next('an event');
    await browser.client.removeAllChannels();
  });

  test('4.3 session ended elsewhere: phx_close, at once', async ({ site }) => {
    const person = await site.member('ada');
    const elsewhere = await site.elsewhere(person);
    const subscription = await subscribed(person, 'mine', ownProfile(person));
    const wire = await Wire.open(site);
    const { ref } = await wire.joined(mine, everything, person.session.access_token);
    await wire.joined('realtime:witness', everything, elsewhere.session.access_token);
    await elsewhere.client.auth.signOut({ scope: 'others' });
    expect(await wire.frames.next('the end', isEvent('phx_close', ref))).toEqual([ref, ref, mine, 'phx_close', {}]);
    await reaches(subscription, 'CLOSED');
    await rename(elsewhere, 'Ada L.');
    await wire.event('realtime:witness');
    await wire.beats();
    expect(wire.changes(mine)).toEqual([]);
    expect(subscription.changes.all).toEqual([]);
    await person.client.removeAllChannels();
  });
});

function isEvent(event: string, joinRef: string): (frame: Frame) => boolean {
  return (frame) => frame[3] === event && frame[0] === joinRef;
}

/** What gives a client a token that ends soon, and after that one that does not. */
async function expiringOnce(site: Site, person: Person) {
  const until = Math.floor(Date.now() / 1000) + 3;
  const soon = await minted(site, person, { exp: until });
  return { accessToken: async () => (Date.now() / 1000 < until ? soon : person.session.access_token) };
}
