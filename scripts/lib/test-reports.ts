import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import type { Failure } from './test-failures';

/** How many tests passed and failed. A test that did not run counts as failed: nothing may be skipped. */
export type Count = { passed: number; failed: number };

/** How long the tests of a file took, without the setup before the first of them. */
export type FileTime = { file: string; ms: number };

/** The result of a step. */
export type StepResult = Count & { files: readonly FileTime[]; failures: readonly Failure[] };

const vitestReport = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const vitestTimes = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

type Suite = {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: Suite[] | undefined;
};
const suiteSchema: z.ZodType<Suite> = z.object({
  file: z.string(),
  specs: z.array(
    z.object({ tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) }),
  ),
  suites: z.lazy(() => z.array(suiteSchema)).optional(),
});
const playwrightTimes = z.object({ suites: z.array(suiteSchema) });

/** Counts a report of Vitest's `json` reporter. A file that does not load has no tests and is one failure. */
export function countVitest(report: unknown): Count {
  const { numTotalTests, numPassedTests, testResults } = vitestReport.parse(report);
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + broken.length };
}

/** Counts a report of Playwright's `json` reporter. A flaky test failed. */
export function countPlaywright(report: unknown): Count {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/** How long each file of a Vitest report took, by its path in the project. */
export function timeVitest(report: unknown): FileTime[] {
  return vitestTimes.parse(report).testResults.map(({ name, startTime, endTime }) => ({
    file: relative(process.cwd(), name),
    ms: endTime - startTime,
  }));
}

/** How long the flows of each file of a Playwright report took. */
export function timePlaywright(report: unknown): FileTime[] {
  return playwrightTimes.parse(report).suites.map((suite) => ({ file: suite.file, ms: durationOf(suite) }));
}

function durationOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((all, { duration }) => all + duration, 0);
  return suites.reduce((all, suite) => all + durationOf(suite), own);
}

/** The slowest files, slowest first, a line each. */
export function listSlowest(files: readonly FileTime[], count = 10): string[] {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, count);
  return slowest.map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${file}`);
}

/**
 * The count of a run that ended with `exitCode`. A run without a report, without tests, or that failed outside its
 * tests (a file that does not load, an unhandled error) counts as one more failure.
 */
export function countRun(
  count: (report: unknown) => Count,
  { reportFile, exitCode }: { reportFile: string; exitCode: number },
): Count {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 };
  const counted = count(JSON.parse(readFileSync(reportFile, 'utf8')));
  const failedElsewhere = exitCode !== 0 && counted.failed === 0;
  const empty = counted.passed + counted.failed === 0;
  return failedElsewhere || empty ? { ...counted, failed: counted.failed + 1 } : counted;
}

/** The times in a report; none if there is no report. `label` distinguishes runs of a file. */
export function readTimes(
  times: (report: unknown) => FileTime[],
  { reportFile, label }: { reportFile: string; label: string },
): FileTime[] {
  if (!existsSync(reportFile)) return [];
  const files = times(JSON.parse(readFileSync(reportFile, 'utf8')));
  return files.map(({ file, ms }) => ({ file: `${file} (${label})`, ms }));
}

export function sum(results: readonly StepResult[]): StepResult {
  return {
    passed: results.reduce((all, { passed }) => all + passed, 0),
    failed: results.reduce((all, { failed }) => all + failed, 0),
    files: results.flatMap(({ files }) => files),
    failures: results.flatMap(({ failures }) => failures),
  };
}
