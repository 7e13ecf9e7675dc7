import { createTransport } from 'nodemailer';
import type { APIRequestContext } from '@playwright/test';
import { expect, ownServer, test } from '../earshot';
import { findAccessibilityViolations } from '../page-checks';
import { newAddress } from '../people';

// The mail sandbox, held to what a stock SMTP client sends.

type Message = { to: string; subject: string; html: string; text: string; sent_at: string; links: string[] };

test('the mailbox is empty until a mail arrives, and then shows it', ownServer, async ({ page, request }) => {
  await page.goto('/sandbox/mailbox');
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible();

  await send(request, { to: 'nora@paperlark.example', subject: 'Confirm your address', html: '<p>Welcome, Nora.</p>' });
  await page.reload();

  await expect(page.getByText('Confirm your address', { exact: true })).toBeVisible();
  await expect(page.getByText('to nora@paperlark.example')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeHidden();
  const mail = page.getByTitle('Mail: Confirm your address');
  await expect(mail.contentFrame().getByText('Welcome, Nora.')).toBeVisible();
  // No script runs inside a mail, not even that of axe, which would wait for it in vain.
  await mail.evaluate((frame) => frame.remove());
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

test('a mail is kept with its text, its HTML and its links', async ({ request }) => {
  const nora = newAddress('nora');
  await send(request, {
    to: nora,
    subject: 'Confirm your address',
    text: 'Open https://earshot.example/confirm?code=1&next=2 to confirm.',
    html: '<p><a href="https://earshot.example/confirm?code=1&amp;next=2">Confirm</a></p>',
  });

  const [message] = await mailTo(request, nora);

  expect(message).toMatchObject({
    to: nora,
    subject: 'Confirm your address',
    text: expect.stringContaining('Open https://earshot.example/confirm?code=1&next=2 to confirm.'),
    html: expect.stringContaining('<p><a href="https://earshot.example/confirm?code=1&amp;next=2">Confirm</a></p>'),
  });
  expect(message?.links).toContain('https://earshot.example/confirm?code=1&next=2');
  expect(Date.parse(message?.sent_at ?? '')).not.toBeNaN();
});

test('the newest mail comes first, and each address sees only its own', async ({ request }) => {
  const nora = newAddress('nora');
  await send(request, { to: nora, subject: 'First' });
  await send(request, { to: newAddress('ada'), subject: 'For Ada' });
  await send(request, { to: nora, subject: 'Second' });

  const subjects = (await mailTo(request, nora)).map((message) => message.subject);

  expect(subjects).toEqual(['Second', 'First']);
});

test('letters of any language, long lines and lines of dots arrive as they were sent', async ({ request }) => {
  const nora = newAddress('nora');
  const text = ['Grüße, 東京 👂', '.', '..a line that starts with dots', 'long '.repeat(400).trim(), 'end'].join('\n');

  await send(request, { to: nora, subject: 'Grüße aus 東京: ein Betreff, der länger ist als eine Zeile im Kopf', text });

  const [message] = await mailTo(request, nora);
  expect(message?.subject).toBe('Grüße aus 東京: ein Betreff, der länger ist als eine Zeile im Kopf');
  expect(message?.text.replaceAll('\r\n', '\n').trim()).toBe(text);
});

test('a mail of the sandbox survives a restart of the server', ownServer, async ({ request, earshot }) => {
  await send(request, { to: 'nora@paperlark.example', subject: 'Still here' });

  await earshot.restart();

  expect(await mailTo(request, 'nora@paperlark.example')).toMatchObject([{ subject: 'Still here' }]);
});

async function send(request: APIRequestContext, mail: { to: string; subject: string; text?: string; html?: string }) {
  const settings = (await (await request.get('/sandbox/settings')).json()) as { sandboxes: { mail: string } };
  const transport = createTransport(settings.sandboxes.mail);
  await transport.sendMail({ from: 'Earshot <hello@earshot.example>', text: 'A mail.', ...mail });
  transport.close();
}

async function mailTo(request: APIRequestContext, address: string): Promise<Message[]> {
  const answer = await request.get('/sandbox/mailbox', { params: { to: address }, headers: { accept: 'application/json' } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { messages: Message[] }).messages;
}
