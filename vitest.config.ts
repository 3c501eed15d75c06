import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * One process for many files: loading the modules and starting the embedded engine for each would take as long
 * again as the tests.
 */
const SHARED_PROCESS = {
  isolate: false,
  setupFiles: ['tests/support/own-singletons.ts', 'tests/support/property-runs.ts'],
};

/** Tests that need a database end in `.db.test.ts`. */
const DATABASE_TESTS = ['{app,lib,tests}/**/*.db.test.ts'];
/** Tests of the embedded engine itself end in `.pglite.test.ts`. */
const EMBEDDED_TESTS = ['lib/**/*.pglite.test.ts'];
/** It writes and reopens a database folder dozens of times. */
const SLOW_EMBEDDED_TEST = 'lib/db/power-loss.pglite.test.ts';
/** Tests of what only a database server has, such as roles, end in `.postgres.test.ts`. */
const SERVER_TESTS = ['lib/**/*.postgres.test.ts'];

/** What a query costs among many leads, tokens that live for seconds, and services of unusual shapes: `npm run test:rest`. */
const REST_OF_DATABASE = [
  'lib/**/*-cost.db.test.ts',
  'lib/connection/short-tokens.db.test.ts',
  'tests/shapes/pairs.db.test.ts',
];

/** Where the engines differ most: `npm test` runs these on the embedded one as well. */
const ON_BOTH_ENGINES = [
  'lib/submissions/{submit,confirm}.db.test.ts',
  'lib/jobs/{jobs,claiming}.db.test.ts',
  'lib/leads/{list,apply}.db.test.ts',
  'lib/drafts/save.db.test.ts',
  'lib/imports/send-rows.db.test.ts',
  'lib/erasure/erase.db.test.ts',
  'lib/live/stream.db.test.ts',
];

/**
 * `npm run test:rest` runs these as well. Both engines are PostgreSQL: they differ in connections, locks, notifications and
 * what is read at once. What only reads and writes rows is proven on one.
 */
const ALSO_EMBEDDED = [
  'lib/{db,exports,jobs,worker}/**/*.db.test.ts',
  'lib/submissions/{attempts,blocked,life,record-outcome,send,send-failures,states}.db.test.ts',
  'lib/sync/{full-sync,stopped}.db.test.ts',
  'lib/webhooks/manage.db.test.ts',
];

/** Tests on processes that `npm test` runs: they prove the promises. `npm run test:rest` runs the others. */
const GATE = [
  'tests/faults/submissions-{forms,killed,lost-responses,time-outs}.faults.ts',
  'tests/faults/{webhooks,webhook-crashes,imports,processes,database-folder}.faults.ts',
  'tests/hostile/{matrix,forms,sign-in,webhooks,webhook-signatures,headers,lost-access}.hostile.ts',
];

/** Installs and builds the committed files without what only development needs: a part of `rest:node-24`. */
const PRODUCTION_INSTALL = 'tests/faults/production-install.faults.ts';

/** Each must match a file, or a test silently leaves its step. */
export const NAMED_FILES = [
  ...REST_OF_DATABASE,
  ...ON_BOTH_ENGINES,
  ...ALSO_EMBEDDED,
  SLOW_EMBEDDED_TEST,
  ...GATE,
  PRODUCTION_INSTALL,
];

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

function project(name: string, settings: Settings): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...settings } };
}

const databaseProject = (engine: 'pglite' | 'postgres', name: string, settings: Settings) =>
  project(name, {
    globalSetup: [`tests/support/${engine}-setup.ts`],
    ...SHARED_PROCESS,
    // A database test waits for about half of its time.
    maxWorkers: 4,
    sequence: { groupOrder: 2 },
    ...settings,
  });

/** Each file in a process that can be ended with all that it started. They need a production build. */
const processProject = (name: string, settings: Settings) =>
  project(name, {
    globalSetup: ['tests/support/desk/setup.ts'],
    setupFiles: ['tests/support/desk/end-with-runner.ts'],
    pool: 'forks',
    // They wait for more than half of their time.
    maxWorkers: 3,
    sequence: { groupOrder: 1 },
    // What such a test waits for names itself when it is late; this ends what hangs without a word.
    testTimeout: 300_000,
    hookTimeout: 360_000,
    ...settings,
  });

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
    // By default one core is left idle, which on two cores is half of them.
    maxWorkers: '100%',
    // Properties are tried with hundreds of values, which takes its time while other tests run beside them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project('unit', {
        ...SHARED_PROCESS,
        include: ['{lib,components,app,sandbox,scripts,e2e,bench,tests}/**/*.test.{ts,tsx}'],
        exclude: [...DATABASE_TESTS, ...EMBEDDED_TESTS, ...SERVER_TESTS],
      }),
      databaseProject('postgres', 'db', {
        include: [...DATABASE_TESTS, ...SERVER_TESTS],
        exclude: REST_OF_DATABASE,
      }),
      databaseProject('postgres', 'db-rest', { include: REST_OF_DATABASE }),
      databaseProject('pglite', 'db-pglite', {
        include: [...ON_BOTH_ENGINES, ...EMBEDDED_TESTS],
        exclude: [SLOW_EMBEDDED_TEST],
      }),
      databaseProject('pglite', 'db-pglite-rest', {
        include: [...ALSO_EMBEDDED, SLOW_EMBEDDED_TEST],
        exclude: ON_BOTH_ENGINES,
      }),
      processProject('processes', { include: GATE }),
      processProject('processes-rest', {
        include: ['tests/{faults,hostile}/**/*.{faults,hostile}.ts'],
        exclude: [...GATE, PRODUCTION_INSTALL],
      }),
      processProject('production', { include: [PRODUCTION_INSTALL] }),
      processProject('model', {
        include: ['tests/faults/model/*.model.ts'],
        disableConsoleIntercept: true,
        // As long as its plan is, which may be an hour.
        testTimeout: 2 * 60 * 60_000,
      }),
    ],
  },
});
