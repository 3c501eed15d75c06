import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** How many tests held and how many did not. A test that did not run counts as failed: nothing may be skipped. */
export type Count = { passed: number; failed: number };

const vitestReport = z.object({
  numTotalTests: z.number(),
  numPassedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

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

/**
 * The count of a run that ended with `exitCode`. A run without a report, without a single test, or that failed
 * outside its tests (a file that does not load, an unhandled error) is one failure more.
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

export function sum(counts: readonly Count[]): Count {
  return counts.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });
}
