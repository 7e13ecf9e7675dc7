// The page of `make judge-model`: one file, readable without a network.

/** The start of the note with which the product sends an answer back. */
const SENT_BACK = 'Your earlier answer could not be used:';

export function page({ model, url, exchanges, drafts, mentions, posts }) {
  const ofDrafts = new Set(drafts.flatMap((draft) => draft.exchanges));
  const others = byTask(exchanges.filter((exchange) => !ofDrafts.has(exchange)));
  const sections = [...others].map(
    ([name, list]) => `<h2>${html(name)} (${list.length})</h2>${list.map(exchangeRow).join('')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Judge ${html(model)}</title>
<style>
body { font: 15px/1.5 system-ui; margin: 2rem auto; max-width: 1500px; padding: 0 1rem; color: #1c1917; }
table { border-collapse: collapse; } td, th { border: 1px solid #d6d3d1; padding: .3rem .6rem; text-align: left; vertical-align: top; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; border-top: 1px solid #d6d3d1; padding: 1rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f5f5f4; padding: .75rem; margin: .3rem 0; max-height: 32rem; overflow: auto; }
.bad { color: #b91c1c; } .good { color: #15803d; } .note { color: #57534e; }
blockquote { margin: .5rem 0; padding: .5rem 1rem; border-left: 4px solid #0f766e; white-space: pre-wrap; }
</style>
<h1>${html(model)}</h1><p class="note">${html(url)}, ${new Date().toISOString().slice(0, 10)}</p>
${totals(exchanges)}
<h2>Drafts (${drafts.length}, ${drafts.filter((draft) => draft.result.used_model).length} written by the model)</h2>
${drafts.map(draftRow).join('')}
${sections.join('')}
<h2>What the product shows: mentions (${mentions.length})</h2>
${table(mentions, ['title', 'sentiment', 'intent', 'summary', 'summary_kind', 'confidence'])}
<h2>What the product shows: posts (${posts.length})</h2>
${table(posts, ['title', 'subreddit', 'relevance_score', 'relevance_reason'])}
</html>\n`;
}

function totals(exchanges) {
  const rows = [...byTask(exchanges)].map(([name, list]) => {
    const tokens = (field) => list.reduce((sum, one) => sum + (one.usage?.[field] ?? 0), 0);
    const seconds = list.map(duration).sort((a, b) => a - b);
    const sentBack = list.filter((one) => reason(one)).length;
    const cells = [name, list.length, sentBack, tokens('prompt_tokens'), tokens('completion_tokens')];
    cells.push(`${seconds[Math.floor(seconds.length / 2)].toFixed(1)} s`, `${seconds.at(-1).toFixed(1)} s`);
    return `<tr>${cells.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`;
  });
  const heads = ['Task', 'Calls', 'Asked again', 'Tokens in', 'Tokens out', 'Median', 'Longest'];
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

function draftRow({ post, tone, result, seconds, exchanges }) {
  const verdict = result.used_model
    ? '<b class="good">used</b>'
    : `<b class="bad">${html(result.problem ?? 'not used')}</b> ${html(result.message ?? '')}`;
  const checks = (result.checks ?? []).map((check) => `<li>${html(check.text)}</li>`).join('');
  return `<h3>${html(post.title)}</h3>
<p class="note">r/${html(post.subreddit)}, ${html(tone)}, ${seconds.toFixed(1)} s, ${result.tokens_used} tokens: ${verdict}</p>
<blockquote>${html(result.comment)}</blockquote><ul>${checks}</ul>${exchanges.map(exchangeRow).join('')}`;
}

function exchangeRow(exchange) {
  const [system, ...rest] = exchange.asked.messages.map((message) => message.content);
  const why = reason(exchange);
  const usage = exchange.usage ?? {};
  const first = exchange.firstToken ? `, first token ${((exchange.firstToken - exchange.started) / 1000).toFixed(1)} s` : '';
  return `<div class="pair"><div>
<details><summary>${html(task(exchange))}: the task</summary><pre>${html(system)}</pre></details>
${why ? `<p class="bad">Sent back: ${html(why)}</p>` : ''}<pre>${html(rest.join('\n\n'))}</pre></div>
<div><p class="note">${exchange.status} ${html(exchange.ending ?? '')}, ${usage.prompt_tokens ?? '?'} + ${usage.completion_tokens ?? '?'} tokens, ${duration(exchange).toFixed(1)} s${first}</p>
<pre>${html(pretty(exchange.answer))}</pre></div></div>`;
}

/** The task's own name, in the first line of the prompt; else the name of the answer's schema. */
function task({ asked }) {
  const named = asked.messages[0].content.match(/^Earshot task: (.+)/);
  return named?.[1] ?? asked.response_format?.json_schema?.name ?? 'other';
}

function byTask(exchanges) {
  const groups = new Map();
  for (const exchange of exchanges) groups.set(task(exchange), [...(groups.get(task(exchange)) ?? []), exchange]);
  return groups;
}

function reason({ asked }) {
  const last = asked.messages.at(-1).content;
  const at = last.lastIndexOf(SENT_BACK);
  return at < 0 ? null : last.slice(at + SENT_BACK.length).trim();
}

const duration = ({ started, ended }) => ((ended ?? started) - started) / 1000;

function table(rows, fields) {
  const cells = (row) => fields.map((field) => `<td>${html(row[field] ?? '')}</td>`).join('');
  const heads = fields.map((field) => `<th>${field}</th>`).join('');
  return `<table><tr>${heads}</tr>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function html(text) {
  return String(text).replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
