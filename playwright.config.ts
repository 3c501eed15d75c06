import { defineConfig } from '@playwright/test';
import { DESKS } from './e2e/stacks';
import { browserArgs, findBrowser } from './tests/support/browser';

// Looked for once: the workers read this file as well.
const BROWSER = findBrowser();
process.env.PLAYWRIGHT_CHROMIUM = BROWSER;

const ACCESSIBILITY = '**/accessibility.spec.ts';

/**
 * `E2E_ENGINE=pglite` runs them on the embedded database. They need a production build: `npm run build`.
 */
export default defineConfig({
  testDir: 'e2e',
  // Each run empties its own: the second one of `npm test` leaves what the first one recorded.
  outputDir: `test-results/e2e/${process.env.E2E_ENGINE ?? 'postgres'}`,
  projects: [
    /** On PostgreSQL; `@rest` marks what is rare: `npm run test:rest`. */
    { name: 'flows', testIgnore: ACCESSIBILITY, grepInvert: /@embedded|@rest/ },
    { name: 'rare', testIgnore: ACCESSIBILITY, grep: /@rest/ },
    /** What the demo runs on: the main path of each part. */
    { name: 'embedded', grep: /@embedded/ },
    /** One scene of each kind of page, and all of them. */
    { name: 'pages', testMatch: ACCESSIBILITY, grep: /@page/ },
    { name: 'scenes', testMatch: ACCESSIBILITY, grepInvert: /@page/ },
  ],
  webServer: {
    command: 'exec node --conditions=react-server --import tsx e2e/desks.ts',
    wait: { stdout: /^Desks: (?<e2e_stacks>.+)$/m },
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
  workers: DESKS,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  // A machine may be busy with other work; what is never shown fails a little later.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    locale: 'en-US',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    // Drawing motion takes a twelfth of the time, and no flow is about it.
    contextOptions: { reducedMotion: 'reduce' },
    // The log of actions only: snapshots of the page take a quarter of the time. `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: BROWSER, args: browserArgs() },
  },
  preserveOutput: 'failures-only',
});
