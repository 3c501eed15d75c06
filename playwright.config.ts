import { defineConfig } from '@playwright/test';
import { readStacks } from './e2e/stacks';
import { browserArgs, findBrowser } from './tests/support/browser';

const { CI, E2E_REPORT, E2E_WITHOUT } = process.env;

/** `npm test` starts desks and sandboxes and says where they are; by hand, start `npm run demo`. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: E2E_WITHOUT ? E2E_WITHOUT.split(',') : [],
  outputDir: 'test-results/e2e',
  // A portal and a desk serve one flow at a time: two at once would see each other's changes.
  workers: readStacks().length,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 7_000 },
  reporter: E2E_REPORT ? [['list'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    // The log of actions only: snapshots of the page take a quarter of the time. `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
  preserveOutput: CI ? 'failures-only' : 'always',
});
