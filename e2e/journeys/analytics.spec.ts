import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, ownServer, test as base } from '../earshot';
import { findAccessibilityViolations, collectComplaints, keepScreen } from '../page-checks';

/** A PostHog of our own that writes down what it is told. */
type Listener = { url: string; heard: { path: string; body: string }[] };

const test = base.extend<{ listener: Listener }>({
  listener: async ({}, use) => {
    const heard: Listener['heard'] = [];
    const record = async (request: IncomingMessage, response: ServerResponse) => {
      const bytes = await buffer(request);
      const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
      if (request.method === 'POST')
        heard.push({ path: request.url ?? '', body: readable((isGzip ? gunzipSync(bytes) : bytes).toString()) });
      const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      response.writeHead(200, { ...anyOrigin, 'content-type': 'application/json' }).end('{"status":1,"flags":{}}');
    };
    const server = createServer((request, response) => void record(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard });
    await closed(server);
  },

  environment: async ({ listener }, use) => use({ EARSHOT_POSTHOG_KEY: 'phc_test', EARSHOT_POSTHOG_HOST: listener.url }),
});

function question(page: Page) {
  return page.getByRole('region', { name: 'Usage analytics' });
}

test('people are asked, and until they answer nothing is loaded and nothing is sent', ownServer, async ({ page, listener }) => {
  const complaints = collectComplaints(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));

  await page.goto('/signin');
  await expect(question(page)).toBeVisible();
  await keepScreen(page, 'consent-light-1440');
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'No thanks' }).click();
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await expect(question(page)).toBeHidden();
  expect(scripts.filter((url) => url.includes('posthog'))).toEqual([]);
  expect(listener.heard).toEqual([]);
  expect(complaints).toEqual([]);
});

test(
  'after a yes the pages are counted, three quick clicks are noticed, and no address is told in full',
  ownServer,
  async ({ page, listener }) => {
    const complaints = collectComplaints(page);
    const events = () => listener.heard.map(({ body }) => body).join('\n');
    // PostHog counts no robots, and a driven browser says that it is one.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'webdriver', { get: () => false });
      Object.defineProperty(navigator, 'userAgent', {
        get: () => 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
      });
      Object.defineProperty(navigator, 'userAgentData', { get: () => undefined });
    });

    await page.goto('/signin?next=topsecret#topsecret');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(question(page)).toBeHidden();
    await expect.poll(events).toContain('$pageview');

    const toggle = page.getByRole('button', { name: /^(Show|Hide) password$/ });
    for (let click = 0; click < 3; click += 1) await toggle.click();
    await expect.poll(events).toContain('$rageclick');

    expect(listener.heard.map(({ path }) => path.split('?')[0])).toContain('/flags/');
    expect(JSON.stringify(listener.heard)).not.toContain('topsecret');
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

/** Bodies come plain, gzipped, or as a form with base64 in it. */
function readable(body: string): string {
  const form = /^data=([^&]*)/.exec(body)?.[1];
  return form === undefined ? body : Buffer.from(decodeURIComponent(form), 'base64').toString();
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
