import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

// The browser of the journeys, alone and without retries: a picture is either made or it is not.
export default defineConfig({
  ...journeys,
  projects: [{ name: 'pictures', testMatch: 'pictures/**/*.spec.ts' }],
  outputDir: 'results/pictures',
  reporter: 'list',
  workers: 1,
  fullyParallel: false,
  timeout: 10 * 60_000,
  use: { ...journeys.use, screenshot: 'off', trace: 'off', reuseContext: false },
});
