// Passes the calls of OpenAI's protocol on to a model, piece by piece, and keeps what was asked and
// answered.
import { createServer } from 'node:http';

export async function startRecorder(url, key) {
  const exchanges = [];
  const server = createServer((request, response) => {
    pass(request, response, { url, key, exchanges }).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, exchanges, close };
}

async function pass(request, response, { url, key, exchanges }) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const exchange = { asked: JSON.parse(body), status: 0, answer: '', usage: null, started: Date.now() };
  exchanges.push(exchange);
  const base = url.replace(/\/$/, '');
  const reply = await fetch(base + request.url.replace(/^\/v1/, ''), {
    method: request.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
  });
  exchange.status = reply.status;
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' });
  let received = '';
  const decoder = new TextDecoder();
  for await (const piece of reply.body) {
    exchange.firstToken ??= Date.now();
    received += decoder.decode(piece, { stream: true });
    response.write(piece);
  }
  response.end();
  exchange.ended = Date.now();
  read(exchange, received);
}

/** What the model said, from a stream or from one piece. */
function read(exchange, received) {
  const events = received.split('\n').filter((line) => line.startsWith('data: {'));
  const parts = events.length > 0 ? events.map((line) => line.slice(6)) : [received];
  for (const part of parts) {
    let chunk;
    try {
      chunk = JSON.parse(part);
    } catch {
      exchange.answer += part;
      continue;
    }
    const choice = chunk.choices?.[0];
    exchange.answer += choice?.delta?.content ?? choice?.message?.content ?? '';
    exchange.ending = choice?.finish_reason ?? exchange.ending;
    exchange.usage = chunk.usage ?? exchange.usage;
    if (chunk.error) exchange.answer += JSON.stringify(chunk.error);
  }
}
