import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './tests/support/browser';

const { CI, DESK_URL, E2E_REPORT, E2E_WITHOUT } = process.env;

/** `npm test` starts the desk and the sandbox and says where; by hand, start `npm run demo` and set both. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: E2E_WITHOUT ? E2E_WITHOUT.split(',') : [],
  outputDir: 'test-results/e2e',
  // One portal and one desk serve all flows: two at once would see each other's changes.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: E2E_REPORT ? [['list'], ['json', { outputFile: E2E_REPORT }]] : [['list']],
  use: {
    baseURL: DESK_URL ?? 'http://localhost:3000',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
  preserveOutput: CI ? 'failures-only' : 'always',
});
