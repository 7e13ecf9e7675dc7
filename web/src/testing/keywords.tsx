import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { vi } from 'vitest';
import type { KeywordPlan } from '../features/keywords/keyword-rules';
import { KeywordsCard } from '../features/keywords/keywords-card';
import { TooltipProvider } from '../ui/tooltip';
import { nora, openPage, theServerSays } from './identity';

type Wire = { keyword: string; paused?: boolean };
type KeywordAnswers = Parameters<typeof theServerSays>[0];

export const starter = { name: 'Starter', limit: 10 };
export const professional = { name: 'Professional', limit: 30 };
export const ten = Array.from({ length: 10 }, (_, index) => `keyword ${index + 1}`);
export const [add, remove, preview] = ['POST /api/keywords', 'DELETE /api/keywords', 'GET /api/keywords/preview'] as const;
export const done = () => Response.json({ success: true });
export const onUpgrade = vi.fn<() => void>();

/** A server that keeps a list: what it says is done, it has done. */
export function serves(keywords: readonly (string | Wire)[], others: KeywordAnswers = {}) {
  let list: Wire[] = keywords.map((keyword) => (typeof keyword === 'string' ? { keyword } : keyword));
  const calls = theServerSays({
    'GET /api/keywords': () => Response.json({ success: true, keywords: list }),
    'GET /api/keywords/suggestions': () => Response.json({ success: true, suggestions: [] }),
    ...others,
    [remove]: () => keeping(others[remove], () => (list = list.filter(({ keyword }) => keyword !== calls.at(-1)?.query.get('keyword')))),
    [add]: () => keeping(others[add], () => (list = [...list.filter(({ keyword }) => keyword !== added().keyword), added()])),
  });
  const added = (): Wire => {
    const body = calls.at(-1)?.body as { keyword: string; wasPaused?: boolean } | undefined;
    return { keyword: body?.keyword ?? '', paused: body?.wasPaused === true };
  };
  return calls;
}

async function keeping(answer: (() => Response | Promise<Response>) | undefined, keep: () => void): Promise<Response> {
  if (answer === undefined) throw new TypeError('Failed to fetch');
  if (answer === done) keep();
  return answer();
}

/** Opens the card and waits for the list. */
export async function opensKeywords(
  keywords: readonly (string | Wire)[],
  plan: KeywordPlan = starter,
  others: KeywordAnswers = {},
  upgrade: (() => void) | null = onUpgrade,
) {
  const calls = serves(keywords, others);
  const page = openPage(<Changing plan={plan} upgrade={upgrade} />, '/dashboard?tab=settings');
  await screen.findByLabelText('Add a keyword or phrase');
  return { ...page, calls };
}

/** The card of a user whose plan may grow meanwhile. */
function Changing({ plan, upgrade }: { plan: KeywordPlan; upgrade: (() => void) | null }) {
  const [now, setNow] = useState(plan);
  return (
    <TooltipProvider>
      <KeywordsCard userId={nora.id} plan={now} onUpgrade={upgrade ?? undefined} />
      <button type="button" onClick={() => setNow(professional)}>
        Become Professional
      </button>
    </TooltipProvider>
  );
}

export const card = () => screen.getByRole('region', { name: 'Keywords Tracking' });
export const field = () => screen.getByLabelText('Add a keyword or phrase');
export const shown = () =>
  within(screen.queryByRole('list', { name: 'Keywords' }) ?? document.createElement('ul'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const bodies = (calls: ReturnType<typeof theServerSays>) => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
