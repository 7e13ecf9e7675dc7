// Providers that are away: the server under test talks to the sandboxes of a second one through
// switches that can be turned off.
import { setTimeout as pause } from 'node:timers/promises';
import { createCustomer } from './customer.mjs';
import { Server, until } from './server.mjs';
import { Switch } from './switch.mjs';
import { underWriters } from './writers.mjs';

export const providerFaults = {
  'mail server away for 60 s': mailAway,
  'Reddit away for 30 s': redditAway,
  'Stripe away for 30 s': stripeAway,
};

/** A server whose mail, Reddit and payments are those of `host`, behind switches. */
async function behindSwitches(run) {
  const host = await Server.start();
  const sandboxes = await host.sandboxes();
  const [mail, reddit, payments] = await Promise.all(
    ['mail', 'reddit', 'payments'].map((name) => Switch.open(Number(new URL(sandboxes[name]).port))),
  );
  const tested = await Server.start({
    EARSHOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    REDDIT_CLIENT_ID: 'earshot-sandbox',
    REDDIT_CLIENT_SECRET: 'sandbox-secret',
    REDDIT_WWW_URL: `http://127.0.0.1:${reddit.port}`,
    REDDIT_OAUTH_URL: `http://127.0.0.1:${reddit.port}`,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox',
    STRIPE_STARTER_PRICE: 'price_starter',
    STRIPE_PRO_PRICE: 'price_pro',
    STRIPE_API_URL: `http://127.0.0.1:${payments.port}`,
    EARSHOT_SCANS: 'on',
  });
  try {
    return await run({ host, tested, mail, reddit, payments });
  } finally {
    await tested.end();
    for (const each of [mail, reddit, payments]) each.close();
    await host.end();
  }
}

function mailAway() {
  return behindSwitches(({ host, tested, mail }) =>
    // Mail comes again after 1 and 5 minutes: those of the first seconds wait for the second attempt at most.
    underWriters(tested, { begin: () => mail.turnOff(), lasts: 60, end: () => mail.turnOn() }, { mailbox: host, mailPatience: 480 }),
  );
}

/** The first scan of a new customer meets a dead Reddit: it must find the same posts afterwards, each once. */
function redditAway() {
  return behindSwitches(async ({ host, tested, reddit }) => {
    reddit.turnOff();
    const customer = await createCustomer(tested, host);
    await customer.subscribe();
    await pause(30_000);
    const { message } = await customer.get('/api/reddit/status');
    const before = (await customer.posts()).length;
    reddit.turnOn();
    const recovered = await until('posts are found', async () => (await customer.posts()).length > 0, 600).catch(() => undefined);
    const posts = await customer.posts();
    const doubled = posts.length - new Set(posts.map(({ permalink }) => permalink)).size;
    return { saw: `${before} posts; "${message}"`, recovered, lost: posts.length > 0 ? 0 : 1, doubled };
  });
}

/** A checkout during the outage is refused in words; the same click later makes one customer at the provider. */
function stripeAway() {
  return behindSwitches(async ({ host, tested, payments }) => {
    const customer = await createCustomer(tested, host);
    payments.turnOff();
    const refused = [await customer.checkout(), (await pause(30_000), await customer.checkout())];
    payments.turnOn();
    const recovered = await until('a checkout opens', async () => (await customer.checkout()).status === 200, 120).catch(() => undefined);
    const known = await customersAtProvider(await host.sandboxes(), customer.email);
    const saw = refused.map(({ status, message }) => `${status} "${message}"`).join(', then ');
    return { saw, recovered, lost: known === 0 ? 1 : 0, doubled: Math.max(0, known - 1) };
  });
}

async function customersAtProvider({ payments }, email) {
  const answer = await fetch(`${payments}/v1/customers?email=${encodeURIComponent(email)}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  return (await answer.json()).data.length;
}
