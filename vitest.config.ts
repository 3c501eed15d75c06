import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** By default one core is left idle, which on two cores is half of them. */
const WORKERS = Math.max(2, availableParallelism() - 1);
/** Of the tests on processes, which wait for more than half of their time, some more can run at once. */
const FAULT_WORKERS = Math.max(3, WORKERS);
/**
 * What a test on processes waits for names itself when it is late; this ends what hangs without a word. Far longer than
 * any takes, as a slow machine takes five times as long as a fast one.
 */
const PROCESS_TEST_MS = 300_000;
/**
 * One process for many files: loading the modules and starting the embedded engine for each would take as long
 * again as the tests.
 */
const SHARED_PROCESS = { isolate: false, setupFiles: ['tests/support/own-singletons.ts'] };

/** Tests that need a database end in `.db.test.ts` and run once on each engine. */
const DATABASE_TESTS = ['lib/**/*.db.test.ts', 'tests/**/*.db.test.ts'];
/** Tests of the embedded engine itself end in `.pglite.test.ts`. */
const EMBEDDED_TESTS = ['lib/**/*.pglite.test.ts'];
/** Tests of what only a database server has, such as roles, end in `.postgres.test.ts`. */
const SERVER_TESTS = ['lib/**/*.postgres.test.ts'];

export default defineConfig({
  resolve: {
    alias: {
      '@': here('.'),
      // The real one throws outside Next; that it is imported is what matters, and Next checks it at build.
      'server-only': here('node_modules/server-only/empty.js'),
    },
  },
  test: {
    restoreMocks: true,
    allowOnly: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED_PROCESS,
          // Properties are tried with hundreds of values, which takes its time while other tests run beside them.
          testTimeout: 60_000,
          include: ['{lib,components,app,sandbox,scripts,e2e,bench,tests}/**/*.test.{ts,tsx}'],
          exclude: [...DATABASE_TESTS, ...EMBEDDED_TESTS, ...SERVER_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'db-pglite',
          include: [...DATABASE_TESTS, ...EMBEDDED_TESTS],
          globalSetup: ['tests/support/pglite-setup.ts'],
          ...SHARED_PROCESS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db-postgres',
          include: [...DATABASE_TESTS, ...SERVER_TESTS],
          globalSetup: ['tests/support/postgres-setup.ts'],
          ...SHARED_PROCESS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.faults.ts'],
          globalSetup: ['tests/support/desk/setup.ts'],
          setupFiles: ['tests/support/desk/end-with-runner.ts'],
          // Each file in a process that can be ended with all that it started.
          pool: 'forks',
          maxWorkers: FAULT_WORKERS,
          sequence: { groupOrder: 1 },
          testTimeout: PROCESS_TEST_MS,
          hookTimeout: 360_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'hostile',
          include: ['tests/hostile/**/*.hostile.ts'],
          globalSetup: ['tests/support/desk/setup.ts'],
          setupFiles: ['tests/support/desk/end-with-runner.ts'],
          pool: 'forks',
          maxWorkers: FAULT_WORKERS,
          sequence: { groupOrder: 1 },
          testTimeout: PROCESS_TEST_MS,
          hookTimeout: 360_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'model',
          include: ['tests/faults/model/*.model.ts'],
          globalSetup: ['tests/support/desk/setup.ts'],
          setupFiles: ['tests/support/desk/end-with-runner.ts'],
          pool: 'forks',
          disableConsoleIntercept: true,
          // As long as its plan is, which may be an hour.
          testTimeout: 2 * 60 * 60_000,
          hookTimeout: 360_000,
        },
      },
    ],
  },
});
