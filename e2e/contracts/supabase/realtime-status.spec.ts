import { expect, ownServer, test } from './fixtures';
import { Wire, everything, ownProfile, ownSubscription, reaches, rename, subscribe, subscribed, watchedSocket } from './realtime-client';
import { transport } from './websocket-transport';

const mine = 'realtime:mine';

test.describe('4.4 Status callback', () => {
  test('4.4 SUBSCRIBED: join reply ok and bindings match', async ({ site }) => {
    const person = await site.person('ada');
    const subscription = await subscribed(person, `subscription_status_${person.id}`, ownSubscription(person));
    expect(subscription.statuses.all).toEqual([{ status: 'SUBSCRIBED', message: undefined }]);
    await person.client.removeAllChannels();
  });

  test('4.4 CHANNEL_ERROR: join reply error, its message = the values of response', async ({ site }) => {
    const [ada, bob] = [await site.person('ada'), await site.person('bob')];
    const subscription = subscribe(ada, `progress_${bob.id}`, []);
    expect((await reaches(subscription, 'CHANNEL_ERROR')).message).toMatch(/^Unauthorized: /);
    await ada.client.removeAllChannels();
  });

  test('4.4 CHANNEL_ERROR: socket closed uncleanly; the client reconnects and is SUBSCRIBED anew', async ({ site }) => {
    const watched = watchedSocket();
    const person = await site.member('ada', { realtime: transport(watched.socket) });
    const subscription = await subscribed(person, 'mine', ownProfile(person));
    watched.opened[0]?.terminate();
    await reaches(subscription, 'CHANNEL_ERROR');
    await reaches(subscription, 'SUBSCRIBED');
    await rename(person, 'Ada L.');
    await subscription.changes.next('an event');
    await person.client.removeAllChannels();
  });

  test('4.4 CHANNEL_ERROR: heartbeat timeout; the client closes with 1000 and reconnects', async ({ site }) => {
    let deaf = true;
    const watched = watchedSocket((frame) => deaf && frame[2] === 'phoenix');
    const person = await site.member('ada', { realtime: { ...transport(watched.socket), heartbeatIntervalMs: 500 } });
    const subscription = await subscribed(person, 'mine', ownProfile(person));
    expect((await reaches(subscription, 'CHANNEL_ERROR')).message).toContain('heartbeat timeout');
    deaf = false;
    await reaches(subscription, 'SUBSCRIBED');
    await person.client.removeAllChannels();
  });

  test('4.4 TIMED_OUT: no join reply within the time-out; the client sends phx_leave and rejoins', async ({ site }) => {
    let lost = 0;
    const watched = watchedSocket((frame) => frame[3] === 'phx_reply' && frame[2] === mine && frame[0] === frame[1] && (lost += 1) === 1);
    const person = await site.member('ada', { realtime: { ...transport(watched.socket), timeout: 1000 } });
    const subscription = subscribe(person, 'mine', ownProfile(person));
    await reaches(subscription, 'TIMED_OUT');
    await watched.sent.next('phx_leave', (frame) => frame[3] === 'phx_leave');
    await reaches(subscription, 'SUBSCRIBED');
    await rename(person, 'Ada L.');
    await subscription.changes.next('an event');
    await person.client.removeAllChannels();
  });

  test('4.4 CLOSED: unsubscribe, reported before the server answers; the server lets go', async ({ site }) => {
    const watched = watchedSocket();
    const person = await site.member('ada', { realtime: transport(watched.socket) });
    const subscription = await subscribed(person, 'mine', ownProfile(person));
    expect(await subscription.channel.unsubscribe()).toBe('ok');
    await reaches(subscription, 'CLOSED');
    await watched.received.next('phx_close', (frame) => frame[3] === 'phx_close');
    await person.client.removeAllChannels();
  });

  test(
    '4.4 CHANNEL_ERROR: a restart of the server; all channels rejoin, and what was missed is not replayed',
    ownServer,
    async ({ site }) => {
      const person = await site.member('ada');
      const subscriptions = [await subscribed(person, 'one', ownProfile(person)), await subscribed(person, 'two', ownProfile(person))];
      await site.earshot.restart();
      await rename(person, 'while away');
      for (const subscription of subscriptions) {
        await reaches(subscription, 'CHANNEL_ERROR');
        await reaches(subscription, 'SUBSCRIBED');
      }
      await rename(person, 'back again');
      for (const { changes } of subscriptions) {
        await changes.next('an event');
        expect(changes.all).toMatchObject([{ new: { full_name: 'back again' } }]);
      }
      await person.client.removeAllChannels();
    },
  );

  test('4.4 server: bounds the size of a frame', async ({ site }) => {
    const wire = await Wire.open(site);
    wire.send([null, '7', 'phoenix', 'heartbeat', { padding: 'x'.repeat(1024 * 1024) }]);
    await wire.closed;
  });

  test('4.4 server: bounds the joins per socket', async ({ site }) => {
    const { session } = await site.person('ada');
    const wire = await Wire.open(site);
    for (let joins = 0; joins < 50; joins += 1) await wire.joined(`realtime:${joins}`, everything, session.access_token);
    await wire.refused('realtime:one too many', everything, session.access_token);
    await wire.beats();
  });

  test('4.4 server: bounds the sockets per user', async ({ site }) => {
    const { session } = await site.person('ada');
    const wires = await Promise.all(Array.from({ length: 20 }, () => Wire.open(site)));
    for (const wire of wires) await wire.joined(mine, everything, session.access_token);
    await (await Wire.open(site)).refused(mine, everything, session.access_token);
    for (const wire of wires) wire.close();
  });
});
