import { forgetDraft, readDraft, saveDraft } from './drafts';

/** A running job, as the screen shows it. */
export type RunningJob = {
  percent: number;
  found: number;
  /** What is being done: 'Reading posts'. Unknown until the job tells. */
  stage?: string | undefined;
  /** Unknown where another browser started it. */
  startedAt: number | undefined;
  /** How many of its searches are done; only while it searches, and only where the server counts them. */
  searches?: { done: number; of: number } | undefined;
  /** It waits for its turn at Reddit until then. */
  waitsUntil?: string | undefined;
};

type ReportedProgress = {
  state: string;
  percent: number;
  found: number;
  stage?: string;
  done?: number;
  of?: number;
  waitsUntil?: string | null;
};

/** The progress of a running job, limited to what a wave can show. */
export function runningJobOf(heard: ReportedProgress | null | undefined, startedAt: number | undefined): RunningJob {
  const told = heard?.state === 'running' ? heard : undefined;
  const { done = 0, of = 0 } = told ?? {};
  return {
    percent: Math.min(100, Math.max(0, told?.percent ?? 0)),
    found: Math.max(0, told?.found ?? 0),
    stage: told?.stage,
    startedAt,
    searches: of > 0 ? { done: Math.min(done, of), of } : undefined,
    waitsUntil: told?.waitsUntil ?? undefined,
  };
}

/** The start time survives a reload, so that the clock continues. */
export function rememberStart(job: string, userId: string, at: number): void {
  saveDraft(draftName(job), { userId, at });
}

export function rememberedStart(job: string, userId: string, now: number): number | undefined {
  const draft = readDraft(draftName(job));
  if (typeof draft !== 'object' || draft === null) return undefined;
  const { userId: whose, at } = draft as Record<string, unknown>;
  const isOurs = whose === userId && typeof at === 'number' && at <= now && now - at < longestRunMs;
  return isOurs ? at : undefined;
}

export function forgetStart(job: string): void {
  forgetDraft(draftName(job));
}

const draftName = (job: string) => `${job}-start`;
// No search takes an hour; what is older was left behind by a browser that was closed.
const longestRunMs = 3_600_000;
