import { env } from 'node:process';
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'browser', testMatch: ['journeys/**/*.spec.ts', 'contracts/*.spec.ts'] },
    // What the stock client needs of the server, without a browser. It runs once per database.
    { name: 'supabase', testMatch: 'contracts/supabase/*.spec.ts' },
  ],
  outputDir: 'results/runs',
  reporter: [['list'], ['./retry-reporter.ts']],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Two cores may be slow: a first search reads some hundred posts.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // A trace doubles the work of the browser, so it is only recorded when a test is run again.
    trace: 'on-first-retry',
    // The next test of a worker gets the emptied context of the last one: a new one costs more than most tests.
    reuseContext: true,
    launchOptions: {
      executablePath: env['EARSHOT_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
