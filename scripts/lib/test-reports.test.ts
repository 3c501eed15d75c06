import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countPlaywright,
  countRun,
  countVitest,
  listSlowest,
  timePlaywright,
  timeVitest,
} from './test-reports';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(report: { numTotalTests: number; numPassedTests: number }, exitCode: number) {
  const reportFile = join(folder, 'report.json');
  writeFileSync(reportFile, JSON.stringify({ ...report, testResults: [] }));
  return countRun(countVitest, { reportFile, exitCode });
}

describe('the last line of npm test', () => {
  it('counts skipped and planned unit tests as failed', () => {
    expect(countVitest({ numTotalTests: 10, numPassedTests: 7, testResults: [] })).toEqual({
      passed: 7,
      failed: 3,
    });
  });

  it('counts a test file that does not load', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{}] },
    ];
    expect(countVitest({ numTotalTests: 2, numPassedTests: 1, testResults })).toEqual({
      passed: 1,
      failed: 2,
    });
  });

  it('counts flaky and skipped browser tests as failed', () => {
    expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 3 } })).toEqual({
      passed: 5,
      failed: 6,
    });
  });

  it('counts a run that failed outside its tests', () => {
    expect(run({ numTotalTests: 3, numPassedTests: 3 }, 1)).toEqual({ passed: 3, failed: 1 });
  });

  it('does not count one failure twice', () => {
    expect(run({ numTotalTests: 3, numPassedTests: 2 }, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('counts a run without tests as failed', () => {
    expect(run({ numTotalTests: 0, numPassedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('counts a run that left no report as failed', () => {
    const reportFile = join(folder, 'nothing.json');
    expect(countRun(countVitest, { reportFile, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the slowest files', () => {
  it('are listed with the longest first, up to the requested number', () => {
    const files = [
      { file: 'a.ts', ms: 900 },
      { file: 'b.ts', ms: 61_250 },
      { file: 'c.ts', ms: 2_000 },
    ];
    expect(listSlowest(files, 2)).toEqual(['   61.3 s  b.ts', '    2.0 s  c.ts']);
  });

  it('are read from a report of Vitest, by their paths in the project', () => {
    const testResults = [{ name: join(process.cwd(), 'lib/a.test.ts'), startTime: 1_000, endTime: 3_500 }];
    expect(timeVitest({ testResults })).toEqual([{ file: 'lib/a.test.ts', ms: 2_500 }]);
  });

  it('are read from a report of Playwright, with all groups of a file', () => {
    const spec = (...durations: number[]) => ({
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const inner = { file: 'a.spec.ts', specs: [spec(30), spec(4)] };
    const suites = [{ file: 'a.spec.ts', specs: [spec(200, 1_000)], suites: [inner] }];
    expect(timePlaywright({ suites })).toEqual([{ file: 'a.spec.ts', ms: 1_234 }]);
  });
});
