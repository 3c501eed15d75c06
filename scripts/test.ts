import { findBrowser } from '../tests/support/browser';
import { type Engine, withStacks } from '../tests/support/desk/stacks';
import { ensureBuilt } from './lib/build';
import { CHECKS } from './lib/checks';
import { endOnSignal } from './lib/end-on-signal';
import { listFailures } from './lib/test-failures';
import { listSlowest, type StepResult, sum } from './lib/test-reports';
import { endTools, runChecks, runPlaywright, runVitest } from './lib/test-steps';

const PARTS = ['static', 'unit', 'db', 'faults', 'hostile', 'e2e'] as const;
type Part = (typeof PARTS)[number];

type Step = { parts: readonly Part[]; name: string; run(): Promise<StepResult> };

const USAGE = `npm test                          everything
npm test -- static                format, lint, import rules, types, unused code
npm test -- unit [file…]          unit and property tests
npm test -- db [file…]            database tests on PGlite and on PostgreSQL
npm test -- faults [file…]        production build, then the quick tests on processes that are cut, killed and frozen
npm test -- hostile [file…]       production build, then what strangers and insiders may try on it
npm test -- e2e [file…] [option…] production build, then the flows in a real browser

npm run test:faults [-- file…]    all tests on processes, the slow ones too`;

/**
 * Flows about rendering and typing, on separate desks and databases, or on queries that other tests run on both: a second
 * run adds nothing (docs/decisions/0013-flows-on-one-engine.md). Named files run on both.
 */
const NOT_ON_POSTGRES = [
  'access',
  'accessibility',
  'add-another',
  'admin-leads',
  'audit',
  'brand',
  'broken-page',
  'bundle',
  'company-sign-in',
  'dashboard',
  'dashboard-devices',
  'dashboard-live',
  'default-language',
  'drafts',
  'erasure',
  'export',
  'fields',
  'first-run',
  'form',
  'form-changes',
  'form-groups',
  'form-keyboard',
  'form-phone',
  'known',
  'languages',
  'lead-page',
  'list-choices',
  'list-measures',
  'list-return',
  'loading',
  'mail-sign-in',
  'missing-answers',
  'names',
  'needs-correction',
  'no-javascript',
  'notice-mails',
  'numbers',
  'offline',
  'paste',
  'receipts',
  'rehearsal',
  'reports',
  'retention',
  'saved-views',
  'shortcuts',
  'someone-else',
  'stale-list',
  'template',
  'translations',
  'view-as',
  'without-network',
  'wrong-pair',
].map((name) => `**/${name}.spec.ts`);

/** Tests that wait for minutes, or of scripts and restored databases: `npm run test:faults` runs them. */
const SLOW_FAULTS = '**/*.slow.faults.ts';

/** Projects of tests on processes of their own. */
const PROCESS_TESTS = ['faults', 'hostile'] as const;

const PASSED: StepResult = { passed: 1, failed: 0, files: [], failures: [] };

/** Stacks of a desk and a portal: so many files of flows run in parallel. */
const STACKS = 2;

const NO_BUILD = 'There is no production build to test.';

function stepsOf(part: Part | undefined, filter: readonly string[]): Step[] {
  let built = false;
  const flows = async (engine: Engine, without: readonly string[]): Promise<StepResult> => {
    if (!built) throw new Error(NO_BUILD);
    const browser = findBrowser();
    return withStacks({ engine, count: STACKS }, (stacks) =>
      runPlaywright({ name: engine, stacks, browser, filter, without }),
    );
  };
  return [
    ...CHECKS.map(
      ({ name, commands }): Step => ({ parts: ['static'], name, run: () => runChecks(...commands) }),
    ),
    {
      parts: ['unit'],
      name: 'Unit and property tests',
      run: () => runVitest({ projects: ['unit'], filter }),
    },
    {
      parts: ['db'],
      name: 'Database tests on PGlite and on PostgreSQL',
      run: () => runVitest({ projects: ['db-pglite', 'db-postgres'], filter }),
    },
    {
      parts: ['faults', 'hostile', 'e2e'],
      name: 'Production build',
      run: async () => {
        await ensureBuilt();
        built = true;
        return PASSED;
      },
    },
    {
      parts: ['faults', 'hostile'],
      name: 'Processes that are cut, killed and frozen; hostile inputs, and who may do what',
      run: async () => {
        if (!built) throw new Error(NO_BUILD);
        // Together: while the last of the one wait, the others use the cores.
        const projects = PROCESS_TESTS.filter((one) => !part || one === part);
        return runVitest({ projects, filter, exclude: [SLOW_FAULTS] });
      },
    },
    { parts: ['e2e'], name: 'Flows in a browser, on PGlite', run: () => flows('pglite', []) },
    {
      parts: ['e2e'],
      name: 'Flows in a browser, on PostgreSQL',
      run: () => flows('postgres', filter.length > 0 ? [] : NOT_ON_POSTGRES),
    },
  ];
}

/** Runs one step. Any failure is reported and counted, so that later steps still run. */
async function perform(step: Step): Promise<StepResult> {
  console.log(`\n=== ${step.name}`);
  const began = Date.now();
  const result = await step.run().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    console.error(why);
    return { passed: 0, failed: 1, files: [], failures: [{ file: step.name, test: 'the whole step', why }] };
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`=== ${step.name}: ${result.failed === 0 ? 'ok' : `${result.failed} failed`} (${seconds} s)`);
  return result;
}

async function main(): Promise<number> {
  const [wanted, ...filter] = process.argv.slice(2);
  const part = PARTS.find((one) => one === wanted);
  if (wanted && !part) {
    console.error(USAGE);
    return 2;
  }
  const results: StepResult[] = [];
  for (const step of stepsOf(part, filter)) {
    if (!part || step.parts.includes(part)) results.push(await perform(step));
  }
  const { passed, failed, files, failures } = sum(results);
  if (files.length > 0) console.log(`\nThe slowest files:\n${listSlowest(files).join('\n')}`);
  // Last, where a log that was cut off still has them.
  if (failures.length > 0) console.log(`\nFailed:\n${listFailures(failures).join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

endOnSignal(endTools);

process.exitCode = await main();
