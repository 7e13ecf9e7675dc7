import type { JobProgress } from '../../api/progress';

/** The stages of an analysis, each with the part of the whole at which it ends (spec §2, Onboarding). */
export const stages = [
  { name: 'Scraping Website', about: 'Reading your public pages', endsAt: 33 },
  { name: 'Extracting Keywords', about: 'Looking for what buyers would type', endsAt: 66 },
  { name: 'Generating Description', about: 'A short summary you can check', endsAt: 100 },
] as const;

export type Stage = (typeof stages)[number];

/** An analysis as the screen shows it. */
export type AnalysisState = { state: 'resting' } | { state: 'running'; stage: number; percent: number };

/** The worker's last report as a stage. Until the first report, the first stage is running. */
export function analysisStateOf(progress: JobProgress | null): AnalysisState {
  const stage = Math.max(
    0,
    stages.findIndex(({ name }) => name === progress?.stage),
  );
  const startsAt = stages[stage - 1]?.endsAt ?? 0;
  const percent = progress === null ? 0 : Math.min(stages[stage]?.endsAt ?? 100, Math.max(startsAt, progress.percent));
  return { state: 'running', stage, percent };
}

/** The whole of it is done. */
export const analysed: AnalysisState = { state: 'running', stage: stages.length - 1, percent: 100 };

export function stageState(analysing: AnalysisState, index: number): 'waiting' | 'next' | 'working' | 'done' {
  if (analysing.state === 'resting') return 'waiting';
  if (index < analysing.stage || analysing.percent === 100) return 'done';
  return index === analysing.stage ? 'working' : 'next';
}

/** Where the wave is heading: to what was told at once, and on from there by little, never out of the stage. */
export type ProgressGoal = { percent: number; limit: number };

export function goalOf(analysing: AnalysisState): ProgressGoal {
  if (analysing.state === 'resting') return { percent: 0, limit: 0 };
  const { percent } = analysing;
  const endsAt = stages[analysing.stage]?.endsAt ?? 100;
  return { percent, limit: percent + (endsAt - percent) * mostUntold };
}

/**
 * Where the wave stands some time after it left `from` for its goal. It comes to rest when nothing
 * more is reported, so that a dead worker shows.
 */
export function easedPercent(from: number, { percent, limit }: ProgressGoal, elapsedMs: number): number {
  const arrived = 1 - Math.exp(-elapsedMs / arrivalMs);
  const crept = 1 - Math.exp(-elapsedMs / creepMs);
  return from + (percent - from) * arrived + (limit - percent) * crept;
}

/** How much of the rest of a stage may be shown before it is reported. */
const mostUntold = 0.7;
const arrivalMs = 90;
const creepMs = 5000;
