import type { JobProgress } from '../../api/progress';
import { forgetDraft, readDraft, saveDraft } from '../../lib/drafts';

/** A discovery under way, as the screen shows it. */
export type Running = {
  percent: number;
  found: number;
  /** Unknown where another browser started it. */
  startedAt: number | undefined;
};

/** Under this name the progress of a discovery is told. */
export const discoveryJob = 'discovery';

/** What is known of the discovery that runs: the worker's word, held to what a wave can show. */
export function runningBy(heard: JobProgress | null | undefined, startedAt: number | undefined): Running {
  const told = heard?.state === 'running' ? heard : undefined;
  return { percent: Math.min(100, Math.max(0, told?.percent ?? 0)), found: Math.max(0, told?.found ?? 0), startedAt };
}

/** The start outlives a reload of the page, so that the time goes on where it was. */
export function rememberStart(userId: string, at: number): void {
  saveDraft(draftName, { userId, at });
}

export function rememberedStart(userId: string, now: number): number | undefined {
  const draft = readDraft(draftName);
  if (typeof draft !== 'object' || draft === null) return undefined;
  const { userId: whose, at } = draft as Record<string, unknown>;
  const isOurs = whose === userId && typeof at === 'number' && at <= now && now - at < longestRunMs;
  return isOurs ? at : undefined;
}

export function forgetStart(): void {
  forgetDraft(draftName);
}

const draftName = 'discovery-start';
// No discovery takes an hour; what is older was left behind by a browser that was closed.
const longestRunMs = 3_600_000;
