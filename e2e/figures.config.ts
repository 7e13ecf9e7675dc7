import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

// The browser of the journeys, but alone and unobserved: a second worker, a trace, a screenshot or
// what an earlier test left in a cache would be part of what is measured.
export default defineConfig({
  ...journeys,
  projects: [{ name: 'figures', testMatch: 'figures/**/*.spec.ts' }],
  outputDir: 'results/figures',
  reporter: 'list',
  workers: 1,
  fullyParallel: false,
  timeout: 10 * 60_000,
  use: { ...journeys.use, screenshot: 'off', trace: 'off', reuseContext: false },
});
