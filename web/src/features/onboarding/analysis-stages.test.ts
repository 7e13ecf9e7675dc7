import { expect, it } from 'vitest';
import type { JobProgress } from '../../api/progress';
import { analysed, type AnalysisState, analysisStateOf, easedPercent, goalOf, stageState } from './analysis-stages';

const resting: AnalysisState = { state: 'resting' };

it('until the worker tells something, the first stage is under way', () => {
  expect(analysisStateOf(null)).toEqual({ state: 'running', stage: 0, percent: 0 });
});

it.each([
  ['Scraping Website', 2, 0, 2],
  ['Extracting Keywords', 52, 1, 52],
  ['Generating Description', 100, 2, 100],
  // Held to the stages: Scraping to 33, Extracting to 66, Generating to 100.
  ['Scraping Website', 90, 0, 33],
  ['Extracting Keywords', 0, 1, 33],
  ['Generating Description', 10, 2, 66],
  // A stage of a newer server.
  ['Warming Up', 5, 0, 5],
])('%s at %i percent is stage %i at %i', (stage, told, index, percent) => {
  expect(analysisStateOf(progress(stage, told))).toEqual({ state: 'running', stage: index, percent });
});

it('the stages before the current one are done, those after it come next', () => {
  expect(states(resting)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(states(analysisStateOf(progress('Extracting Keywords', 40)))).toEqual(['done', 'working', 'next']);
  expect(states(analysed)).toEqual(['done', 'done', 'done']);
});

it('the wave is where the worker says within a moment', () => {
  const goal = goalOf(analysisStateOf(progress('Extracting Keywords', 52)));

  expect(easedPercent(10, goal, 0)).toBe(10);
  expect(easedPercent(10, goal, 400)).toBeGreaterThan(51.5);
});

it('a full wave is full before it goes', () => {
  expect(Math.round(easedPercent(66, goalOf(analysed), 400))).toBe(100);
});

it('a worker that says nothing more is seen to stop, inside its stage', () => {
  const goal = goalOf(analysisStateOf(progress('Extracting Keywords', 40)));
  const [atTenSeconds = 0, atAMinute = 0, atAnHour = 0] = [10_000, 60_000, 3_600_000].map((ms) => easedPercent(33, goal, ms));

  expect(atTenSeconds).toBeGreaterThan(41);
  expect(atAnHour).toBeLessThan(66);
  expect(atAnHour - atAMinute).toBeLessThan(0.01);
});

it('back at rest the wave is empty', () => {
  expect(easedPercent(52, goalOf(resting), 1000)).toBeLessThan(0.01);
});

function states(analysing: AnalysisState) {
  return [0, 1, 2].map((index) => stageState(analysing, index));
}

function progress(stage: string, percent: number): JobProgress {
  return { job: 'analysis', stage, percent, found: 0, state: 'running' };
}
