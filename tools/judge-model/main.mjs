// `make judge-model`: runs the product with a real language model and writes a page with every prompt
// and answer beside each other, what the product's checks made of them, tokens and time.
//
// The product runs as it is, with its demo account and sample posts. Between it and the model stands a
// recorder, so that the page shows whatever the prompts are today. Drafts are written for an account that
// was filled without the model; readings and lead checks are those of another one's first scan. A small
// model needs an hour for both, so the page is written anew after each step, and JUDGE_PARTS chooses.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { page } from './page.mjs';
import { startRecorder } from './recorder.mjs';

const {
  JUDGE_URL: url,
  JUDGE_MODEL: model,
  JUDGE_KEY: key = 'none',
  JUDGE_DRAFTS: drafts = '30',
  JUDGE_PARTS: chosen,
  JUDGE_PAGE: output = 'target/judge-model.html',
  JUDGE_EARSHOT: binary = 'target/debug/earshot',
} = process.env;
if (!url || !model) {
  console.error('Say which model: make judge-model JUDGE_URL=http://localhost:11434/v1 JUDGE_MODEL=qwen2.5:7b');
  process.exit(2);
}

const TONES = [
  'helpful and professional',
  'casual and friendly',
  'expert and authoritative',
  'supportive and encouraging',
  'conversational and engaging',
];
const parts = chosen || 'drafts,readings';
const recorder = await startRecorder(url, key);
const seen = { drafts: [], mentions: [], posts: [] };
// A first scan takes long, and what it has asked so far is worth reading.
const often = setInterval(writePage, 30_000);
try {
  if (parts.includes('drafts')) await judgeDrafts();
  if (parts.includes('readings')) await judgeReadings();
} finally {
  clearInterval(often);
  recorder.close();
}

async function judgeDrafts() {
  await inNewFolder(async (folder) => {
    await withServer(folder, { EARSHOT_LLM_PROVIDER: 'none' }, firstScan);
    console.log('The demo account is filled.');
    await withServer(folder, { ...theModel(), EARSHOT_SCANS: 'off' }, writeDrafts);
  });
}

async function judgeReadings() {
  await inNewFolder(async (folder) => {
    // Where a live model is set there is no demo account, so it is made before, and nothing else is.
    await withServer(folder, { EARSHOT_LLM_PROVIDER: 'none', EARSHOT_SCANS: 'off' }, async () => {});
    await withServer(folder, theModel(), async (api) => {
      await firstScan(api);
      seen.mentions = (await api('GET', '/api/mentions?limit=200')).mentions;
      seen.posts = (await api('GET', '/api/reddit-posts?limit=200')).posts;
      writePage();
      console.log('Website, mentions and leads are read.');
    });
  });
}

function writePage() {
  writeFileSync(output, page({ model, url, exchanges: recorder.exchanges, ...seen }));
}

function theModel() {
  return {
    EARSHOT_LLM_PROVIDER: 'openai',
    EARSHOT_LLM_URL: recorder.url,
    EARSHOT_LLM_MODEL: model,
    EARSHOT_LLM_USER_DAILY_TOKENS: '100000000',
    EARSHOT_LLM_DAILY_TOKENS: '100000000',
  };
}

async function inNewFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'judge-model-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the product on a folder, does the work as the demo account, and ends it. */
async function withServer(folder, settings, work) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    EARSHOT_CONFIG: '/dev/null',
    EARSHOT_BIND: '127.0.0.1:0',
    EARSHOT_DATA_DIR: folder,
    EARSHOT_DEMO: 'on',
    EARSHOT_SCANS: 'on',
    ...settings,
  };
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    await work(await signIn(await listeningAddress(server)));
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

function listeningAddress(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (bytes) => {
      said += bytes;
      const found = said.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)));
  });
}

/** A function that calls the API as the demo account. */
async function signIn(address) {
  const { anonKey } = await (await fetch(`${address}/sandbox/settings`)).json();
  const signedIn = await eventually(async () => {
    const reply = await fetch(`${address}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'demo@earshot.example', password: 'all-ears-today' }),
    });
    return reply.ok && reply.json();
  });
  const headers = { apikey: anonKey, authorization: `Bearer ${signedIn.access_token}`, 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const reply = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
    if (reply.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(reply.headers.get('retry-after') ?? 5)));
      return call(method, path, body);
    }
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  call.userId = signedIn.user.id;
  return call;
}

/** Waits as long as a small model needs, as long as it is being asked something. */
async function firstScan(api) {
  await eventually(async () => {
    const { status } = await api('GET', `/api/cron-jobs/${api.userId}/status`);
    return Boolean(status.lastScan?.endedAt);
  });
}

/** Drafts for the best posts, each in the next tone. */
async function writeDrafts(api) {
  const { posts } = await api('GET', `/api/reddit-posts?limit=${drafts}`);
  for (const [at, post] of posts.entries()) {
    const tone = TONES[at % TONES.length];
    const first = recorder.exchanges.length;
    const started = Date.now();
    const body = { postData: post, userContext: { tone } };
    const { result } = await api('POST', '/api/ai-comment/generate', body);
    const seconds = (Date.now() - started) / 1000;
    seen.drafts.push({ post, tone, result, seconds, exchanges: recorder.exchanges.slice(first) });
    writePage();
    console.log(`Draft ${at + 1} of ${posts.length}: ${result.problem ?? result.kind ?? 'draft'}, ${Math.round(seconds)} s`);
  }
}

async function eventually(look) {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
